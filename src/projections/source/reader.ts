// Reads batches for one run: with its own reader, then with the live reader, following links and applying filters.

import type { Environment } from '../../base/platform/environment.ts'
import type { Position, RecordedEvent } from '../../base/events/events.ts'
import type { ReleaseFacts } from '../../base/release/facts.ts'
import type { Sources } from '../../query/query.ts'
import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import type { Batch } from './batch.ts'
import { BatchBuilder, progressAt, readLength } from './batch.ts'
import { createRepeats } from './repeats.ts'
import { firstBatchLength, nextBatchLength } from './batch-size.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { compareTags, logPositionOf, tagBehind } from '../model/positions/checkpoint.ts'
import type { Delivered, Resolution, Selection } from './delivery.ts'
import { deliver, deliverIndexed, needsTarget, selectionOf } from './delivery.ts'
import { resolveNow } from './links/link-targets.ts'
import { readTypeIndex, withoutForeign } from './links/type-index.ts'
import type { LiveCursor, LiveRead } from './live-reader.ts'
import { readFromStreams, readFromTail } from './live-reader.ts'
import type { SourceReads } from './own-reader.ts'
import { inReads, manyStreams, readSource } from './own-reader.ts'
import type { Run, SourceCursor } from '../model/tables.ts'
import { streamsOf } from '../model/source.ts'
import type { Tail } from './log/tail.ts'
import { pause } from '../../base/time/steps.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'

/** The number of log records that the live reader remembers (projection-language §5.8). */
const remembered = 10

/** Milliseconds of building a batch between two yields: the query may wait for replies. */
const longestPiece = 2

/** Characters or bytes of an event that take some time to parse. */
const longBody = 100_000

/** The most links to follow in one transaction: with a storage in memory, this blocks the page. */
const longestTransaction = 4 * readLength

export interface ReaderOptions {
  readonly storage: Storage
  readonly environment: Environment
  readonly tail: Tail
  readonly facts: Pick<ReleaseFacts, 'language'>
  readonly sources: Sources
  /** One-time and transient queries never meet the live reader. */
  readonly continuous: boolean
  /** The position where the run began. */
  readonly start: Tag
  /** Called when a read begins, which sees all earlier commits. */
  readonly onRead?: () => void
}

