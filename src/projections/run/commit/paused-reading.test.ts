import { expect, it } from 'vitest'
import { isPausedAt } from './paused-reading.ts'

it('pauses while more events wait than the threshold allows', () => {
  expect(isPausedAt(0, 6, 1)).toBe(true)
  expect(isPausedAt(5, 6, 1)).toBe(true)
  expect(isPausedAt(0, 6, 6)).toBe(false)
  expect(isPausedAt(0, 1, 0)).toBe(true)
  expect(isPausedAt(110, 111, 5000)).toBe(false)
})

it('stays paused until no more than half of them are left, seen every thirty events', () => {
  expect([0, 29, 30, 59, 60, 90].map((place) => isPausedAt(place, 100, 80))).toEqual([true, true, true, true, false, false])
})
