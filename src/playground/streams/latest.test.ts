import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { latest } from './latest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls during a reading and the pause behind it come to one more reading', async () => {
  let count = 0
  let finish = (): void => undefined
  const read = latest(100, () => {
    count += 1
    return new Promise((resolve) => {
      finish = resolve
    })
  })
  read()
  read()
  read()
  expect(count).toBe(1)
  finish()
  await vi.advanceTimersByTimeAsync(99)
  read()
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(count).toBe(2)
  finish()
  await vi.advanceTimersByTimeAsync(1000)
  expect(count).toBe(2)
  read()
  expect(count).toBe(3)
})
