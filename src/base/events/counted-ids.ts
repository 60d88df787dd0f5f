// Counts ids up from a first one, so that thousands of events written together take one random id (docs/inside/performance.md).

import type { Position } from './events.ts'

/** Ids that count up with the positions of their events. */
export interface CountedIds {
  /** Id of the event at `first`. */
  readonly id: string
  readonly first: Position
}

export const isCounted = (ids: object | string): ids is CountedIds => typeof ids === 'object' && 'id' in ids

/**
 * The second to eighth digits count: 28 bits, a small integer to every engine. Tests that make ids of their own count in the last digits,
 * which must not meet these.
 */
const [from, to] = [1, 8]
const modulus = 2 ** (4 * (to - from))

const numberIn = (id: string): number => Number.parseInt(id.slice(from, to), 16)

/**
 * @param first a GUID. Ids counted from two of them never meet where the other digits differ.
 * @returns a function from a distance to the id so far behind the first one; 0 follows the greatest number.
 */
export function idsFrom(first: string): (distance: number) => string {
  // Cutting the first id for each of them would double the cost of spelling out the ids of a record.
  const [before, number, after] = [first.slice(0, from), numberIn(first), first.slice(to)]
  return (distance) => before + ((number + distance) % modulus).toString(16).padStart(to - from, '0') + after
}

/** @returns the digits that an id shares with all ids counted from it, in lower case. */
export const commonPart = (id: string): string => (id.slice(0, from) + id.slice(to)).toLowerCase()

/** @param other an id with the same common part, in any case. @returns its position, if it was counted that far. */
export const positionOfId = ({ id, first }: CountedIds, other: string): Position =>
  first + ((numberIn(other) - numberIn(id) + modulus) % modulus)
