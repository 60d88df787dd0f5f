// The requests to write or delete a stream, and their outcomes.

import type { NewEvents } from '../base/events/event-table.ts'
import type { Position } from '../base/events/events.ts'

/** Expected versions below 0 (streams-http §8.7). */
export const expectedVersion = { any: -2n, noStream: -1n, streamExists: -4n, softDeleted: -5n } as const

export interface StreamWrite {
  readonly stream: string
  /** At least one. */
  readonly events: NewEvents
  /** -1, -2, -4, -5, or the number of the last event. */
  readonly expected: bigint
  /** Time of the events, in milliseconds since 1970. Default: now. */
  readonly at?: number
}

export type AppendOutcome =
  | { readonly kind: 'appended'; readonly first: number; readonly last: number; readonly position: Position }
  /** The ids were appended before: nothing was written. */
  | { readonly kind: 'repeated'; readonly first: number; readonly last: number }
  /** `current` is -1 where the stream has no event. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }

export interface StreamDeletion {
  readonly stream: string
  readonly expected: bigint
  readonly hard: boolean
}

export type DeleteOutcome =
  /** At the position of the tombstone, or of the metadata that mark the stream as deleted. */
  | { readonly kind: 'deleted-now'; readonly position: Position }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }
