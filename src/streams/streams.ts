// The operations on streams: write, read and delete, in a transaction of their own or inside the caller's.

import type { Position, RecordedEvent, StreamHead } from '../base/events/events.ts'
import type { Environment } from '../base/platform/environment.ts'
import type { User } from '../base/user.ts'
import type { Range, ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts'
import type { StreamRight } from './metadata/access.ts'
import { allows } from './metadata/access.ts'
import type { LogFilter } from './read/filter.ts'
import type { Heads } from './write/heads.ts'
import type { ReadEvent } from './read/links.ts'
import type { LogPosition } from './read/log-position.ts'
import type { Poll } from './read/long-poll.ts'
import { createLongPolls } from './read/long-poll.ts'
import { resolveLink } from './read/links.ts'
import type { AppendOutcome, DeleteOutcome, StreamDeletion, StreamWrite } from './outcomes.ts'
import { readIn } from './read/read.ts'
import type { AllOutcome, AllPage, AllRequest } from './read/all.ts'
import type { EventOutcome, EventRequest, PageOutcome, PageRequest, StreamPage, Unreadable } from './read/page-reader.ts'
import { readEventIn } from './read/page-reader.ts'
import { allRead, pageRead } from './read/page-polls.ts'
import { startIn } from './write/fresh-store.ts'
import type { ActualState, TogetherOutcome, TogetherWrite } from './write/append-together.ts'
import { appendTogether, expectedTombstone } from './write/append-together.ts'
import type { CheckOutcome } from './write/write.ts'
import { appendAllIn, appendIn, checkIn, deleteIn } from './write/write.ts'
import type { AheadOutcome, AheadRequest } from './follow/ahead.ts'
import { readAheadIn } from './follow/ahead.ts'

export { expectedTombstone }
export { expectedVersion } from './outcomes.ts'
export type {
  AheadOutcome,
  AllOutcome,
  AllPage,
  AllRequest,
  EventOutcome,
  EventRequest,
  LogFilter,
  Unreadable,
  LogPosition,
  PageOutcome,
  PageRequest,
  Poll,
  StreamPage,
  AppendOutcome,
  DeleteOutcome,
  ReadEvent,
  StreamDeletion,
  StreamRight,
  StreamWrite,
  ActualState,
  TogetherOutcome,
  TogetherWrite,
}

/**
 * The streams of one store. Methods that end in `In` work inside the caller's transaction, so that reads and writes of several streams and
 * rows are atomic; the caller must await only the transaction's own promises inside it.
 */
export interface Streams {
  append(write: StreamWrite): Promise<AppendOutcome>
  /** Several appends in one transaction; a refused one does not stop the others. */
  appendAll(writes: readonly StreamWrite[]): Promise<AppendOutcome[]>
  /** Appends to several streams in one transaction, all or nothing, and only where all are as expected. */
  appendTogether(write: TogetherWrite): Promise<TogetherOutcome>
  /**
   * Appends inside a transaction, with metadata, undeletes of soft-deleted streams and links (streams-http §17). Several calls in one
   * transaction see each other and become visible together; await each before the next.
   */
  appendIn(tx: WriteTransaction, write: StreamWrite): Promise<AppendOutcome>
  /**
   * Several appends at the cost of little more than one. Each sees those before it; a refused one does not stop the others.
   *
   * @param heads the heads that the transaction has loaded and not changed since; filled with those that are loaded and changed here.
   */
  appendAllIn(tx: WriteTransaction, writes: readonly StreamWrite[], heads?: Heads): Promise<AppendOutcome[]>
  /** What an append of no events with this expected version would find. */
  check(stream: string, expected: bigint): Promise<CheckOutcome>
  delete(deletion: StreamDeletion): Promise<DeleteOutcome>
  deleteIn(tx: WriteTransaction, deletion: StreamDeletion): Promise<DeleteOutcome>

  /** The head of a stream; undefined if it has neither events nor metadata nor a tombstone. */
  headIn(tx: ReadTransaction, stream: string): Promise<StreamHead | undefined>
  /**
   * The visible events of a stream, with links unresolved: none of a missing or deleted stream, and none that `$maxCount`, `$maxAge` or
   * `$tb` hides. `headIn` tells the reason of an empty answer.
   *
   * @param range `from` is an event number; the limit also counts events that `$maxAge` hides.
   */
  readIn(tx: ReadTransaction, stream: string, range: Range): Promise<RecordedEvent[]>
  /** Resolves a `$>` event, one level deep; returns any other event as it is (streams-http §15). */
  resolveLinkIn(tx: ReadTransaction, event: RecordedEvent): Promise<ReadEvent>

  /** A page of a stream (streams-http §10); a poll waits for a new event or the time-out (§19). */
  readPage(request: PageRequest, poll?: Poll): Promise<PageOutcome>
  /** One event, or one metadata event of a stream where the request names a metastream (streams-http §11, §12.3). */
  readEvent(request: EventRequest): Promise<EventOutcome>
  /** The events ahead of a place in a stream or in `$all`, for readers without pages. */
  readAhead(request: AheadRequest): Promise<AheadOutcome>
  /** The end of the log: the position of the next event. */
  end(): Promise<Position>
  /** The position of an event, visible or not; undefined if a scavenge has removed it. */
  positionOf(stream: string, number: number): Promise<Position | undefined>
  /** A page of the log, filtered or not (streams-http §13); `poll` as for `readPage`. */
  readAll(request: AllRequest, poll?: Poll): Promise<AllOutcome>

  /**
   * Whether an access list grants a right (streams-http §18.5, steps 2 to 7).
   *
   * @param user undefined for an anonymous caller.
   */
  allows(user: User | undefined, right: StreamRight, stream: string): Promise<boolean>
  /** Writes the missing events of a fresh store (streams-http §13.2). */
  startIn(tx: WriteTransaction): Promise<void>
  /** Answers all waiting long polls with the current state. */
  answerPolls(): void
  /** Answers all waiting long polls, and lets none wait any more. */
  close(): void
}

export interface StreamsOptions {
  readonly storage: Storage
  readonly environment: Pick<Environment, 'now' | 'uuid' | 'after'>
}

export function createStreams(options: StreamsOptions): Streams {
  const { storage, environment } = options
  const polls = createLongPolls(storage, environment)
  return {
    append: (write) => storage.write((tx) => appendIn(tx, write, environment)),
    appendAll: (writes) => storage.write((tx) => appendAllIn(tx, writes, environment)),
    appendTogether: (write) => appendTogether(storage, write, environment),
    appendIn: (tx, write) => appendIn(tx, write, environment),
    appendAllIn: (tx, writes, heads) => appendAllIn(tx, writes, environment, heads),
    check: (stream, expected) => storage.read((tx) => checkIn(tx, stream, expected)),
    delete: (deletion) => storage.write((tx) => deleteIn(tx, deletion, environment)),
    deleteIn: (tx, deletion) => deleteIn(tx, deletion, environment),
    headIn: (tx, stream) => tx.head(stream),
    readIn: (tx, stream, range) => readIn(tx, stream, range, environment.now()),
    resolveLinkIn: (tx, event) => resolveLink(tx, event, environment.now()),
    readPage: (request, poll) => polls.run(poll, pageRead(options, request)),
    readEvent: (request) => storage.read((tx) => readEventIn(tx, request, environment.now())),
    readAhead: (request) => storage.read((tx) => readAheadIn(tx, request, environment.now())),
    end: () => storage.read((tx) => tx.end()),
    positionOf: (stream, number) =>
      storage.read(async (tx) => {
        const [event] = await tx.stream(stream, { from: number, direction: 'backward', limit: 1 })
        return event?.number === number ? event.position : undefined
      }),
    readAll: (request, poll) => polls.run(poll, allRead(options, request)),
    allows: (user, right, stream) => allows(storage, user, right, stream),
    startIn: (tx) => startIn(tx, environment),
    answerPolls: () => polls.answer(),
    close: () => polls.close(),
  }
}
