import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { snapshotLines } from '../../../engine/snapshot/lines.ts'
import { PlaygroundSession } from '../session.ts'
import { openFile, readFile } from './open-file.ts'

const query = 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })'

async function opened(): Promise<PlaygroundSession> {
  const scenario = { version: 1 as const, title: 'First', events: [{ stream: 'before', type: 'A' }] }
  const session = new PlaygroundSession({ createStore: () => Promise.resolve(createStore()), scenario: () => Promise.resolve(scenario) })
  await session.open()
  onTestFinished(() => session.close())
  return session
}

const users = async ({ store }: PlaygroundSession) =>
  (await store!.streams()).map(({ name }) => name).filter((name) => !name.startsWith('$'))

async function exported(): Promise<{ readonly lines: string; readonly document: string }> {
  const store = createStore()
  await store.append('order-1', { type: 'Placed', data: { total: 42 } })
  await store.project('totals', query)
  await store.settled()
  const snapshot = await store.snapshot()
  await store.close()
  return { lines: [...snapshotLines(snapshot)].join('\n'), document: JSON.stringify(snapshot) }
}

const open = (session: PlaygroundSession, text: string, name: string) => openFile(session, new Blob([text]), name)

it('opens a scenario, starts over to it, and brings back what was there', async () => {
  const session = await opened()
  await session.store!.append('mine', { type: 'A' })
  await open(
    session,
    JSON.stringify({ version: 1, events: [{ stream: 'new', type: 'B' }], projections: [{ name: 'p', query }] }),
    'mine.json',
  )
  expect(await users(session)).toEqual(['new'])
  expect(session.scenario?.title).toBe('mine')
  expect(session.draft).toMatchObject({ name: 'p', query })
  await session.reset()
  expect(await users(session)).toEqual(['new'])
  await open(session, '{"stream":"third","type":"C"}', 'events.ndjson')
  await session.undoing.takeBack()
  expect(await users(session)).toEqual(['new'])
  expect(session.scenario?.title).toBe('mine')
})

it.each(['lines', 'document'] as const)('opens the %s of a snapshot with everything in it', async (form) => {
  const session = await opened()
  await open(session, (await exported())[form], 'store.ndjson')
  expect(await users(session)).toEqual(['order-1'])
  await session.store!.settled()
  expect(await session.store!.state('totals')).toEqual({ n: 1 })
  expect(session.draft).toMatchObject({ name: 'totals', query })
})

it('opens lines and lists of events, entries of feeds too, with numbers as they are spelled', async () => {
  const session = await opened()
  const entry = {
    streamId: 'b',
    eventType: 'T',
    eventNumber: 0,
    eventId: crypto.randomUUID(),
    data: '{"n":1.0}',
    isJson: true,
    updated: '2026-01-02T03:04:05Z',
  }
  await open(session, `\ufeff{"stream":"a","type":"T","data":{"n":1}}\r\n\n${JSON.stringify(entry)}\n`, 'feed.ndjson')
  expect(await users(session)).toEqual(['a', 'b'])
  expect(
    await session.store!.direct(new Request('http://x/streams/b/0', { headers: { accept: 'application/json' } })).then((r) => r.text()),
  ).toContain('1.0')
  await open(session, '[{"stream":"c","type":"T"}]', 'list.json')
  expect(await users(session)).toEqual(['c'])
})

it.each([
  ['', 'empty.json has no events.'],
  ['name,total\nKim,5', 'empty.json is no file that a playground opens.'],
  ['{"stream":"a"}', 'empty.json is no file that a playground opens.'],
])('says what is wrong with %j', (text, message) => {
  expect(() => readFile(text, 'empty.json')).toThrow(message)
})

it('a broken scenario changes nothing', async () => {
  const session = await opened()
  await expect(open(session, '{"version":1,"events":[{"stream":"a"}]}', 'broken.json')).rejects.toThrow('type')
  expect(await users(session)).toEqual(['before'])
  expect(session.undoing.offered).toBeUndefined()
})
