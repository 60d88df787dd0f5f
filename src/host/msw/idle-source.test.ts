import { expect, test, vi } from 'vitest'
import { endIdleSource } from './idle-source.ts'

const sourceOf = (workerPromise: Promise<unknown>) => ({ workerPromise, terminate: vi.fn<() => Promise<void>>(() => Promise.resolve()) })
const never = new Promise<never>(() => undefined)

test('ends a source that was never started, and no other', async () => {
  const [idle, used, broken, other] = [sourceOf(never), sourceOf(Promise.resolve()), sourceOf(Promise.reject(new Error('gone'))), {}]
  await endIdleSource({ defaultNetworkOptions: { sources: [used, other, idle, broken] } })
  expect([idle, used, broken].map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0, 0])
})

test('leaves an msw without such a source as it is', async () => {
  await expect(endIdleSource({})).resolves.toBeUndefined()
})
