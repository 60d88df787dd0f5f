// The storage port: keeps a log of commits, one head per stream and named rows. No rule of the product lives behind it.

import type { EventTable, RecordedTable } from '../base/events/event-table.ts'
import type { EventPlace, Position, RecordedEvent, StreamHead } from '../base/events/events.ts'

/**
 * The guarantees of an implementation, in one tab and between all tabs that share it:
 *
 * - Transactions are serializable: each sees the store as if it ran alone, between two others.
 * - A write transaction becomes visible at once when its promise resolves, or, if `work` throws, not at all.
 * - When the promise of a write resolves the commit has the durability that the implementation was created with.
 * - Inside `work` only promises of the transaction itself may be awaited; awaiting anything else ends the transaction
 *   (IndexedDB commits it) and the next call on it rejects.
 * - Values handed out are the caller's: changing one never changes the store. Values handed in are copied.
 *
 * Callers decide all that can conflict inside one write transaction, so they need no other lock.
 */
export interface Storage {
  /** Shared by all tabs of this storage, for locks and channels; undefined if no other tab can see it. */
  readonly name: string | undefined
  /** Whether its contents end with the process or the page. Default: false. */
  readonly isVolatile?: boolean
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>
  /**
   * Calls back after every commit of this or another tab that changed the log or a row. A hint only: calls may be
   * merged or repeated, so listeners read again. @returns a function that stops the calls.
   */
  onCommit(listener: (commit: CommitHint) => void): () => void
  /** Waits for transactions under way; later ones reject with a `storage-closed` StoreError. */
  close(): Promise<void>
}

export interface CommitHint {
  /** The new end of the log. */
  readonly end: Position
  /** Streams that got events, or undefined if that is not known. */
  readonly streams: readonly string[] | undefined
  /** Tables whose rows were written, or undefined if that is not known. */
  readonly tables: readonly string[] | undefined
  /** All events of a commit of this tab, in order, so that listeners need not read them; undefined where they may be others, or too many. */
  readonly appended?: readonly RecordedTable[]
  /** Whether the log has lost events: what a listener keeps of it may be gone. Default: false. */
  readonly dropsEvents?: boolean
}

/** Part of a stream (`from` is an event number) or of the log (`from` is a position). */
export interface Range {
  /** Inclusive; forward reads begin at or after it, backward ones at or before it. */
  readonly from: number
  readonly direction: 'forward' | 'backward'
  /** The most events to read. */
  readonly limit: number
  /**
   * Forward only: whether the storage may add the events that share a record with the last one. A caller that drops what it reads then
   * drops whole records, instead of making the storage rewrite some of them.
   */
  readonly isGenerous?: boolean
}

/** The remains of a dropped event. */
export interface DroppedEvent extends EventPlace {
  readonly id: string
  readonly position: Position
}

/** A whole log, to be carried into another storage. */
export interface StoredLog {
  /** The end of the log, greater than every position in it. */
  readonly end: Position
  /** In order of position, with gaps where events were dropped. */
  readonly events: readonly RecordedEvent[]
  readonly dropped: readonly DroppedEvent[]
}

export interface ReadTransaction {
  /** The end of the log: the position of the next event. */
  end(): Promise<Position>
  head(stream: string): Promise<StreamHead | undefined>
  /** Heads of several streams, in their order, for little more than the cost of one. */
  headsOf(streams: readonly string[]): Promise<(StreamHead | undefined)[]>
  /** Heads in order of stream name (by UTF-16 units), after the given name, at most `limit`. */
  heads(after: string | undefined, limit: number): Promise<StreamHead[]>
  /** Stored events of a stream in the direction of the range; the cost does not depend on the stream's length. */
  stream(stream: string, range: Range): Promise<RecordedEvent[]>
  /** Stored events of all streams in the direction of the range. */
  log(range: Range): Promise<RecordedEvent[]>
  /**
   * The place where the store first had each id, ignoring case and including dropped events; undefined if it never had it
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

export interface WriteTransaction extends ReadTransaction {
  /**
   * Puts events at the end of the log in the given order; later reads of this transaction see them. All appends of one
   * transaction form one commit, whatever the number of streams. Numbers and heads are the caller's, who lets numbers grow within a
   * stream and puts each stream's new head: storage never checks them.
   *
   * Others run between the pieces of a long table: await it before the next call.
   *
   * @param events of one stream, or of many; one table costs less than many of a few events each.
   * @returns the position of the first one; the others follow it without a gap.
   */
  append(events: EventTable): Promise<Position>
  putHead(head: StreamHead): void
  putRow<T>(table: Table<T>, key: string, row: T): void
  deleteRow<T>(table: Table<T>, key: string): void
  /** Deletes all rows whose key starts with `prefix`. */
  deleteRows<T>(table: Table<T>, prefix: string): void
  /**
   * Removes the events at these positions; those of the others stay. The cost grows with the number of commits that held them, so a
   * scavenge drops a few hundred at a time, and other writers get their turn in between.
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
  /** Never set: it only carries the type. */
  readonly row?: T
}

/** @param name unique within the product, e.g. `projections`. */
export const table = <T>(name: string): Table<T> => ({ name })
