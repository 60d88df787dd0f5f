// The form that deletes a stream: what it says once that is taken back.

import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { define } from '../../kit/define.ts'
import { PlaygroundSession } from '../../model/session.ts'
import { StreamDeleteElement } from './stream-delete.ts'

const patient = { timeout: 10_000 }

it.each(['soft', 'hard'])('no longer says that a stream is deleted once a %s delete is taken back', async (kind) => {
  const session = new PlaygroundSession({
    createStore: () => Promise.resolve(createStore({ systemProjections: false })),
    scenario: () => Promise.resolve({ version: 1, events: [{ stream: 's', type: 'A' }] }),
  })
  await session.open()
  define('rillbox-stream-delete', StreamDeleteElement)
  const form = Object.assign(new StreamDeleteElement(), { session, stream: 's' })
  document.body.append(form)
  onTestFinished(() => {
    form.remove()
    return session.close()
  })
  await form.updateComplete
  const [soft, hard] = form.renderRoot.querySelectorAll('input')
  ;(kind === 'soft' ? soft : hard)!.click()
  form.renderRoot.querySelector('button')!.click()
  const said = (): string | null | undefined => form.renderRoot.querySelector('form')?.textContent
  await expect.poll(said, patient).toContain('204')
  await session.undoing.takeBack()
  expect(await session.store!.read('s')).toHaveLength(1)
  await expect.poll(said, patient).not.toContain('204')
})
