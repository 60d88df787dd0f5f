// Positions in the log as clients see them, in two halves, and the records before and behind them (streams-http §13).

import type { Position } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'

/** A place between records. Both halves count `Position`s, but a client may send any number up to 2^63-1. */
export interface LogPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

/** Where a record starts. */
export const startOf = (position: Position): LogPosition => ({ commit: BigInt(position), prepare: BigInt(position) })
/** Where a record ends and the next one starts. */
export const endOf = (position: Position): LogPosition => startOf(position + 1)

/** The first record of a forward read from here: it starts at or behind the place. */
export function firstFrom({ commit, prepare }: LogPosition): bigint {
  return prepare <= commit ? commit : commit + 1n
}

/** The first record of a backward read from here: it ends at or before the place; -1 if there is none. */
export function lastBefore({ commit, prepare }: LogPosition): bigint {
  const record = prepare >= commit ? commit - 1n : commit - 2n
  return record < -1n ? -1n : record
}

/** The positions in the links of a page of the log. */
export interface LogBounds {
  /** Where the next page in the same direction starts. */
  readonly next: LogPosition
  /** Where a page in the other direction starts. */
  readonly back: LogPosition
}

/**
 * @param from where the page started.
 * @param met the first and the last record that the read examined, whether on the page or not.
 */
export function boundsOf(
  direction: 'forward' | 'backward',
  from: LogPosition,
  met: { readonly first: Position; readonly last: Position } | undefined,
): LogBounds {
  if (direction === 'backward')
    return met ? { next: startOf(met.last), back: endOf(met.first) } : { next: from, back: { commit: from.commit, prepare: 0n } }
  return met
    ? { next: { commit: BigInt(met.last) + 1n, prepare: 0n }, back: startOf(met.first) }
    : { next: from, back: { commit: from.commit, prepare: maxInt64 } }
}
