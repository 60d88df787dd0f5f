// Puts batches together for one run: what it reads itself, then what the live reader feeds, links followed and filters applied.

import type { Environment } from '../../base/environment.ts'
import type { Position, RecordedEvent } from '../../base/events.ts'
import type { BodyCollector, Sources } from '../../query/query.ts'
import type { ReadTransaction, Storage } from '../../storage/storage.ts'
import type { Batch, BatchBuilder } from './batch.ts'
import { buildBatch, progressAt, readLength } from './batch.ts'
import { firstBatchLength, nextBatchLength } from './batch-size.ts'
import type { Tag } from '../model/checkpoint.ts'
import { compareTags } from '../model/checkpoint.ts'
import type { Delivered, Resolution, Selection } from './delivery.ts'
import { deliver, needsTarget } from './delivery.ts'
import { resolveNow, resolveThen } from './link-targets.ts'
import type { LiveRead } from './live-reader.ts'
import { readFromStreams, readFromTail, streamsOf } from './live-reader.ts'
import type { SourceReads } from './own-reader.ts'
import { manyStreams, readSource } from './own-reader.ts'
import type { SourceCursor } from '../model/tables.ts'
import type { Source } from '../model/source.ts'
import type { Tail } from './tail.ts'
import { createTimeSlice } from '../time-slice.ts'

/** How many records of the log the live reader remembers (projection-language §5.8). */
const remembered = 10

/** Milliseconds of putting a batch together after which a query that has finished the one before gets what it waits for. */
const longestPiece = 2

/** How many links are followed before others get their turn: it is work for the page where the storage is in memory. */
const longestTransaction = 4 * readLength

export interface Reader {
  /** What follows a position; nothing where the source has ended for now. */
  next(cursor: SourceCursor): Promise<Batch>
}

export interface ReaderOptions {
  readonly storage: Storage
  readonly environment: Environment
  readonly tail: Tail
  readonly source: Source
  readonly sources: Sources
  /** One-time and transient queries never meet the live reader. */
  readonly continuous: boolean
  /** Where the run began. */
  readonly start: Tag
  /** See `Query`. */
  readonly collectBodies?: (() => BodyCollector | undefined) | undefined
  /** Called when a read begins: it will see everything that was committed until then. */
  readonly onRead?: () => void
}

