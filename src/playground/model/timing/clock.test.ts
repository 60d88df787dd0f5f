import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionClock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many changes come to one tick, and those during it to one more; the first reading comes first', async () => {
  const read: string[] = []
  const clock = new SessionClock(async () => {
    await Promise.resolve()
    read.push('first')
  })
  const end = clock.onTick(() => void read.push('other'))
  clock.touch()
  clock.touch()
  expect(read).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  expect(read).toEqual(['first', 'other'])
  clock.touch()
  clock.touch()
  await vi.advanceTimersByTimeAsync(149)
  expect(read).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toEqual(['first', 'other', 'first', 'other'])
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toHaveLength(4)
  clock.touch()
  await vi.advanceTimersByTimeAsync(50)
  expect(read).toEqual(['first', 'other', 'first', 'other', 'first'])
})

test('after slow readings comes a long pause, but not an endless one', async () => {
  const starts: number[] = []
  const lengths = [100, 5_000, 0]
  const begun = performance.now()
  const clock: SessionClock = new SessionClock(() => {
    starts.push(performance.now() - begun)
    if (starts.length < 3) clock.touch()
    return new Promise((resolve) => setTimeout(resolve, lengths[starts.length - 1]))
  })
  clock.touch()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(starts).toEqual([50, 50 + 100 + 400, 550 + 5_000 + 1_000])
})

test('a caller can wait until all changes so far are known, and waits for nothing where there are none', async () => {
  let reads = 0
  const clock = new SessionClock(() => void reads++)
  await clock.caughtUp()
  expect(reads).toBe(0)
  clock.touch()
  const waiting = clock.caughtUp().then(() => reads)
  await vi.advanceTimersByTimeAsync(50)
  expect(await waiting).toBe(1)
  clock.touch()
  const again = clock.caughtUp().then(() => reads)
  await vi.advanceTimersByTimeAsync(150)
  expect(await again).toBe(2)
})
