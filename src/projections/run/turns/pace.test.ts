import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Pace } from './pace.ts'

/** A pace whose clock and timer the test moves. */
function setUp() {
  let now = 1000
  let timer: { readonly at: number; readonly callback: () => void } | undefined
  const pace = new Pace({
    now: () => now,
    after(milliseconds, callback) {
      timer = { at: now + milliseconds, callback }
      return () => (timer = undefined)
    },
  })
  const woken: string[] = []
  const sleepers = ['a', 'b'].map((name) => ({ wake: () => void woken.push(`${name} ${now}`) }))
  return {
    pace,
    woken,
    wakeAt(at: number, isAside = false) {
      if (timer && timer.at <= at) {
        now = timer.at
        timer.callback()
      }
      now = at
      pace.wake(sleepers, isAside)
    },
    letPass(milliseconds: number) {
      const end = now + milliseconds
      if (timer && timer.at <= end) {
        now = timer.at
        timer.callback()
      }
      now = end
    },
  }
}

test('the first event after a rest is taken at once, those close behind it together', () => {
  const { pace, woken, wakeAt, letPass } = setUp()
  wakeAt(1000)
  wakeAt(1001)
  wakeAt(1003)
  assert.deepEqual(woken, ['a 1000', 'b 1000'])
  assert.ok(pace.isHolding)
  letPass(10)
  assert.deepEqual(woken.slice(2), ['a 1005', 'b 1005'])
  assert.ok(!pace.isHolding)
  wakeAt(1020)
  assert.deepEqual(woken.slice(4), ['a 1020', 'b 1020'])
})

test('where others are urgent, the first event after a rest waits, too, and not again for each of theirs', () => {
  const { woken, wakeAt, letPass } = setUp()
  wakeAt(1000, true)
  wakeAt(1003, true)
  assert.deepEqual(woken, [])
  letPass(2)
  assert.deepEqual(woken, ['a 1005', 'b 1005'])
})

test('nobody waits while somebody waits for them', () => {
  const { pace, woken, wakeAt } = setUp()
  wakeAt(1000)
  wakeAt(1001)
  const end = pace.hurry()
  wakeAt(1002)
  assert.deepEqual(woken, ['a 1000', 'b 1000', 'a 1001', 'b 1001', 'a 1002', 'b 1002'])
  end()
  wakeAt(1003)
  assert.equal(woken.length, 6)
})

test('a pace that is stopped wakes nobody', () => {
  const { pace, woken, wakeAt, letPass } = setUp()
  wakeAt(1000)
  wakeAt(1001)
  pace.stop()
  letPass(10)
  assert.equal(woken.length, 2)
})
