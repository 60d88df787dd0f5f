import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttledRead } from './throttled-read.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls during a reading and the pause behind it come to one more reading', async () => {
  let count = 0
  let finish = (): void => undefined
  const read = throttledRead(100, () => {
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

test('after a long reading comes a long pause, but not an endless one', async () => {
  const starts: number[] = []
  const lengths = [50, 5_000, 0]
  const begun = performance.now()
  const read = throttledRead(100, () => {
    starts.push(performance.now() - begun)
    return new Promise((resolve) => setTimeout(resolve, lengths[starts.length - 1]))
  })
  read()
  read()
  await vi.advanceTimersByTimeAsync(60)
  read()
  await vi.advanceTimersByTimeAsync(500)
  read()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(starts).toEqual([0, 500, 7_500])
})
