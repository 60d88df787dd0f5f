// The words every layer shares: what an event is, where it stands in the log, and what is known of its stream.

import type { Column } from './column.ts'

/**
 * How many events the log held before this one. Positions only grow; a scavenge leaves gaps and never renumbers.
 * Printed as `C:<n>/P:<n>` and as 32 hex digits only at the edge.
 */
export type Position = number

/** The largest signed 64-bit integer: what clients send and read as "no limit", and the number of a tombstone in print. */
export const maxInt64 = 9223372036854775807n

/** The number a tombstone is kept under; `printNumber` turns it into 2^63-1, which a JavaScript number cannot hold. */
export const tombstoneNumber = Number.MAX_SAFE_INTEGER

/** An event as a caller hands it in. Text stays text; bytes are kept only where they are no UTF-8 (streams-http §8.2). */
export interface NewEvent {
  /** Lower-case GUID with dashes. */
  readonly id: string
  readonly type: string
  readonly data: string | Uint8Array
  /** Empty text where there is none. */
  readonly metadata: string | Uint8Array
  readonly isJson: boolean
}

/** An event with its place in a stream and its time, ready for the log. */
export interface NumberedEvent extends NewEvent {
  readonly stream: string
  /** 0, 1, 2 … within the stream; `tombstoneNumber` for a tombstone. */
  readonly number: number
  /** Milliseconds since 1970, UTC. */
  readonly created: number
}

/** An event as the log holds it. */
export interface RecordedEvent extends NumberedEvent {
  readonly position: Position
}

/** Events of one stream as columns: their numbers count up from that of the first one. */
export interface EventsOfStream {
  readonly stream: string
  readonly firstNumber: number
  /** One for each, in lower case. */
  readonly ids: readonly string[]
  readonly types: Column<string>
  /** One for each: says how many events there are. */
  readonly data: readonly string[]
  /** One for each. */
  readonly metadata: readonly string[]
  readonly isJson: Column<boolean>
  readonly created: number
}

/** Where an event stands in its stream. */
export interface EventPlace {
  readonly stream: string
  readonly number: number
}

/** Who may do what with a stream; a missing right falls back to the defaults (streams-http §18.6). */
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
  /** Events with a smaller number are hidden; `maxInt64` means soft deleted. */
  readonly truncateBefore?: bigint
  /** Seconds. */
  readonly cacheControl?: bigint
  readonly acl?: AccessList
}

/** What is known of a stream without reading it. Exists as soon as the stream has an event, metadata or a tombstone. */
export interface StreamHead {
  readonly stream: string
  /** Number of the last event ever appended, never reset by deletion; -1 where there is only metadata. */
  readonly last: number
  readonly tombstone: boolean
  /** In force now: that of the last event of the metastream, or none where that event is unusable. */
  readonly metadata: StreamMetadata
}

/** @param head the stream's head; a stream without one is not deleted. */
export const isSoftDeleted = (head: StreamHead | undefined): boolean => head?.metadata.truncateBefore === maxInt64

/** @returns the number in decimal digits as clients see it (streams-http §0.3). */
export const printNumber = (number: number): string => (number === tombstoneNumber ? maxInt64.toString() : String(number))
