import { effect } from '@preact/signals-core'
import { deleteDB } from 'idb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from '../../engine/store.ts'
import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { PlaygroundSession } from './session.ts'

const projections = [{ name: 'all', query: 'fromAll().when({ $any: () => ({ n: 1 }) })' }]

async function opened(): Promise<PlaygroundSession> {
  const session = new PlaygroundSession({
    createStore: () => Promise.resolve(createStore({ requestLog: 20 })),
    scenario: () => Promise.resolve({ version: 1, projections }),
  })
  await session.open()
  onTestFinished(() => session.close())
  return session
}

const users = async ({ store }: PlaygroundSession) =>
  (await store!.streams()).map(({ name }) => name).filter((name) => !name.startsWith('$'))

it('starts over once where it is asked twice, and takes it back', async () => {
  const session = await opened()
  await session.store!.append('mine', { type: 'A', data: {} })
  await Promise.all([session.reset(), session.reset()])
  expect(await users(session)).toEqual([])
  await session.undoing.takeBack()
  expect(await users(session)).toEqual(['mine'])
})

it('says that the data of its store are gone, keeps what was seen last, and goes on', async () => {
  useFakeIndexedDb()
  onTestFinished(() => void vi.unstubAllGlobals())
  const store = createStore({ storage: indexedDbStorage({ name: 'lent' }), systemProjections: false })
  const session = new PlaygroundSession({ createStore: () => Promise.resolve(store) })
  await session.open()
  await store.append('s', { type: 'A' })
  await session.look()
  const { picture } = session
  expect(picture?.streams.map(({ name }) => name)).toContain('s')
  await deleteDB('lent')
  session.clock.touch()
  await session.clock.caughtUp()
  expect(session.warning?.what).toBe('The data of this store was deleted while the page had it open.')
  expect(session.picture).toBe(picture)
  session.warn(undefined)
  session.clock.touch()
  await session.clock.caughtUp()
  expect(session.warning).toBeDefined()
  await session.close()
})

it('tells a warning, and that readers may change nothing, as no other phase', async () => {
  const session = await opened()
  const told: unknown[] = []
  onTestFinished(effect(() => void told.push(session.phase.kind)))
  onTestFinished(effect(() => void told.push([session.warning?.what, session.readonly])))
  session.warn({ what: 'No Worker.' })
  session.readonly = true
  expect(told).toEqual(['open', [undefined, false], ['No Worker.', false], ['No Worker.', true]])
})