export function createReader(options: ReaderOptions): Reader {
  const { storage, environment, tail, source, sources, continuous, start, collectBodies, onRead } = options
  const selection: Selection = { source, sources }
  let length = firstBatchLength
  /** Up to where the log was looked through by a read that ended at this position; a read that begins elsewhere starts over. */
  let looked: { readonly tag: Tag; readonly position: Position } | undefined

  const readOwn = async (builder: BatchBuilder): Promise<boolean> => {
    const { tag } = builder.cursor
    const passed = looked && compareTags(looked.tag, tag) === 0 ? looked.position : undefined
    const { found, end, resolutions } = await storage.read(async (tx) => {
      const [read, logEnd] = await Promise.all([
        readSource(tx, source, { from: tag, start, length, now: environment.now(), ...(passed !== undefined && { passed }) }),
        tx.end(),
      ])
      return { found: read, end: logEnd, resolutions: await resolveOwn(tx, read) }
    })
    // Bodies are parsed when the transaction has ended: commits wait for that.
    const joinFrom = continuous ? end - remembered : Number.POSITIVE_INFINITY
    const deliverOne = (record: RecordedEvent, index: number) => deliver(record, resolutions?.[index] ?? none, selection, 'own')
    const stopped = await takeReads(builder, found, deliverOne, joinFrom)
    looked = found.passed === undefined ? undefined : { tag: builder.cursor.tag, position: found.passed }
    if (stopped === 'read' && found.atEnd && continuous) builder.moveTo({ ...builder.cursor, live: end })
    return stopped === 'read' && found.atEnd
  }

  const readLive = async (builder: BatchBuilder, inOneRead: boolean): Promise<boolean> => {
    const cursor = builder.cursor as SourceCursor & { live: number }
    const streams = streamsOf(source)
    const read =
      !streams || streams.length >= manyStreams || tail.covers(cursor.live)
        ? await readFromTail(tail, source, cursor, length)
        : await storage.read((tx) => readFromStreams(tx, streams, cursor, length))
    return takeLive(builder, read, await resolveLive(read.records), inOneRead)
  }

  /** @returns what becomes of records that the live reader feeds. */
  const resolveLive = async (records: readonly RecordedEvent[]): Promise<Delivered[]> => {
    const links = records.filter((record) => needsTarget(record, selection, 'live'))
    const targets = new Map<RecordedEvent, Resolution>()
    const timeSlice = createTimeSlice()
    for (let from = 0; from < links.length; from += longestTransaction) {
      const some = links.slice(from, from + longestTransaction)
      const found = await storage.read((tx) => resolveThen(tx, some))
      for (const [index, link] of some.entries()) targets.set(link, found[index]!)
      await timeSlice.end()
    }
    return records.map((record) => deliver(record, targets.get(record) ?? none, selection, 'live'))
  }

  /** @returns where the links among all records lead; undefined where there are none, or they are not followed. */
  const resolveOwn = async (tx: ReadTransaction, { reads }: SourceReads): Promise<readonly Resolution[] | undefined> => {
    const records = reads.flatMap((read) => read.records)
    return records.some((record) => needsTarget(record, selection, 'own')) ? resolveNow(tx, records, environment.now()) : undefined
  }

  const takeLive = (builder: BatchBuilder, read: LiveRead, outcomes: readonly Delivered[], inOneRead: boolean): boolean => {
    for (const [index, record] of read.records.entries()) {
      if (!builder.add(record, outcomes[index]!, progressAt(record.position, read.end - 1), record.position + 1)) return false
      // An event that arrives while the projection waits is a read of its own (§8.8).
      if (!inOneRead) builder.endRead()
    }
    builder.moveTo({ ...builder.cursor, live: read.next })
    return read.next >= read.end
  }

  let caughtUp = false
  return {
    async next(cursor) {
      onRead?.()
      const builder = buildBatch(cursor, collectBodies?.())
      let atEnd = cursor.live === undefined && (await readOwn(builder))
      if (builder.cursor.live !== undefined && !atEnd) atEnd = await readLive(builder, !caughtUp)
      const batch = builder.finish(atEnd)
      length = nextBatchLength(length, batch.content)
      caughtUp ||= batch.atEnd
      return batch
    },
  }
}

const none: Resolution = { kind: 'none' }

/**
 * What becomes of a record is decided only when its turn comes, so that nothing of the others is kept, what bodies hold least of all.
 *
 * @param deliverOne gets a record and its index among all of them.
 * @returns why it stopped: everything was `read`, the `live` reader takes over, or the run ends here.
 */
async function takeReads(
  builder: BatchBuilder,
  { reads, progressOf }: SourceReads,
  deliverOne: (record: RecordedEvent, index: number) => Delivered,
  joinFrom: number,
): Promise<'read' | 'live' | 'fault'> {
  const timeSlice = createTimeSlice(longestPiece)
  let index = 0
  for (const read of reads) {
    const first = index
    index += read.records.length
    for (let offset = 0; offset < read.records.length; offset++) {
      const record = read.records[offset]!
      const delivered = deliverOne(record, first + offset)
      if (record.position >= joinFrom && canJoin(delivered)) {
        builder.moveTo({ ...builder.cursor, live: record.position })
        return 'live'
      }
      if (delivered.kind === 'lost') {
        loseRest(builder, read.records.slice(offset))
        break
      }
      if (!builder.add(record, delivered, progressOf(record), undefined)) return 'fault'
    }
    if (read.dropped) builder.moveTo({ ...builder.cursor, tag: read.dropped })
    builder.endRead()
    await timeSlice.end()
  }
  return 'read'
}

const canJoin = (delivered: Delivered): boolean => (delivered.kind !== 'skipped' ? delivered.kind !== 'lost' : delivered.joins)

/** Behind a link whose metadata cannot be read the rest of the read is lost. */
function loseRest(builder: BatchBuilder, records: readonly RecordedEvent[]): void {
  for (const record of records) builder.add(record, { kind: 'lost' }, 0, undefined)
}
