import { expect, test } from 'vitest'
import { eventsAtFirst, nextEvents, restAfter, stepMilliseconds } from './throttle.ts'

test('a step of the right length is followed by one of the same size', () => {
  expect(nextEvents(300, stepMilliseconds)).toBe(300)
})

test('fast steps grow by doubling, up to a bound', () => {
  expect(nextEvents(256, 1)).toBe(512)
  const grown = Array.from({ length: 10 }).reduce<number>((events) => nextEvents(events, 1), eventsAtFirst)
  expect(nextEvents(grown, 1)).toBe(grown)
})

test('slow steps shrink at once, down to a bound', () => {
  expect(nextEvents(512, (stepMilliseconds * 3) / 2)).toBe(341)
  expect(nextEvents(512, 10_000)).toBe(256)
})

test('others get the storage for as long as a step held it, within bounds', () => {
  expect([0, 3, 20, 10_000].map(restAfter)).toEqual([5, 5, 20, 50])
})
