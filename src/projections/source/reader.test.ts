import { afterEach, expect, it, vi } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import { factsOf } from '../../base/release/releases.ts'
import { realTime } from '../../base/time/real-time.ts'
import { countTasks } from '../../base/time/tasks.fixture.ts'
import { createStore } from '../../engine/store.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { run as eventsOf } from '../../storage/storage.fixture.ts'
import { runFixture, sourcesFixture } from '../model/definition/definition.fixture.ts'
import { Reader } from './reader.ts'
import { Tail } from './log/tail.ts'

afterEach(() => void vi.restoreAllMocks())

const query = `fromStream('s').when({ $any: (state, event) => ({ seen: [...(state.seen ?? []), event.eventType + event.sequenceNumber] }) })`
const link = (target: string, metadata?: object) => ({ type: '$>', data: target, ...(metadata && { metadata }) })
const event = (type: string) => ({ type, data: {} })

it.each([
  ['a link to a later event', [link('1@s'), event('A')], ['A1', 'A1']],
  ['a link to the last event', [event('A'), link('-1@s'), event('B')], ['A0', 'B2', 'B2']],
  ['a link that cannot be read', [event('A'), link('0@s', { s: 'a' }), event('B'), event('C')], ['A0']],
])('the live reader takes %s together with the whole post', async (_, post, seen) => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.project('p', query)
  await store.settled()
  await store.append('s', post)
  await store.append('other', [event('A')])
  await store.append('s', [event('Later')])
  await store.settled()
  const answer = await store.fetch(new Request('http://store/projection/p/state'))
  expect(await answer.json()).toEqual({ seen: [...seen, `Later${post.length}`] })
  await store.close()
})

const json = { 'Content-Type': 'application/json' }
const erase = (stream: string) => new Request(`http://store/streams/${stream}`, { method: 'DELETE' })
const counting = (handler: string) =>
  `fromAll().foreachStream().when({ $init: () => ({ gone: 0 }), $deleted: (state) => { state.gone++ }, ${handler}: () => undefined })`

it('a deletion in a category comes twice to a query for all events', async () => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.fetch(new Request('http://store/projection/$by_category/command/enable', { method: 'POST', headers: json, body: '{}' }))
  await store.project('p', counting('$any'))
  await store.settled()
  await store.append('a-1', [event('A')])
  await store.append('single', [event('A')])
  for (const stream of ['a-1', 'single']) await store.fetch(erase(stream))
  await store.settled()
  const stateOf = async (partition: string) =>
    await ((await store.fetch(new Request(`http://store/projection/p/state?partition=${partition}`))).json() as Promise<unknown>)
  expect([await stateOf('a-1'), await stateOf('single')]).toEqual([{ gone: 2 }, { gone: 1 }])
  await store.close()
})

it.each([
  ['with $deleted', counting('A')],
  ['without it', 'fromAll().foreachStream().when({ A: () => ({}) })'],
])('and faults one for types, %s, unless another event comes between', async (_, typed) => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  await store.project('p', typed)
  await store.settled()
  await store.append('a-1', [event('A')])
  await store.fetch(erase('a-1'))
  const statistics = async () =>
    await ((await store.fetch(new Request('http://store/projection/p'))).json() as Promise<Record<string, unknown>>)
  const link = { type: '$>', data: '0@$$a-1' }
  await store.append('other', [event('Other')])
  await store.append('$links', [link])
  await store.settled()
  expect(await statistics()).toMatchObject({ status: 'Running', eventsProcessedAfterRestart: 2 })

  await store.append('a-2', [event('A')])
  await store.fetch(erase('a-2'))
  await store.settled()
  const { position } = await statistics()
  await store.append('$links', [{ ...link, data: '0@$$a-2' }])
  await store.settled()
  const reason = `Attempt to relock the 'a-2' partition state locked at the '${String(position)}' position at the earlier position '${String(position)}'`
  const faulted = await statistics()
  expect(faulted).toMatchObject({ status: 'Faulted (Enabled)', position, eventsProcessedAfterRestart: 4 })
  expect(String(faulted.stateReason).split('\r\n')[0]).toBe(reason)
  await store.close()
})

it.each([
  ['between long bodies', 20, 's', { data: JSON.stringify('x'.repeat(200_000)) }, 20],
  // A look at the clock every 500 records: where it looks for links, and where it takes them.
  ['while it looks for links', 5000, '$ce-s', { type: '$>', data: '0@s' }, 22],
])('the live reader lets others run %s', async (_, count, stream, given, pieces) => {
  const storage = memoryStorage()
  const tail = new Tail(storage)
  storage.onCommit((hint) => tail.commit(hint))
  await storage.write(async (tx) => {
    await tx.append(eventTable(eventsOf(stream, 0, count).map((event) => ({ ...event, ...given }))))
    tx.putHead({ stream, last: count - 1, tombstone: false, metadata: {} })
  })
  const { start, cursor } = runFixture()
  const environment = { now: () => 0 } as ConstructorParameters<typeof Reader>[0]['environment']
  const read = () => {
    const sources = sourcesFixture({ streams: [], allStreams: true })
    const reader = new Reader({ storage, environment, tail, facts: factsOf('23.10'), sources, continuous: true, start })
    return countTasks(async () => {
      let batch = await reader.next({ ...cursor, live: 0 })
      while (!batch.atEnd) batch = await reader.next(batch.cursor)
      return batch
    })
  }
  const clock = vi.spyOn(realTime, 'now').mockReturnValue(0)
  const { tasks: atOnce } = await read()
  let now = 0
  clock.mockImplementation(() => (now += 10))
  const { result, tasks } = await read()
  expect(result.cursor.live).toBe(count)
  expect(tasks - atOnce).toBeGreaterThanOrEqual(pieces)
})
