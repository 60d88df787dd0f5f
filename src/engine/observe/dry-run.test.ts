// What a change of a projection would do is what it then does.

import { afterEach, expect, test } from 'vitest'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'
import type { ProjectionChange } from './dry-run.ts'

let store: Store
afterEach(() => store.close())

const emitting = (type: string): string =>
  `fromStream('orders').when({ $any: (state, event) => { emit('seen-' + event.data.by, '${type}', {}); return { n: event.sequenceNumber } } }).outputState()`

async function opened(): Promise<Store> {
  store = createStore({ systemProjections: false, queries: 'in-process' })
  await store.append(
    'orders',
    ['ann', 'bob', 'ann'].map((by) => ({ type: 'Placed', data: { by } })),
  )
  await store.project('p', emitting('Seen'), { track: true })
  await store.settled()
  return store
}

const post = async (method: string, path: string, body?: string): Promise<number> =>
  (await store.direct(new Request(`http://store${path}`, { method, ...(body !== undefined && { body }) }))).status

/** The dry run, and then what the change has really done to the same streams. */
async function both(change: ProjectionChange, really: () => Promise<unknown>) {
  const run = await store.dryRun('p', change)
  const before = await store.streams()
  await really()
  await store.settled()
  const after = await store.streams()
  const events = (list: typeof before, name: string) => list.find((stream) => stream.name === name)?.events ?? 0
  const changes = run.streams.filter(({ name }) => !name.startsWith('$'))
  for (const { name, removed, written } of changes) expect(events(before, name) - removed + written).toBe(events(after, name))
  return { changes, fault: run.fault }
}

test('a reset truncates what was emitted, and writes it again', async () => {
  await opened()
  const { changes } = await both({ kind: 'reset' }, () => post('POST', '/projection/p/command/reset'))
  expect(changes).toEqual([
    { name: 'seen-ann', effect: 'truncated', removed: 2, written: 2 },
    { name: 'seen-bob', effect: 'truncated', removed: 1, written: 1 },
  ])
})

test('a deletion takes the streams that its flags name', async () => {
  await opened()
  const flags = { deleteEmittedStreams: true, deleteCheckpointStream: true }
  const { changes } = await both({ kind: 'delete', ...flags }, async () => {
    await post('POST', '/projection/p/command/disable')
    await post('DELETE', '/projection/p?deleteEmittedStreams=true&deleteCheckpointStream=true')
  })
  expect(changes).toEqual([
    { name: 'seen-ann', effect: 'deleted', removed: 2, written: 0 },
    { name: 'seen-bob', effect: 'deleted', removed: 1, written: 0 },
  ])
  expect(await store.dryRun('legacy', { kind: 'reset' }).catch((error: { status: number }) => error.status)).toBe(404)
})

test('a new query goes on from its state, and begins again where it is asked to', async () => {
  await opened()
  const query = emitting('Changed')
  expect((await both({ kind: 'query', query }, () => post('PUT', '/projection/p/query?emit=yes', query))).changes).toEqual([])
  const { streams } = await store.dryRun('p', { kind: 'query', query, resets: true })
  expect(streams).toContainEqual({ name: 'seen-bob', effect: 'truncated', removed: 1, written: 1 })
  const { fault } = await store.dryRun('p', { kind: 'query', query: 'fromAll(' })
  expect(fault?.message).toMatch(/Unexpected end of input/)
  expect(await store.fault('p')).toBeUndefined()
})

test.each([undefined, {}, { kind: 'rename' }, { kind: 'query' }])('the change %j is refused', async (change) => {
  await opened()
  await expect(store.dryRun('p', change as ProjectionChange)).rejects.toMatchObject({ code: 'invalid-options' })
})

test('a repeatable store gives the same ids after a dry run as without it', async () => {
  const idAfter = async (isTried: boolean): Promise<string> => {
    const environment = repeatableEnvironment({ start: '2026-01-01T09:00:00Z', seed: 1 })
    store = createStore({ environment, systemProjections: false, queries: 'in-process' })
    await store.append('orders', { type: 'Placed', data: { by: 'ann' } })
    await store.project('p', emitting('Seen'))
    await store.settled()
    if (isTried) await store.dryRun('p', { kind: 'reset' })
    await store.append('orders', { type: 'Placed', data: { by: 'bob' } })
    const id = (await store.read('orders', { from: 1 }))[0]!.id
    await store.close()
    return id
  }
  expect(await idAfter(true)).toBe(await idAfter(false))
})

test('what is written counts as far as readers find it', async () => {
  await opened()
  await store.project('copy', `fromCategory('seen').when({ $any: (state, event) => { linkTo('all-seen', event) } })`)
  await post('POST', '/projection/$by_category/command/enable')
  await store.settled()
  const headers = { 'content-type': 'application/json', 'ES-EventId': crypto.randomUUID() }
  const metadata = { method: 'POST', headers, body: '{"$maxCount":2}' }
  await store.direct(new Request('http://store/streams/all-seen/metadata', metadata))
  const { changes } = await both({ kind: 'reset' }, () => post('POST', '/projection/p/command/reset'))
  expect(changes).toContainEqual({ name: 'all-seen', effect: 'truncated', removed: 2, written: 2 })
})
