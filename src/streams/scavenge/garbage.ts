// Decides which events of a stream no reader can ever see again, so that a scavenge may drop them (server-http §8.1).

import type { RecordedEvent, StreamHead } from '../../base/events/events.ts'
import { tombstoneNumber } from '../../base/events/events.ts'
import { firstVisible, horizon, metadataInForce } from '../read/visible.ts'

/** The events that a stream keeps: all from a number on that are not older than a moment. */
export interface Kept {
  /** Number of the first event that stays. */
  readonly from: bigint
  /** Milliseconds since 1970. */
  readonly since: number
  /** Number of an event that stays in any case, because numbers and metadata go on from it; -1: none. */
  readonly always: number
}

/**
 * @param head of the stream.
 * @param original head of the stream that a metastream describes; undefined for other streams, and where it has no head.
 * @param now milliseconds since 1970.
 * @returns undefined if every event stays.
 */
export function keptOf(head: StreamHead, original: StreamHead | undefined, now: number): Kept | undefined {
  if (head.tombstone) return { from: BigInt(tombstoneNumber), since: Number.NEGATIVE_INFINITY, always: tombstoneNumber }
  if (original?.tombstone) return { from: BigInt(tombstoneNumber), since: Number.NEGATIVE_INFINITY, always: -1 }
  const from = firstVisible(head)
  const oldest = horizon(head, now)
  if (from <= 0n && metadataInForce(head).maxAge === undefined) return undefined
  return { from, since: oldest.kind === 'since' ? oldest.milliseconds : Number.NEGATIVE_INFINITY, always: head.last }
}

/** @param oldest events of the stream in order. @returns those before the first one that stays. */
export function garbageAmong(oldest: readonly RecordedEvent[], kept: Kept): RecordedEvent[] {
  const isKept = ({ number, created }: RecordedEvent) => number === kept.always || (BigInt(number) >= kept.from && created >= kept.since)
  const end = oldest.findIndex(isKept)
  return end < 0 ? [...oldest] : oldest.slice(0, end)
}
