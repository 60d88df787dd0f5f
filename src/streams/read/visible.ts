// Decides which events of a stream are visible: truncation, count, age and deletion (streams-http §10.4).

import type { RecordedEvent, StreamHead, StreamMetadata } from '../../base/events/events.ts'
import { isSoftDeleted } from '../../base/events/events.ts'
import { isMetastream } from '../system.ts'

/** A metastream always behaves as if it kept only its last event (streams-http §12.1). */
const metastreamMetadata: StreamMetadata = { maxCount: 1n }

/** @returns the metadata that decides which events readers see. */
export const metadataInForce = (head: StreamHead): StreamMetadata => (isMetastream(head.stream) ? metastreamMetadata : head.metadata)

/** @returns the number of the first event that truncation and count leave visible, possibly beyond the last event. */
export function firstVisible(head: StreamHead): bigint {
  const { maxCount, truncateBefore = 0n } = metadataInForce(head)
  const byCount = maxCount === undefined ? 0n : BigInt(head.last) - maxCount + 1n
  return byCount > truncateBefore ? byCount : truncateBefore
}

/** 0001-01-01, the server's first moment, in milliseconds since 1970. */
const firstMoment = -62_135_596_800_000

export type Horizon = { readonly kind: 'since'; readonly milliseconds: number } | { readonly kind: 'unrepresentable' }

/**
 * The moment before which events are too old to be visible.
 *
 * @param now milliseconds since 1970.
 * @returns `unrepresentable` where the age reaches back before the year 1: every read that compares ages fails then (streams-http §12.4).
 */
export function horizon(head: StreamHead, now: number): Horizon {
  const { maxAge } = metadataInForce(head)
  if (maxAge === undefined) return { kind: 'since', milliseconds: Number.NEGATIVE_INFINITY }
  const milliseconds = now - Number(maxAge) * 1000
  return milliseconds < firstMoment ? { kind: 'unrepresentable' } : { kind: 'since', milliseconds }
}

/** Whether a stream without a tombstone is missing for readers: it has no event, or is soft-deleted, which a metastream never is. */
export const isMissing = (head: StreamHead | undefined): boolean =>
  !head || head.last < 0 || (isSoftDeleted(head) && !isMetastream(head.stream))

/**
 * Whether an event of this stream is visible.
 *
 * @param head of the stream, as the reader's transaction has it.
 * @param since `milliseconds` of `horizon`.
 */
export const isVisible = (event: RecordedEvent, head: StreamHead, since: number): boolean => visibility(head, since)(event)

/** The test of `isVisible`, prepared for many events of one stream. */
export function visibility(head: StreamHead, since: number): (event: RecordedEvent) => boolean {
  if (head.tombstone || isMissing(head)) return () => false
  // Beyond the exact integers it is still larger than every event number.
  const first = Number(firstVisible(head))
  return (event) => event.number >= first && event.created >= since
}
