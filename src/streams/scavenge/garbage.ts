// Decides which events of a stream no reader will ever see again, so that a scavenge may drop them (server-http §8.1).

import type { RecordedEvent, StreamHead } from '../../base/events.ts'
import { tombstoneNumber } from '../../base/events.ts'
import { firstVisible, horizon, metadataInForce } from '../read/visible.ts'

/** What a stream keeps: everything from a number on that is not older than a moment; nothing where the stream is gone. */
export interface Kept {
  /** Number of the first event that stays. */
  readonly from: bigint
  /** Milliseconds since 1970. */
  readonly since: number
  /** Stays whatever the others say: numbers and metadata go on from it. -1: none. */
  readonly always: number
}

/**
 * @param head of the stream.
 * @param original head of the stream that a metastream belongs to; undefined for other streams and where it has none.
 * @param now milliseconds since 1970.
 * @returns undefined where every event stays.
 */
export function keptOf(head: StreamHead, original: StreamHead | undefined, now: number): Kept | undefined {
  if (head.tombstone) return { from: BigInt(tombstoneNumber), since: Number.NEGATIVE_INFINITY, always: tombstoneNumber }
  if (original?.tombstone) return { from: BigInt(tombstoneNumber), since: Number.NEGATIVE_INFINITY, always: -1 }
  const from = firstVisible(head)
  const oldest = horizon(head, now)
  if (from <= 0n && metadataInForce(head).maxAge === undefined) return undefined
  return { from, since: oldest.kind === 'since' ? oldest.milliseconds : Number.NEGATIVE_INFINITY, always: head.last }
}

/** The events before the first one that stays, given the oldest of a stream in order. */
export function garbageAmong(oldest: readonly RecordedEvent[], kept: Kept): RecordedEvent[] {
  const isKept = ({ number, created }: RecordedEvent) => number === kept.always || (BigInt(number) >= kept.from && created >= kept.since)
  const end = oldest.findIndex(isKept)
  return end < 0 ? [...oldest] : oldest.slice(0, end)
}
