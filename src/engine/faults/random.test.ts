import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'

const take = (seed: number, count: number) => {
  const next = seededRandom(seed)
  return Array.from({ length: count }, next)
}

test('the same seed gives the same numbers, another seed others', () => {
  expect(take(7, 20)).toEqual(take(7, 20))
  expect(take(7, 20)).not.toEqual(take(8, 20))
})

test('numbers lie between 0 and 1 and spread evenly', () => {
  const numbers = take(1, 10_000)
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  const tenths = Array.from({ length: 10 }, (_, tenth) => numbers.filter((number) => Math.floor(number * 10) === tenth).length)
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})
