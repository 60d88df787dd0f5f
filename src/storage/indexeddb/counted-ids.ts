// Reads ids that databases of schema version 4 hold as a count: the first one is kept, and those behind it count up (docs/performance.md).

import type { Position } from '../../base/events.ts'

export interface CountedIds {
  /** That of the event at `first`. */
  readonly id: string
  readonly first: Position
}

export const isCounted = (ids: object | string): ids is CountedIds => typeof ids === 'object' && 'id' in ids

/** The seven digits behind the first one count; behind the greatest number comes 0. */
const [from, to] = [1, 8]
const modulus = 2 ** (4 * (to - from))

export function countedIdAt({ id, first }: CountedIds, position: Position): string {
  const number = (Number.parseInt(id.slice(from, to), 16) + position - first) % modulus
  return id.slice(0, from) + number.toString(16).padStart(to - from, '0') + id.slice(to)
}
