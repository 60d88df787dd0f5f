import { expect, test } from 'vitest'
import { LateView } from './late-view.ts'

function viewWith(defineElement: () => Promise<void>) {
  const host = { updates: 0, requestUpdate: () => void host.updates++ }
  return { host, view: new LateView(host, defineElement) }
}

test('a view loads once, and its panel renders again', async () => {
  let loads = 0
  const { host, view } = viewWith(async () => void loads++)
  expect(view.isLoaded).toBe(false)
  await view.load()
  await view.load()
  expect([view.isLoaded, view.trouble, loads, host.updates]).toEqual([true, '', 1, 1])
})

test('a view that could not be loaded says why, and is tried again', async () => {
  let isThere = false
  const { view } = viewWith(() => (isThere ? Promise.resolve() : Promise.reject(new Error('The script is gone.'))))
  await view.load()
  expect([view.isLoaded, view.trouble]).toEqual([false, expect.stringContaining('The script is gone.')])
  isThere = true
  await view.load()
  expect([view.isLoaded, view.trouble]).toEqual([true, ''])
})