export class Reader {
  readonly #options: ReaderOptions
  readonly #selection: Selection
  #length = firstBatchLength
  /** The log was searched up to `position` by a read that ended at `tag`; a read from another tag starts over. */
  #searched: { readonly tag: Tag; readonly position: Position } | undefined
  readonly #repeats = createRepeats()
  #isCaughtUp = false
  #ahead: Promise<Batch> | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#selection = selectionOf(options.sources, options.facts.language)
  }

  /** Begins to read the batch behind a cursor, for the next call of `next`: meanwhile the query handles the one before. */
  readOn(cursor: SourceCursor): void {
    this.#ahead = this.#read(cursor)
    // A step that ends early leaves it unawaited.
    this.#ahead.catch(() => undefined)
  }

  /** @returns the batch that was read ahead, or else the one behind the cursor; an empty one where the source has ended for now. */
  next(cursor: SourceCursor): Promise<Batch> {
    const reading = this.#ahead ?? this.#read(cursor)
    this.#ahead = undefined
    return reading
  }

  async #read(cursor: SourceCursor): Promise<Batch> {
    this.#options.onRead?.()
    const builder = new BatchBuilder(cursor)
    const isAtLog = cursor.live !== undefined || (await this.#readIndex(builder))
    let atEnd = isAtLog && builder.cursor.live === undefined && (await this.#readOwn(builder))
    if (builder.cursor.live !== undefined && !atEnd) atEnd = await this.#readLive(builder)
    const batch = builder.finish(atEnd)
    this.#length = nextBatchLength(this.#length, batch.content)
    this.#isCaughtUp ||= batch.atEnd
    return batch
  }

  // ---- the type index

  /** Reads the links of the type index, in front of the log. @returns whether it is behind, and the live reader did not take over. */
  async #readIndex(builder: BatchBuilder): Promise<boolean> {
    const selection = this.#selection
    const length = this.#length
    const { storage, environment } = this.#options
    const { source } = selection
    if (source.kind !== 'types' || builder.cursor.isPastIndex) return true
    const { read, end, resolutions } = await storage.read(async (tx) => {
      const now = environment.now()
      const [read, end] = await Promise.all([readTypeIndex(tx, source, { from: builder.cursor.tag, length, now }), tx.end()])
      const links = read.links.map(({ link }) => link)
      const resolutions = await resolveNow(tx, links, now)
      return { read: withoutForeign(read, resolutions), end, resolutions }
    })
    const reads = inReads(read.links.map(({ link }) => link))
    const progress = new Map<RecordedEvent, number>(read.links.map(({ link, progress }) => [link, progress]))
    const deliverOne = (link: RecordedEvent, index: number) =>
      deliverIndexed(link, resolutions[index]!, selection, read.links[index]!.isLate)
    const found = { reads, atEnd: false, progressOf: (link: RecordedEvent) => progress.get(link)! }
    if (!(await takeReads(builder, found, deliverOne, this.#joinFrom(end)))) return false
    if (read.goesOnBehind === undefined) return false
    const { cursor } = builder
    const position = Math.max(read.goesOnBehind, logPositionOf(cursor.tag))
    const tag = position < 0 ? cursor.tag : tagBehind(cursor.tag, [{ stream: '', number: 0, position }])
    builder.moveTo({ ...cursor, tag, isPastIndex: true })
    return true
  }

  /** Where the live reader may take over. */
  #joinFrom(end: Position): Position {
    return this.#options.continuous ? end - remembered : Number.POSITIVE_INFINITY
  }

  // ---- the projection's own reader

  /** @returns whether the source has ended for now. */
  async #readOwn(builder: BatchBuilder): Promise<boolean> {
    const searched = this.#searched
    const length = this.#length
    const selection = this.#selection
    const { storage, environment, continuous, start } = this.#options
    const { tag } = builder.cursor
    const passed = searched && compareTags(searched.tag, tag) === 0 ? searched.position : 0
    const { found, end, resolutions } = await storage.read(async (tx) => {
      const range = { from: tag, start, length, now: environment.now(), passed }
      const [read, logEnd] = await Promise.all([readSource(tx, selection.source, range), tx.end()])
      return { found: read, end: logEnd, resolutions: await this.#resolveOwn(tx, read) }
    })
    // Bodies are parsed after the transaction, because commits wait for its end.
    const deliverOne = (record: RecordedEvent, index: number) => deliver(record, resolutions?.[index] ?? none, selection, 'own')
    const isRead = await takeReads(builder, found, deliverOne, this.#joinFrom(end))
    this.#searched = found.passed === undefined ? undefined : { tag: builder.cursor.tag, position: found.passed }
    const atEnd = isRead && found.atEnd
    if (atEnd && continuous) builder.moveTo({ ...builder.cursor, live: end })
    return atEnd
  }

  /** @returns the targets of all records; undefined if none is a link to follow. */
  async #resolveOwn(tx: ReadTransaction, { reads }: SourceReads): Promise<readonly Resolution[] | undefined> {
    const records = reads.flatMap((read) => read.records)
    const isNeeded = records.some((record) => needsTarget(record, this.#selection, 'own'))
    return isNeeded ? await resolveNow(tx, records, this.#options.environment.now()) : undefined
  }

  // ---- the live reader

  /** @returns whether the source has ended for now. */
  async #readLive(builder: BatchBuilder): Promise<boolean> {
    const cursor = builder.cursor as LiveCursor
    const read = await this.#readRecords(cursor)
    const targets = await this.#resolveLive(read.records)
    this.#repeats.begin(cursor.live)
    const timeSlice = createTimeSlice(longestPiece)
    let isLost = false
    for (const [index, record] of read.records.entries()) {
      isLost &&= index > 0 && this.#isOneAppend(read.records[index - 1]!, record)
      // The server's live reader reads an append at once: a link with unreadable metadata loses the rest of it.
      const delivered: Delivered = isLost
        ? { kind: 'lost' }
        : this.#repeats.check(deliver(record, targets.get(index) ?? none, this.#selection, 'live'), record, () => builder.cursor.tag)
      isLost = delivered.kind === 'lost'
      if (record.data.length > longBody || pause()) await timeSlice.end()
      if (!builder.add(record, delivered, progressAt(record.position, read.end - 1), record.position + 1)) return false
      const next = read.records[index + 1]
      // While the projection waits, each append is a read of its own (§8.8).
      if (this.#isCaughtUp && !(next && this.#isOneAppend(record, next))) builder.endRead()
    }
    builder.moveTo({ ...builder.cursor, live: read.next })
    return read.next >= read.end
  }

  /** Far behind, few streams are read by themselves: the log may hold any number of other events. */
  async #readRecords(cursor: LiveCursor): Promise<LiveRead> {
    const { storage, tail } = this.#options
    const { source } = this.#selection
    const streams = streamsOf(source)
    if (!streams || streams.length >= manyStreams || tail.covers(cursor.live)) return await readFromTail(tail, source, cursor, this.#length)
    const begin = tail.beginning()
    const read = await storage.read((tx) => readFromStreams(tx, streams, cursor, this.#length))
    if (read.next >= read.end) begin(read.end)
    return read
  }

  /** @returns the targets of the links among the records, by their indexes. */
  async #resolveLive(records: readonly RecordedEvent[]): Promise<ReadonlyMap<number, Resolution>> {
    const links: number[] = []
    const timeSlice = createTimeSlice()
    for (const [index, record] of records.entries()) {
      if (needsTarget(record, this.#selection, 'live')) links.push(index)
      if (pause()) await timeSlice.end()
    }
    const ends = links.length > 0 ? this.#endsOfAppends(records) : []
    const targets = new Map<number, Resolution>()
    for (let from = 0; from < links.length; from += longestTransaction) {
      const some = links.slice(from, from + longestTransaction)
      const asRead = some.map((index) => ({ record: records[index]!, end: ends[index]! }))
      const found = await this.#options.tail.targets.resolve(this.#options.storage, asRead)
      for (const [at, index] of some.entries()) targets.set(index, found[at]!)
      await timeSlice.end()
    }
    return targets
  }

  /** Whether two records, one behind the other in the log, were appended together, as far as that is known. */
  #isOneAppend(one: RecordedEvent, next: RecordedEvent): boolean {
    const areNeighbours = next.position === one.position + 1 && next.stream === one.stream && next.created === one.created
    return areNeighbours && !this.#options.tail.isCommitEnd(next.position)
  }

  /** @returns for each record the position of the last one in its append. */
  #endsOfAppends(records: readonly RecordedEvent[]): Position[] {
    const ends = records.map(({ position }) => position)
    for (let index = records.length - 2; index >= 0; index--) {
      if (this.#isOneAppend(records[index]!, records[index + 1]!)) ends[index] = ends[index + 1]!
    }
    return ends
  }
}

/** @returns the position of the first event that a run has not finished, or what comes before one: the `end`, or a `fault`. */
export async function firstUnfinished(
  services: Pick<ReaderOptions, 'storage' | 'environment' | 'tail' | 'facts'>,
  { start, cursor: from }: Run,
  sources: Sources,
  continuous: boolean,
): Promise<Position | 'end' | 'fault'> {
  const reader = new Reader({ ...services, sources, continuous, start })
  for (let cursor = from; ;) {
    const { deliveries, fault, atEnd, cursor: next } = await reader.next(cursor)
    if (deliveries[0]) return deliveries[0].event.record.position
    if (fault) return 'fault'
    if (atEnd) return 'end'
    cursor = next
  }
}

const none: Resolution = { kind: 'none' }

/**
 * Decides about each record only in its turn, because that parses its body.
 *
 * @param deliverOne gets a record and its index among all records.
 * @returns whether everything was read; otherwise the live reader takes over, or the run ends here.
 */
async function takeReads(
  builder: BatchBuilder,
  { reads, progressOf }: SourceReads,
  deliverOne: (record: RecordedEvent, index: number) => Delivered,
  joinFrom: number,
): Promise<boolean> {
  const timeSlice = createTimeSlice(longestPiece)
  let first = 0
  for (const { records, dropped } of reads) {
    let isLost = false
    for (const [offset, record] of records.entries()) {
      // Behind a link with unreadable metadata the rest of the read is lost.
      const delivered: Delivered = isLost ? { kind: 'lost' } : deliverOne(record, first + offset)
      isLost = delivered.kind === 'lost'
      const canJoin = !isLost && (delivered.kind !== 'skipped' || delivered.joins)
      if (canJoin && record.position >= joinFrom) {
        builder.moveTo({ ...builder.cursor, live: record.position })
        return false
      }
      if (!builder.add(record, delivered, progressOf(record), undefined)) return false
    }
    first += records.length
    if (dropped) builder.moveTo({ ...builder.cursor, tag: dropped })
    builder.endRead()
    await timeSlice.end()
  }
  return true
}
