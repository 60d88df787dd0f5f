import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { PlaygroundSession } from '../session.ts'
import { steppingOf } from './stepping.ts'

const query = "fromStream('s').when({ $init: () => ({ n: 0 }), A: (state) => { state.n++ } })"

async function opened(): Promise<PlaygroundSession> {
  const session = new PlaygroundSession({
    createStore: () => Promise.resolve(createStore({ systemProjections: false })),
    scenario: () => Promise.resolve({ version: 1, events: [{ stream: 's', type: 'A' }], projections: [{ name: 'p', query }] }),
  })
  // The draft of the test before would be the reader's own.
  localStorage.clear()
  await session.open()
  onTestFinished(() => session.close())
  return session
}

const patient = { timeout: 10_000 }

it('forgets the fault of a text that could not be opened when the reader goes back to the one before', async () => {
  const session = await opened()
  const stepping = steppingOf(session)
  stepping.attend({}, 'panel')
  await expect.poll(() => stepping.run.hasTraced(session.draft), patient).toBe(true)
  session.edit({ query: `${query})` })
  await expect.poll(() => stepping.run.fault?.kind, patient).toBe('syntax')
  expect([stepping.run.isOfAsked, stepping.traced?.history.rows.length]).toEqual([false, 1])
  session.edit({ query })
  await expect.poll(() => stepping.run.hasTraced(session.draft), patient).toBe(true)
  expect([stepping.run.fault, stepping.stale]).toEqual([undefined, undefined])
})

it('follows the projection that runs while the editor holds a text that does not parse', async () => {
  const session = await opened()
  const stepping = steppingOf(session)
  const { run, shown } = stepping
  stepping.attend({}, 'panel')
  await expect.poll(() => run.hasTraced(session.draft), patient).toBe(true)
  session.edit({ query: `${query})` })
  await expect.poll(() => run.fault?.kind, patient).toBe('syntax')
  await session.look()
  shown.attend({}, true)
  await expect.poll(() => shown.current?.isReading, patient).toBe(false)
  expect([shown.current?.fault, shown.current?.traced?.history.rows.length]).toEqual([undefined, 1])
})

it('runs another projection as soon as it is chosen, and an edited text when that has rested', async () => {
  const session = await opened()
  const stepping = steppingOf(session)
  stepping.attend({}, 'panel')
  await expect.poll(() => stepping.run.hasTraced(session.draft), patient).toBe(true)
  session.edit({ query: `${query} ` })
  expect([stepping.stale, stepping.run.asked?.query]).toEqual(['query', query])
  session.edit({ name: 'q', query: query.replace('A:', 'B:') })
  expect([stepping.stale, stepping.run.asked]).toEqual([undefined, session.draft])
  await expect.poll(() => stepping.traced?.draft, patient).toEqual(session.draft)
})
