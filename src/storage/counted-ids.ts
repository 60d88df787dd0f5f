// Counts ids up from one, so that what is written together by the thousands takes one random id (docs/decisions/133).

import type { Position } from '../base/events.ts'

/** Ids that count up with the positions of their events. */
export interface CountedIds {
  /** That of the event at `first`. */
  readonly id: string
  readonly first: Position
}

/** So many characters stay; the seven digits behind them count: a number that is small for every engine. */
const alike = 29
const digits = 7
const modulus = 2 ** (4 * digits)

const numberIn = (id: string): number => Number.parseInt(id.slice(alike), 16)

/**
 * @param first a GUID; where it is random in what stays, no two counts meet.
 * @returns a function that gives the id so many behind the first one. Behind the greatest number comes 0.
 */
export function idsFrom(first: string): (index: number) => string {
  // Taken apart once: that is half the cost of spelling out the ids of a record.
  const [start, number] = [first.slice(0, alike), numberIn(first)]
  return (index) => start + ((number + index) % modulus).toString(16).padStart(digits, '0')
}

/** What all ids that are counted from one have in common, whatever their case. */
export const commonStart = (id: string): string => id.slice(0, alike).toLowerCase()

/** @returns where an id stands that begins like these. */
export const positionOfId = ({ id, first }: CountedIds, other: string): Position =>
  first + ((numberIn(other) - numberIn(id) + modulus) % modulus)
