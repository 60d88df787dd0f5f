import { describe, expect, test } from 'vitest'
import { createWatch, timeoutMessage } from './limits.ts'

/** A watch with a clock and a count of entries that the test sets. */
function watched() {
  const state = { now: 1000, entries: 1, stops: 0 }
  const watch = createWatch(
    () => state.entries,
    () => {
      state.stops += 1
    },
    () => state.now,
  )
  /** Lets milliseconds pass, with a question of the engine after every step of them. */
  const pass = (milliseconds: number, step = 1): boolean => {
    for (let left = milliseconds; left > 0; left -= step) {
      state.now += step
      if (watch.shouldInterrupt()) return true
    }
    return false
  }
  return { state, watch, pass }
}

describe('the watch', () => {
  test('interrupts an entry that is over its limit, and says how long it took', () => {
    const { watch, pass } = watched()
    watch.begin(100, Infinity)
    expect(pass(95)).toBe(false)
    expect(watch.interruptedAfter).toBeUndefined()
    expect(pass(15)).toBe(true)
    expect(watch.interruptedAfter).toBeGreaterThanOrEqual(100)
  })

  test('gives every entry its own time', () => {
    const { state, watch, pass } = watched()
    watch.begin(100, Infinity)
    for (let entry = 0; entry < 5; entry += 1) {
      state.entries += 2
      expect(pass(90)).toBe(false)
    }
    expect(pass(30)).toBe(true)
  })

  test('gives the prelude more time than guest code, but not for ever', () => {
    const { state, watch, pass } = watched()
    state.entries = 2
    watch.begin(100, Infinity)
    expect(pass(5000)).toBe(false)
    expect(pass(6000)).toBe(true)
  })

  test('does not count the time of others', () => {
    const { watch, pass } = watched()
    watch.begin(100, Infinity)
    expect(pass(10_000, 1000)).toBe(false)
    expect(pass(60)).toBe(true)
  })

  test('asks to stop once when the slice is over', () => {
    const { state, watch, pass } = watched()
    watch.begin(1000, 50)
    pass(40)
    expect(state.stops).toBe(0)
    pass(100)
    expect(state.stops).toBe(1)
  })

  test('leaves an engine alone that was not asked for anything', () => {
    const { pass } = watched()
    expect(pass(50_000, 1000)).toBe(false)
  })
})

test('a time-out is told in hours, minutes, seconds and tenths of microseconds', () => {
  expect(timeoutMessage('execute', 250.22174, 250)).toBe(
    'Projection script took too long to execute (took: 00:00:00.2502217, allowed: 00:00:00.2500000',
  )
  expect(timeoutMessage('compile', 3_723_000, 500)).toBe(
    'Projection script took too long to compile (took: 01:02:03.0000000, allowed: 00:00:00.5000000',
  )
})
