import { expect, test } from 'vitest'
import type { Seated } from './turns.ts'
import { nextToLeave } from './turns.ts'

/** Uses engines in this order. @returns how often one had no instance, for each use. */
function missesOf(uses: readonly string[], instances: number): boolean[] {
  const [seated, known] = [new Map<string, Seated>(), new Map<string, number>()]
  return uses.map((name, usedAt) => {
    const isMissing = !seated.delete(name)
    if (isMissing && seated.size >= instances) {
      const leaving = nextToLeave(seated.values(), known.get(name))
      for (const [other, engine] of seated) if (engine === leaving) seated.delete(other)
    }
    seated.set(name, { usedAt })
    known.set(name, usedAt)
    return isMissing
  })
}

const count = (misses: readonly boolean[]): number => misses.filter(Boolean).length
const round = (engines: number): string[] => Array.from({ length: engines }, (_, index) => `e${index}`)
const rounds = (engines: number, times: number): string[] => Array.from({ length: times }, () => round(engines)).flat()

test('few engines never leave', () => {
  expect(count(missesOf(rounds(64, 5), 64))).toBe(64)
})

test.each([
  [65, 2],
  [100, 37],
  [200, 137],
])('of %i engines that take turns in 64 instances, no more than %i miss theirs in a round', (engines, most) => {
  const misses = missesOf(rounds(engines, 6), 64)
  for (let at = engines; at < misses.length; at += engines) expect(count(misses.slice(at, at + engines))).toBeLessThanOrEqual(most)
})

test('engines that work again take the instances of those that rest', () => {
  const busy = ['e70', 'e71', 'e70', 'e71', 'e70', 'e71']
  const misses = missesOf([...rounds(100, 2), ...busy, ...busy], 64)
  expect(count(misses.slice(-busy.length))).toBe(0)
})

test('a new engine takes the instance that was unused for longest', () => {
  expect(missesOf(['a', 'b', 'c', 'b', 'a'], 2)).toEqual([true, true, true, false, true])
})
