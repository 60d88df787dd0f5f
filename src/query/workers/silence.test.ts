import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Silence } from './silence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The functions that the fake timers replace. */
const replaceable = {
  now: () => performance.now(),
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

const watched = (allowed: number) => {
  const over: number[] = []
  return { over, silence: new Silence(replaceable, allowed, (after) => over.push(after)) }
}

test('a silence that lasts as long as allowed is over, once', () => {
  const { over } = watched(620)
  vi.advanceTimersByTime(619)
  expect(over).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(over).toEqual([620])
})

test('every sign of life starts it anew, and may allow more', () => {
  const { over, silence } = watched(300)
  vi.advanceTimersByTime(290)
  silence.end()
  vi.advanceTimersByTime(290)
  expect(over).toEqual([])
  silence.end(1000)
  vi.advanceTimersByTime(900)
  expect(over).toEqual([])
  vi.advanceTimersByTime(200)
  expect(over).toHaveLength(1)
})

test('where nothing more is expected, nothing is over', () => {
  const { over, silence } = watched(100)
  silence.stop()
  vi.advanceTimersByTime(1000)
  expect(over).toEqual([])
})

test('time in which the page stood still counts little', () => {
  const { over } = watched(600)
  vi.advanceTimersByTime(40)
  // A page that was frozen for an hour finds the messages of the meantime when it goes on.
  vi.setSystemTime(Date.now() + 3_600_000)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000)
  vi.advanceTimersByTime(20)
  expect(over).toEqual([])
})
