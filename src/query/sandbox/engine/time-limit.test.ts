import { describe, expect, test } from 'vitest'
import { timeoutMessage } from '../../timeouts.ts'
import { TimeLimit } from './time-limit.ts'

/** A time limit with a clock and a count of entries that the test sets. */
function limited() {
  const state = { now: 1000, entries: 1, stops: 0, interruptions: 0, signs: 0 }
  const limit = new TimeLimit(
    {
      entries: () => state.entries,
      stop: () => (state.stops += 1),
      interrupted: () => (state.interruptions += 1),
      isAlive: () => (state.signs += 1),
    },
    () => state.now,
  )
  /** Lets milliseconds pass, with a question of the engine after every step of them. */
  const pass = (milliseconds: number, step = 1): boolean => {
    for (let left = milliseconds; left > 0; left -= step) {
      state.now += step
      if (limit.shouldInterrupt()) return true
    }
    return false
  }
  return { state, limit, pass }
}

describe('the time limit', () => {
  test('interrupts an entry that is over its limit, and says how long it took', () => {
    const { limit, pass } = limited()
    limit.begin(100, Infinity)
    expect(pass(95)).toBe(false)
    expect(limit.interruptedAfter).toBeUndefined()
    expect(pass(15)).toBe(true)
    expect(limit.interruptedAfter).toBeGreaterThanOrEqual(100)
  })

  test('gives every entry its own time', () => {
    const { state, limit, pass } = limited()
    limit.begin(100, Infinity)
    for (let entry = 0; entry < 5; entry += 1) {
      state.entries += 2
      expect(pass(90)).toBe(false)
    }
    expect(pass(30)).toBe(true)
  })

  test('gives the language more time than guest code, but not for ever', () => {
    const { state, limit, pass } = limited()
    state.entries = 2
    limit.begin(100, Infinity)
    expect(pass(1900)).toBe(false)
    expect(pass(200)).toBe(true)
  })

  test('does not count the time of others', () => {
    const { limit, pass } = limited()
    limit.begin(100, Infinity)
    for (let frozen = 0; frozen < 5; frozen += 1) {
      expect(pass(1000, 1000)).toBe(false)
      expect(pass(5)).toBe(false)
    }
    expect(pass(60)).toBe(true)
  })

  test('counts gaps that come one after the other: they are slow built-in functions', () => {
    const { state, limit, pass } = limited()
    limit.begin(250, Infinity)
    expect(pass(2000, 100)).toBe(true)
    expect(state.now).toBe(1400)
  })

  test('goes on interrupting until the call is over, and says so once', () => {
    const { state, limit, pass } = limited()
    limit.begin(100, Infinity)
    expect(pass(200)).toBe(true)
    state.entries += 1
    expect(pass(1)).toBe(true)
    expect(state.interruptions).toBe(1)
    limit.begin(100, Infinity)
    expect(pass(50)).toBe(false)
  })

  test('gives signs of life while the engine works, and between events that ask nothing', () => {
    const { state, limit, pass } = limited()
    limit.begin(1000, Infinity)
    pass(40)
    expect(state.signs).toBe(0)
    pass(100)
    expect(state.signs).toBe(2)
    state.now += 60
    limit.check()
    expect(state.signs).toBe(3)
  })

  test('hears between two events that the slice is over', () => {
    const { state, limit } = limited()
    limit.begin(1000, 50)
    state.now += 60
    limit.check()
    limit.check()
    expect(state.stops).toBe(1)
  })

  test('asks to stop once when the slice is over', () => {
    const { state, limit, pass } = limited()
    limit.begin(1000, 50)
    pass(40)
    expect(state.stops).toBe(0)
    pass(100)
    expect(state.stops).toBe(1)
  })

  test('leaves an engine alone that was not asked for anything', () => {
    const { pass } = limited()
    expect(pass(50_000, 1000)).toBe(false)
  })
})

test('a time-out is told in hours, minutes, seconds and tenths of microseconds', () => {
  expect(timeoutMessage('execute', 250.22174, 250)).toBe(
    'Projection script took too long to execute (took: 00:00:00.2502217, allowed: 00:00:00.2500000',
  )
  expect(timeoutMessage('compile', 3_723_000, 500)).toBe(
    'Projection script took too long to compile (took: 01:02:03, allowed: 00:00:00.5000000',
  )
})
