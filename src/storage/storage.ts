// The storage port: keeps a log of commits, one head per stream and named rows. No rule of the product lives behind it.

import type { Column } from '../base/column.ts'
import type { EventPlace, EventsOfStream, NumberedEvent, Position, RecordedEvent, StreamHead, StreamMetadata } from '../base/events.ts'

/**
 * What an implementation guarantees, in one tab and between all tabs that share it:
 *
 * - Transactions are serializable: each sees the store as if it ran alone, between two others.
 * - A write transaction becomes visible at once when its promise resolves, or, if `work` throws, not at all.
 * - When the promise of a write resolves the commit has the durability that the implementation was created with.
 * - Inside `work` only promises of the transaction itself may be awaited; awaiting anything else ends the transaction
 *   (IndexedDB commits it) and the next call on it rejects.
 * - Values handed out are the caller's: changing one never changes the store. Values handed in are copied.
 *
 * Whatever can conflict is decided inside one write transaction, so callers need no other lock.
 */
export interface Storage {
  /** What all tabs that share this storage agree on, for locks and channels; undefined where nobody else can see it. */
  readonly name: string | undefined
  /** Whether what it keeps is gone with the process or the page. Default: false. */
  readonly isVolatile?: boolean
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * Calls back after every commit of this or another tab that changed the log or a row. A hint only: calls may be
   * merged or repeated, so listeners read again. @returns a function that stops the calls.
   */
  onCommit(listener: (commit: CommitHint) => void): () => void
  /** Rejects what comes later with a `storage-closed` StoreError; transactions under way finish first. */
  close(): Promise<void>
}

export interface CommitHint {
  /** Where the log ends now. */
  readonly end: Position
  /** Streams that got events, or undefined where that is not known. */
  readonly streams: readonly string[] | undefined
  /** Tables whose rows were written, or undefined where that is not known. */
  readonly tables: readonly string[] | undefined
}

/** Part of a stream (`from` is an event number) or of the log (`from` is a position). */
export interface Range {
  /** Inclusive; forward reads take what is at or after it, backward ones at or before it. */
  readonly from: number
  readonly direction: 'forward' | 'backward'
  /** At most so many events. */
  readonly limit: number
  /**
   * Forward only: whether a storage that keeps events together may add those which it keeps together with the last one. Who drops what is
   * read drops whole records then, instead of writing some of them again.
   */
  readonly isGenerous?: boolean
}

/** What is left of a dropped event. */
export interface DroppedEvent extends EventPlace {
  readonly id: string
  readonly position: Position
}

/** A whole log, as it can be carried into another storage. */
export interface StoredLog {
  /** Where it ends: greater than every position in it. */
  readonly end: Position
  /** In order of position, with gaps where events were dropped. */
  readonly events: readonly RecordedEvent[]
  readonly dropped: readonly DroppedEvent[]
}

export interface ReadTransaction {
  /** Where the log ends: the position that the next event will get. */
  end(): Promise<Position>
  head(stream: string): Promise<StreamHead | undefined>
  /** Those of several streams, in their order, at the cost of little more than one. */
  headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]>
  /** Heads in order of stream name (by UTF-16 units), after the given name, at most `limit`. */
  heads(after: string | undefined, limit: number): Promise<StreamHead[]>
  /** Stored events of a stream in the direction of the range; the cost does not depend on the stream's length. */
  stream(stream: string, range: Range): Promise<RecordedEvent[]>
  /** Stored events of all streams in the direction of the range. */
  log(range: Range): Promise<RecordedEvent[]>
  /**
   * Where the whole store first held each id, in whatever case, dropped events included; undefined where it never did
   * (streams-http §8.7).
   */
  firstWithId(ids: readonly string[]): Promise<(EventPlace | undefined)[]>
  /** Dropped events that were the first in the store to have their id, in order of position. */
  dropped(): Promise<DroppedEvent[]>
  /** Names of the tables that hold rows, in order. */
  tables(): Promise<string[]>
  row<T>(table: Table<T>, key: string): Promise<T | undefined>
  /** Rows whose key starts with `prefix`, in order of key. */
  rows<T>(table: Table<T>, prefix?: string): Promise<(readonly [key: string, row: T])[]>
}

/** One event for each of many streams: alike but for some members, which are lists in the order of the streams. */
export interface EventPerStream {
  /** Each once. */
  readonly streams: readonly string[]
  readonly numbers: Column<number>
  /** One for each, in lower case. */
  readonly ids: readonly string[]
  readonly type: string
  readonly isJson: boolean
  /** One text for all, or one for each. */
  readonly data: Column<string>
  readonly metadata: Column<string>
  readonly created: number
  /** Metadata in force for streams that have no head yet; the others keep theirs. */
  readonly streamMetadata: StreamMetadata
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Puts events at the end of the log in the given order; later reads of this transaction see them. All appends of one
   * transaction form one commit, whatever the number of streams. Numbers are the caller's, who lets them grow within a stream:
   * storage never checks them.
   *
   * @returns the position of the first one; the others follow it without a gap.
   */
  append(events: readonly NumberedEvent[]): Promise<Position>
  /**
   * Appends one event to each of many streams, and puts the heads that they have then: what `append` and `putHead` do, without an
   * object for each event. No stream may be hard-deleted.
   *
   * @returns the position of the first one; the others follow it without a gap, in the order of the streams.
   */
  appendToEach(events: EventPerStream): Promise<Position>
  /** The same as `append` for many events of one stream, without an object for each. */
  appendToOne(events: EventsOfStream): Promise<Position>
  putHead(head: StreamHead): void
  putRow<T>(table: Table<T>, key: string, row: T): void
  deleteRow<T>(table: Table<T>, key: string): void
  /** Deletes all rows whose key starts with `prefix`. */
  deleteRows<T>(table: Table<T>, prefix: string): void
  /**
   * Physically removes the events at these positions; positions of the others stay. The cost grows with the commits that held
   * them, so a scavenge takes a few hundred at a time, between which other writers get their turn.
   */
  dropEvents(positions: readonly Position[]): Promise<void>
  /** Removes every event, head and row; positions start again at 0. */
  clear(): void
  /** Fills the log with events that keep their positions. Only after `clear` in the same transaction, and before any append. */
  restore(log: StoredLog): Promise<void>
}

/** A named set of rows of one shape. Keys are texts; rows are anything structured cloning can copy. */
export interface Table<T> {
  readonly name: string
  /** Carries the type only; never set. */
  readonly row?: T
}

/** @param name unique within the product, e.g. `projections`. */
export const table = <T>(name: string): Table<T> => ({ name })
