// Decides which events of a stream a reader sees: truncation, count, age and deletion (streams-http §10.4).

import type { RecordedEvent, StreamHead, StreamMetadata } from '../../base/events.ts'
import { isSoftDeleted } from '../../base/events.ts'
import { isMetastream } from '../system.ts'

/** A metastream behaves as if only its last event were kept, and nothing can change that (streams-http §12.1). */
const metastreamMetadata: StreamMetadata = { maxCount: 1n }

/** @returns the metadata that readers of the stream are bound to. */
export const metadataInForce = (head: StreamHead): StreamMetadata => (isMetastream(head.stream) ? metastreamMetadata : head.metadata)

/** @returns the number of the first event that truncation and count leave visible; it may lie beyond the last event. */
export function firstVisible(head: StreamHead): bigint {
  const { maxCount, truncateBefore = 0n } = metadataInForce(head)
  const byCount = maxCount === undefined ? 0n : BigInt(head.last) - maxCount + 1n
  return byCount > truncateBefore ? byCount : truncateBefore
}

/** 0001-01-01, the first moment that the reference can name, in milliseconds since 1970. */
const firstMoment = -62_135_596_800_000

export type Horizon = { readonly kind: 'since'; readonly milliseconds: number } | { readonly kind: 'unrepresentable' }

/**
 * The moment before which events are too old to be seen.
 *
 * @param now milliseconds since 1970.
 * @returns `unrepresentable` where the age reaches back before the year 1: every read fails then (streams-http §12.4).
 */
export function horizon(head: StreamHead, now: number): Horizon {
  const { maxAge } = metadataInForce(head)
  if (maxAge === undefined) return { kind: 'since', milliseconds: Number.NEGATIVE_INFINITY }
  const milliseconds = now - Number(maxAge) * 1000
  return milliseconds < firstMoment ? { kind: 'unrepresentable' } : { kind: 'since', milliseconds }
}

/** Whether a reader finds nothing behind this head: no event yet, or soft deleted, which a metastream never is. A tombstone is looked at before. */
export const isMissing = (head: StreamHead | undefined): boolean =>
  !head || head.last < 0 || (isSoftDeleted(head) && !isMetastream(head.stream))

/**
 * Whether a reader sees an event of this stream.
 *
 * @param head the head that is in force for the reader.
 * @param since `milliseconds` of `horizon`.
 */
export const isVisible = (event: RecordedEvent, head: StreamHead, since: number): boolean => visibility(head, since)(event)

/** The same for many events of one stream. */
export function visibility(head: StreamHead, since: number): (event: RecordedEvent) => boolean {
  if (head.tombstone || isMissing(head)) return () => false
  // Too large to be exact, it is larger than every number of an event all the same.
  const first = Number(firstVisible(head))
  return (event) => event.number >= first && event.created >= since
}
