// Reads visible events of one stream inside a transaction: a range, or one event.

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import type { Range, ReadTransaction } from '../../storage/storage.ts'
import { originalsOf } from '../system.ts'
import { firstVisible, horizon, isMissing, visibility } from './visible.ts'

/** The state of a stream for its readers. */
export type StreamState =
  | { readonly kind: 'readable'; readonly head: StreamHead; /** Milliseconds; older events are hidden. */ readonly since: number }
  | { readonly kind: 'missing'; readonly head: StreamHead | undefined }
  | { readonly kind: 'deleted' }
  /** `$maxAge` reaches back before the year 1 (streams-http §12.4). */
  | { readonly kind: 'unrepresentable-age'; readonly head: StreamHead }

/** @param now milliseconds since 1970. */
export async function stateIn(tx: ReadTransaction, stream: string, now: number): Promise<StreamState> {
  const [head, ...originals] = await Promise.all([stream, ...originalsOf(stream)].map((name) => tx.head(name)))
  if (head?.tombstone || originals.some((original) => original?.tombstone)) return { kind: 'deleted' }
  if (!head || isMissing(head)) return { kind: 'missing', head }
  const age = horizon(head, now)
  return age.kind === 'since' ? { kind: 'readable', head, since: age.milliseconds } : { kind: 'unrepresentable-age', head }
}

/**
 * Visible events of a stream; none if it is missing or deleted.
 *
 * @param range as for storage; a `limit` of 1 may give no event although visible ones follow.
 */
export async function readIn(tx: ReadTransaction, stream: string, range: Range, now: number): Promise<RecordedEvent[]> {
  const state = await stateIn(tx, stream, now)
  return state.kind === 'readable' ? await visibleIn(tx, state, range) : []
}

/** Visible events of a readable stream; never fetches events below the first visible one. */
export async function visibleIn(
  tx: ReadTransaction,
  { head, since }: Extract<StreamState, { kind: 'readable' }>,
  { from, direction, limit }: Range,
): Promise<RecordedEvent[]> {
  const first = firstVisible(head)
  if (first > BigInt(head.last)) return []
  const least = Number(first)
  if (direction === 'backward' && from < least) return []
  const range: Range =
    direction === 'forward' ? { from: Math.max(from, least), direction, limit } : { from: Math.min(from, head.last), direction, limit }
  const events = await tx.stream(head.stream, range)
  return events.filter(visibility(head, since))
}

/** One visible event of a readable stream. @param number -1 or the number of an event; -1 stands for the last event ever appended. */
export async function eventIn(
  tx: ReadTransaction,
  state: Extract<StreamState, { kind: 'readable' }>,
  number: bigint,
): Promise<RecordedEvent | undefined> {
  const { last } = state.head
  if (number > BigInt(last) || number < -1n) return undefined
  const from = number === -1n ? last : Number(number)
  const [event] = await visibleIn(tx, state, { from, direction: 'backward', limit: 1 })
  return event?.number === from ? event : undefined
}
