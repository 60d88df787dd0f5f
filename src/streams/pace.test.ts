import { expect, test } from 'vitest'
import { eventsAtFirst, nextEvents, stepMilliseconds } from './pace.ts'

test('a step that took its time is followed by one like it', () => {
  expect(nextEvents(100, stepMilliseconds)).toBe(100)
})

test('fast steps grow by doubling, up to a bound', () => {
  expect(nextEvents(100, 0)).toBe(200)
  const grown = Array.from({ length: 10 }).reduce<number>((events) => nextEvents(events, 1), eventsAtFirst)
  expect(nextEvents(grown, 1)).toBe(grown)
})

test('slow steps shrink at once, down to a bound', () => {
  expect(nextEvents(1000, stepMilliseconds * 10)).toBe(100)
  expect(nextEvents(20, 10_000)).toBe(20)
})
