// The types that every layer shares: events, their positions in the log, and the heads of their streams.

/**
 * The number of events in the log before this one. Positions only grow; a scavenge leaves gaps and never renumbers. Printed as
 * `C:<n>/P:<n>` or as 32 hex digits at the edge only.
 */
export type Position = number

/** The largest signed 64-bit integer: "no limit" to clients, and the printed number of a tombstone. */
export const maxInt64 = 9223372036854775807n

/** The stored number of a tombstone; `printNumber` turns it into 2^63-1, which a JavaScript number cannot hold. */
export const tombstoneNumber = Number.MAX_SAFE_INTEGER

/** An event to append. Data is text, or bytes where it is no UTF-8 (streams-http §8.2). */
export interface NewEvent {
  /** Lower-case GUID with dashes. */
  readonly id: string
  readonly type: string
  readonly data: string | Uint8Array
  /** Empty if there is none. */
  readonly metadata: string | Uint8Array
  readonly isJson: boolean
}

/** An event with its stream, number and time, ready for the log. */
export interface NumberedEvent extends NewEvent {
  readonly stream: string
  /** 0, 1, 2 … within the stream; `tombstoneNumber` for a tombstone. */
  readonly number: number
  /** Milliseconds since 1970, UTC. */
  readonly created: number
}

/** An event in the log. */
export interface RecordedEvent extends NumberedEvent {
  readonly position: Position
}

/** Characters and bytes of data and metadata. */
export const contentOf = ({ data, metadata }: Pick<NewEvent, 'data' | 'metadata'>): number => data.length + metadata.length

export const contentOfAll = (events: readonly Pick<NewEvent, 'data' | 'metadata'>[]): number =>
  events.reduce((sum, event) => sum + contentOf(event), 0)

/** The stream and number of an event. */
export interface EventPlace {
  readonly stream: string
  readonly number: number
}

/** The roles with each right on a stream; a missing right falls back to the defaults (streams-http §18.6). */
export interface AccessList {
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly delete?: readonly string[]
  readonly metadataRead?: readonly string[]
  readonly metadataWrite?: readonly string[]
}

/** The part of a stream's metadata that the server acts on (streams-http §12.4). */
export interface StreamMetadata {
  readonly maxCount?: bigint
  /** Seconds. */
  readonly maxAge?: bigint
  /** Hides events with a smaller number; `maxInt64` marks a soft deletion. */
  readonly truncateBefore?: bigint
  /** Seconds. */
  readonly cacheControl?: bigint
  readonly acl?: AccessList
  /** A soft deletion by an event without the JSON flag, which the rules of writing heed and readers do not. */
  readonly deletedForWrites?: true
}

/** The summary of a stream. Exists as soon as the stream has an event, metadata or a tombstone. */
export interface StreamHead {
  readonly stream: string
  /** Number of the last event ever appended, which deletion does not reset; -1 if the stream has only metadata. */
  readonly last: number
  readonly tombstone: boolean
  /** From the last event of the metastream; empty if that event is unusable. */
  readonly metadata: StreamMetadata
}

/** @param head the stream's head; a stream without one is not deleted. */
export const isSoftDeleted = (head: StreamHead | undefined): boolean => head?.metadata.truncateBefore === maxInt64

/** Whether a write finds the stream soft-deleted. */
export const isDeletedForWrites = (head: StreamHead): boolean => isSoftDeleted(head) || head.metadata.deletedForWrites === true

/** @returns the number as clients see it, in decimal digits (streams-http §0.3). */
export const printNumber = (number: number): string => (number === tombstoneNumber ? maxInt64.toString() : String(number))

/** The same for documents. */
export const shownNumber = (number: number): number | bigint => (number === tombstoneNumber ? maxInt64 : number)
