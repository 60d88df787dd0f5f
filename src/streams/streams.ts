// What the rest of the product calls to write, read and delete streams, alone or inside a transaction it already has.

import type { RecordedEvent, StreamHead } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { User } from '../base/user.ts'
import type { Range, ReadTransaction, Storage, WriteTransaction } from '../storage/storage.ts'
import type { StreamRight } from './metadata/access.ts'
import { allowsIn } from './metadata/access.ts'
import type { LogFilter } from './read/filter.ts'
import type { Heads } from './write/heads.ts'
import type { ReadEvent } from './read/links.ts'
import type { LogPosition } from './read/log-position.ts'
import type { Poll } from './read/long-poll.ts'
import { createLongPolls } from './read/long-poll.ts'
import { resolveLink } from './read/links.ts'
import type { AppendOutcome, ColumnWrite, DeleteOutcome, StreamDeletion, StreamWrite } from './outcomes.ts'
import { readIn } from './read/read.ts'
import type { AllOutcome, AllPage, AllRequest } from './read/all.ts'
import type { EventOutcome, EventRequest, PageOutcome, PageRequest, StreamPage, Unreadable } from './read/page-reader.ts'
import { readEventIn } from './read/page-reader.ts'
import { allRead, pageRead } from './read/page-polls.ts'
import { startIn } from './write/fresh-store.ts'
import { appendAllIn, appendIn, deleteIn } from './write/write.ts'

export { expectedVersion } from './outcomes.ts'
export type {
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
  ColumnWrite,
  DeleteOutcome,
  ReadEvent,
  StreamDeletion,
  StreamRight,
  StreamWrite,
}

/**
 * The streams of one store. Everything that ends in `In` works inside a transaction that the caller has, so that reads and writes
 * of several streams and rows are one; inside it nothing but the transaction's own promises may be awaited.
 */
export interface Streams {
  append(write: StreamWrite): Promise<AppendOutcome>
  /**
   * The same inside a transaction: metadata, revival of soft-deleted streams and links included (streams-http §17). Several
   * calls in one transaction see each other and become visible together; await each before the next.
   */
  appendIn(tx: WriteTransaction, write: StreamWrite): Promise<AppendOutcome>
  /**
   * Several of them at the cost of little more than one, each seeing those before it; a refused one holds up none of the others.
   * Many events of one stream cost less as columns.
   *
   * @param heads what the transaction has read of heads and not changed since; takes what is read and changed here.
   */
  appendAllIn(tx: WriteTransaction, writes: readonly (StreamWrite | ColumnWrite)[], heads?: Heads): Promise<AppendOutcome[]>
  delete(deletion: StreamDeletion): Promise<DeleteOutcome>
  deleteIn(tx: WriteTransaction, deletion: StreamDeletion): Promise<DeleteOutcome>

  /** What is known of a stream without reading it; undefined where it has neither events nor metadata nor a tombstone. */
  headIn(tx: ReadTransaction, stream: string): Promise<StreamHead | undefined>
  /**
   * Events that a reader of the stream sees, links as they are stored: nothing of a missing or deleted stream, nothing
   * that `$maxCount`, `$maxAge` or `$tb` hides. `headIn` tells an empty answer's reason.
   *
   * @param range `from` is an event number; the limit counts before `$maxAge` hides anything.
   */
  readIn(tx: ReadTransaction, stream: string, range: Range): Promise<RecordedEvent[]>
  /** The event that a `$>` event leads to, one level deep; any other event is given back as it is (streams-http §15). */
  resolveLinkIn(tx: ReadTransaction, event: RecordedEvent): Promise<ReadEvent>

  /** A page of a stream (streams-http §10), with a poll only once it has something new or the time is up (§19). */
  readPage(request: PageRequest, poll?: Poll): Promise<PageOutcome>
  /** One event, or one metadata event of a stream where the request names a metastream (streams-http §11, §12.3). */
  readEvent(request: EventRequest): Promise<EventOutcome>
  /** A page of everything, filtered or not (streams-http §13); `poll` as for `readPage`. */
  readAll(request: AllRequest, poll?: Poll): Promise<AllOutcome>

  /**
   * Whether an access list grants a right (streams-http §18.5, steps 2 to 7).
   *
   * @param user undefined for an anonymous caller.
   */
  allows(user: User | undefined, right: StreamRight, stream: string): Promise<boolean>
  /** Writes what a fresh store holds and is missing (streams-http §13.2). */
  startIn(tx: WriteTransaction): Promise<void>
  /** Ends the long polls that wait now: what waits is answered with what there is. */
  answerPolls(): void
  /** The same, and none waits from here on. */
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
    appendIn: (tx, write) => appendIn(tx, write, environment),
    appendAllIn: (tx, writes, heads) => appendAllIn(tx, writes, environment, heads),
    delete: (deletion) => storage.write((tx) => deleteIn(tx, deletion, environment)),
    deleteIn: (tx, deletion) => deleteIn(tx, deletion, environment),
    headIn: (tx, stream) => tx.head(stream),
    readIn: (tx, stream, range) => readIn(tx, stream, range, environment.now()),
    resolveLinkIn: (tx, event) => resolveLink(tx, event, environment.now()),
    readPage: (request, poll) => polls.run(poll, pageRead(options, request)),
    readEvent: (request) => storage.read((tx) => readEventIn(tx, request, environment.now())),
    readAll: (request, poll) => polls.run(poll, allRead(options, request)),
    allows: (user, right, stream) => storage.read((tx) => allowsIn(tx, user, right, stream)),
    startIn: (tx) => startIn(tx, environment),
    answerPolls: () => polls.answer(),
    close: () => polls.close(),
  }
}
