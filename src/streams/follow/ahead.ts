// Reads the events ahead of a reader that goes forward without pages: a batch of events, and the place where the next one begins.

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { allStream } from '../system.ts'
import type { ReadEvent } from '../read/links.ts'
import { resolveEvents } from '../read/links.ts'
import { stateIn } from '../read/read.ts'
import { firstVisible, visibility } from '../read/visible.ts'

export interface AheadRequest {
  /** A stream, or `$all`. */
  readonly stream: string
  /** The number of the first event, or in `$all` its position. */
  readonly from: number
  /** The most events to look at; those that are hidden count too. */
  readonly count: number
  /** Whether links become the events that they name. Default: only in streams; in `$all` those events are as well. */
  readonly resolveLinks?: boolean
}

export interface AheadBatch {
  readonly kind: 'batch'
  /** Oldest first. */
  readonly events: readonly ReadEvent[]
  /** Where the next batch begins. */
  readonly next: number
  /** Whether there was nothing behind this batch. */
  readonly isEnd: boolean
  /** Number of the first event that truncation and count leave visible, and of the last one; undefined if the stream is missing, and for `$all`. */
  readonly bounds?: { readonly first: bigint; readonly last: number }
}

export type AheadOutcome =
  | AheadBatch
  /** The stream is hard-deleted, by this event, or its `$maxAge` reaches back before the year 1: every read fails. */
  | { readonly kind: 'unreadable'; readonly tombstone?: RecordedEvent }

/** @param now milliseconds since 1970. */
export function readAheadIn(tx: ReadTransaction, request: AheadRequest, now: number): Promise<AheadOutcome> {
  return request.stream === allStream ? logAhead(tx, request, now) : streamAhead(tx, request, now)
}

/** The first place of a reader that wants only later events. */
export async function endIn(tx: ReadTransaction, stream: string): Promise<number> {
  return stream === allStream ? await tx.end() : ((await tx.head(stream))?.last ?? -1) + 1
}

async function logAhead(tx: ReadTransaction, { from, count, resolveLinks = false }: AheadRequest, now: number): Promise<AheadOutcome> {
  const end = await tx.end()
  const records = from < end ? await tx.log({ from, direction: 'forward', limit: count }) : []
  const isEnd = records.length < count
  const next = isEnd ? Math.max(from, end) : records.at(-1)!.position + 1
  return { kind: 'batch', events: await resolveEvents(tx, records, resolveLinks, now), next, isEnd }
}

async function streamAhead(
  tx: ReadTransaction,
  { stream, from, count, resolveLinks = true }: AheadRequest,
  now: number,
): Promise<AheadOutcome> {
  const state = await stateIn(tx, stream, now)
  if (state.kind === 'missing') return nothing(from, state.head?.last)
  if (state.kind === 'deleted') return { kind: 'unreadable', ...(await tombstoneOf(tx, stream)) }
  if (state.kind !== 'readable') return { kind: 'unreadable' }
  const { head, since } = state
  const least = firstVisible(head)
  const first = least > BigInt(from) ? least : BigInt(from)
  if (first > BigInt(head.last)) return { ...nothing(from, head.last), bounds: boundsOf(head) }
  const stored = await tx.stream(stream, { from: Number(first), direction: 'forward', limit: count })
  const isEnd = stored.length < count
  const next = isEnd ? head.last + 1 : stored.at(-1)!.number + 1
  const events = await resolveEvents(tx, stored.filter(visibility(head, since)), resolveLinks, now)
  return { kind: 'batch', events, next, isEnd, bounds: boundsOf(head) }
}

const boundsOf = (head: StreamHead) => ({ first: firstVisible(head), last: head.last })

/** The event that deleted the stream itself; none if that deleted the stream that it describes. */
async function tombstoneOf(tx: ReadTransaction, stream: string): Promise<{ readonly tombstone?: RecordedEvent }> {
  const [tombstone] = await tx.stream(stream, { from: tombstoneNumber, direction: 'backward', limit: 1 })
  return tombstone?.number === tombstoneNumber ? { tombstone } : {}
}

/** Events that are hidden now stay behind the reader for good. */
const nothing = (from: number, last: number = -1): AheadBatch => ({
  kind: 'batch',
  events: [],
  next: Math.max(from, last + 1),
  isEnd: true,
})
