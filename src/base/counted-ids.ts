// Counts ids up from one, so that what is written together by the thousands takes one random id (docs/performance.md).

import type { Position } from './events.ts'

/** Ids that count up with the positions of their events. */
export interface CountedIds {
  /** That of the event at `first`. */
  readonly id: string
  readonly first: Position
}

/**
 * The seven digits behind the first one count: a number that is small for every engine. Who makes ids for tests counts in their last
 * digits, as a rule, and must not meet these.
 */
const [from, to] = [1, 8]
const modulus = 2 ** (4 * (to - from))

const numberIn = (id: string): number => Number.parseInt(id.slice(from, to), 16)

/**
 * @param first a GUID; two counts never meet where theirs differ in what stays.
 * @returns a function that gives the id so many behind the first one. Behind the greatest number comes 0.
 */
export function idsFrom(first: string): (index: number) => string {
  // Taken apart once: that is half the cost of spelling out the ids of a record.
  const [before, number, behind] = [first.slice(0, from), numberIn(first), first.slice(to)]
  return (index) => before + ((number + index) % modulus).toString(16).padStart(to - from, '0') + behind
}

/** What all ids that are counted from one have in common, whatever their case. */
export const commonPart = (id: string): string => (id.slice(0, from) + id.slice(to)).toLowerCase()

/** @returns where an id stands that has its common part from these. */
export const positionOfId = ({ id, first }: CountedIds, other: string): Position =>
  first + ((numberIn(other) - numberIn(id) + modulus) % modulus)
