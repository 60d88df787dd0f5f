// Decides why an event did not reach a handler.

import type { RecordedEvent } from '../../base/events.ts'
import type { QueryStep, Sources } from '../../query/query.ts'
import { textOf } from '../../streams/metadata/text.ts'
import type { Delivered } from './delivery.ts'
import { isValidBody } from './validation.ts'

export type SkipReason =
  /** The query does not read its stream. */
  | 'stream-not-read'
  /** No handler for its type, and no `$any`. */
  | 'type-not-handled'
  /** Flagged as JSON, but its data are not. */
  | 'data-not-json'
  /** `partitionBy` gave no partition. */
  | 'no-partition'
  /** Links and system events that this kind of source leaves out. */
  | 'not-delivered'
  /** An earlier event faulted the query. */
  | 'after-fault'

/**
 * @param event itself, not the link through which it was read.
 * @param delivered the reader's decision; undefined where the event was not read.
 * @param skipped the query's reason, if the event reached the query.
 */
export function skipReason(
  event: Pick<RecordedEvent, 'type' | 'isJson' | 'data'>,
  delivered: Delivered | undefined,
  skipped: QueryStep['skipped'],
  sources: Pick<Sources, 'allEvents' | 'events'>,
): SkipReason {
  if (!delivered) return 'stream-not-read'
  if (skipped === 'no-partition') return 'no-partition'
  if (skipped === 'unhandled-type' || (!sources.allEvents && !sources.events.includes(event.type))) return 'type-not-handled'
  if (delivered.kind === 'delivered') return 'after-fault'
  return event.isJson && !isValidBody(event.data.length === 0 ? null : textOf(event.data)) ? 'data-not-json' : 'not-delivered'
}
