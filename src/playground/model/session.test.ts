import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { SessionTopic } from './session.ts'
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
  await session.takeBack()
  expect(await users(session)).toEqual(['mine'])
})

it('tells a warning, and that readers may change nothing, as no other phase', async () => {
  const session = await opened()
  const topics: SessionTopic[] = []
  session.subscribe((topic) => topics.push(topic))
  session.warn({ what: 'No Worker.' })
  session.readonly = true
  expect(topics).toEqual(['notice', 'notice'])
})
