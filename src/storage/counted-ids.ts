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
 * @param first a GUID, which tells the others from those of all other counts if it is random in what stays.
 * @param index how many ids lie between them, plus one; 0 for the first. Behind the greatest number comes 0.
 */
export const idBehind = (first: string, index: number): string =>
  first.slice(0, alike) + ((numberIn(first) + index) % modulus).toString(16).padStart(digits, '0')

export const idAt = ({ id, first }: CountedIds, position: Position): string => idBehind(id, position - first)

/** What all ids that are counted from one have in common, whatever their case. */
export const commonStart = (id: string): string => id.slice(0, alike).toLowerCase()

/** @returns where an id stands that begins like these. */
export const positionOfId = ({ id, first }: CountedIds, other: string): Position =>
  first + ((numberIn(other) - numberIn(id) + modulus) % modulus)
