// The panel of steps in a page: only the session that it shows runs for it.

import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { define } from '../../kit/define.ts'
import { PlaygroundSession } from '../../model/session.ts'
import { steppingOf } from '../../model/steps/stepping.ts'
import { StepperElement } from './stepper.ts'

async function opened(): Promise<PlaygroundSession> {
  const session = new PlaygroundSession({
    createStore: () => Promise.resolve(createStore({ systemProjections: false })),
    scenario: () =>
      Promise.resolve({ version: 1, events: [{ stream: 's', type: 'A' }], projections: [{ name: 'p', query: 'fromAll().when({})' }] }),
  })
  await session.open()
  onTestFinished(() => session.close())
  return session
}

const patient = { timeout: 10_000 }

it('leaves a session for another one, and the page', async () => {
  define('rillbox-stepper', StepperElement)
  const [one, other] = [await opened(), await opened()]
  const shows = () => [one, other].map((session) => steppingOf(session).shows('panel'))
  const panel = new StepperElement()
  document.body.append(panel)
  onTestFinished(() => panel.remove())
  panel.session = one
  await expect.poll(shows, patient).toEqual([true, false])
  panel.session = other
  expect(shows()).toEqual([false, false])
  await expect.poll(shows, patient).toEqual([false, true])
  panel.remove()
  expect(shows()).toEqual([false, false])
})
