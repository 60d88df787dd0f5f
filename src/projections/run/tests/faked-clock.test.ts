import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { yieldToOthers } from '../../../base/time/time-slice.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

it('system projections follow appends under a clock that stood still before the package was loaded', async () => {
  const { createStore } = await import('../../../engine/store.ts')
  const store = createStore({ security: 'insecure' })
  await store.settled()
  for (let n = 0; n < 3; n++) await store.append('a-1', [{ type: 'T', data: {} }])
  // Not `settled()`, which hurries: a page that polls does not call it.
  for (let tasks = 0; tasks < 2_000 && (await store.read('$ce-a')).length < 3; tasks++) await yieldToOthers()
  expect(await store.read('$ce-a')).toHaveLength(3)
  await store.close()
})
