// Reads ids that schema version 4 stored as a first id and a count: later ones count up from it (docs/performance.md).

import type { Position } from '../../base/events.ts'

export interface CountedIds {
  /** Id of the event at `first`. */
  readonly id: string
  readonly first: Position
}

export const isCounted = (ids: object | string): ids is CountedIds => typeof ids === 'object' && 'id' in ids

/** The second to eighth digits count up, and start again at 0 after the greatest number. */
const [from, to] = [1, 8]
const modulus = 2 ** (4 * (to - from))

export function countedIdAt({ id, first }: CountedIds, position: Position): string {
  const number = (Number.parseInt(id.slice(from, to), 16) + position - first) % modulus
  return id.slice(0, from) + number.toString(16).padStart(to - from, '0') + id.slice(to)
}
