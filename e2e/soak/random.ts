// Choices that repeat with their seed.

import { seededRandom } from '../../src/engine/faults/random.ts'

export interface Choices {
  /** An integer, at least 0 and below `limit`. */
  below(limit: number): number
  /** @param share between 0 and 1. */
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Choices of their own, which do not move these. */
  fork(): Choices
}

/** @param seed any integer. */
export function choices(seed: number): Choices {
  const next = seededRandom(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)]!,
    fork: () => choices(below(2 ** 31)),
  }
}
