// Reads a source as a projection's own reader does: from its position on, 111 records at a time (projection-language §5.1, §5.7).

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { StreamState } from '../../streams/read/read.ts'
import { stateIn, visibleIn } from '../../streams/read/read.ts'
import { firstVisible, visibility } from '../../streams/read/visible.ts'
import { progressAt, readLength } from './batch.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { logPositionOf, numberIn } from '../model/positions/checkpoint.ts'
import type { Source } from '../model/source.ts'
import { indexIn } from '../model/source.ts'

/** One read of the source. */
export interface SourceRead {
  readonly records: readonly RecordedEvent[]
  /** The position behind the read, where a gap in the numbers cut off its last records. */
  readonly dropped: Tag | undefined
}

export interface SourceReads {
  readonly reads: readonly SourceRead[]
  readonly atEnd: boolean
  /** Progress through the source at a record, in percent. */
  progressOf(record: RecordedEvent): number
  /** For the next read: the log was searched up to here. */
  readonly passed?: Position
}

/** Parameters of a read. */
export interface SourceRange {
  /** Everything up to it has been read. */
  readonly from: Tag
  /** The position where the run began: reads are counted from there. */
  readonly start: Tag
  /** The most records to read, a multiple of `readLength`. */
  readonly length: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The log below this position holds no unread record of the source. Default: 0. */
  readonly passed?: Position
}

/** From so many streams on, reads go through the log: looking up every stream for every read would cost more. */
export const manyStreams = 64

export async function readSource(tx: ReadTransaction, source: Source, range: SourceRange): Promise<SourceReads> {
  if (source.kind === 'stream') return await readStream(tx, source.stream, range)
  if (source.kind === 'streams')
    return source.streams.length < manyStreams
      ? await mergeStreams(tx, source.streams, range)
      : await pickStreams(tx, source.streams, range)
  return await readLog(tx, range)
}

async function readLog(tx: ReadTransaction, { from, length }: SourceRange): Promise<SourceReads> {
  const [end, events] = await Promise.all([tx.end(), tx.log({ from: logPositionOf(from) + 1, direction: 'forward', limit: length })])
  return { reads: inReads(events), atEnd: events.length < length, progressOf: ({ position }) => progressAt(position, end - 1) }
}

/** Cuts records into reads. */
export const inReads = (records: readonly RecordedEvent[]): SourceRead[] =>
  Array.from({ length: Math.ceil(records.length / readLength) }, (_, index) => ({
    records: records.slice(index * readLength, (index + 1) * readLength),
    dropped: undefined,
  }))

async function readStream(tx: ReadTransaction, stream: string, { from, start, length, now }: SourceRange): Promise<SourceReads> {
  const next = numberIn(from, stream) + 1
  const readable = await stateIn(tx, stream, now)
  if (readable.kind !== 'readable' || next > readable.head.last) return { reads: [], atEnd: true, progressOf: () => 0 }
  // A read that would end before the first visible event starts at that event instead.
  const first = Number(firstVisible(readable.head))
  const jumps = first > next + readLength - 1
  const begin = jumps ? first : next
  const passed = jumps ? 0 : (next - (numberIn(start, stream) + 1)) % readLength
  const end = begin + length - 1 - passed
  const events = await visibleIn(tx, readable, { from: begin, direction: 'forward', limit: length - passed })
  const inRange = events.filter((event) => event.number <= end)
  const reads = readsIn(inRange, begin, passed, from)
  const { last } = readable.head
  return { reads, atEnd: end >= last, progressOf: ({ number }) => progressAt(number, last) }
}

/** Cuts events into reads by their numbers, hidden and dropped ones included. */
function readsIn(events: readonly RecordedEvent[], begin: number, passed: number, from: Tag): SourceRead[] {
  const windows = Map.groupBy(events, ({ number }) => Math.floor((number - begin + passed) / readLength))
  return [...windows].map(([index, records]) => {
    const start = begin - passed + index * readLength
    // A record behind a gap in the numbers is dropped, with all later records of the same read (§5.7); none is missed before event 0.
    const expected = Math.max(begin, start)
    const first = expected === 0 ? records[0]!.number : expected
    const kept = records.findIndex(({ number }, offset) => number !== first + offset)
    if (kept === -1) return { records, dropped: undefined }
    const number = Math.min(start + readLength - 1, records.at(-1)!.number)
    return { records: records.slice(0, kept), dropped: from.kind === 'stream' ? { ...from, number } : undefined }
  })
}

/** Merges the records of several streams in log order, as far as all streams have been read. */
async function mergeStreams(tx: ReadTransaction, streams: readonly string[], range: SourceRange): Promise<SourceReads> {
  const parts = (await Promise.all(streams.map((stream) => openPart(tx, stream, range)))).filter((part) => part !== undefined)
  const last = new Map(parts.map((part) => [part.stream, part.last]))
  // Twice what streams of equal pace need, so that one round is mostly enough.
  const limit = Math.max(readLength, Math.ceil((2 * range.length) / parts.length))
  for (;;) {
    const safe = Math.min(...parts.map((part) => part.safe))
    const merged = parts.flatMap((part) => part.records).filter(({ position }) => position <= safe)
    const isLast = safe === Number.POSITIVE_INFINITY
    if (isLast || merged.length >= range.length) {
      const records = merged.sort((a, b) => a.position - b.position).slice(0, range.length)
      return {
        reads: inReads(records),
        atEnd: isLast && merged.length === records.length,
        progressOf: ({ stream, number }) => progressAt(number, last.get(stream)!),
      }
    }
    await Promise.all(parts.filter((part) => part.safe === safe).map((part) => readOn(tx, part, limit)))
  }
}

/** One of several streams, as far as it has been read. */
interface Part {
  readonly stream: string
  /** Number of the last event of the stream. */
  readonly last: number
  readonly isRead: (event: RecordedEvent) => boolean
  readonly records: RecordedEvent[]
  /** Number of the first event to read next. */
  next: number
  /** Nothing at or below this position is missing. */
  safe: number
}

/** @returns undefined if the stream has no unread events. */
async function openPart(tx: ReadTransaction, stream: string, { from, now }: SourceRange): Promise<Part | undefined> {
  const unread = numberIn(from, stream) + 1
  const readable = await stateIn(tx, stream, now)
  if (readable.kind !== 'readable' || unread > readable.head.last) return undefined
  const { head } = readable
  const next = Math.max(unread, Number(firstVisible(head)))
  return { stream, last: head.last, isRead: isReadIn(readable, unread), records: [], next, safe: -1 }
}

async function readOn(tx: ReadTransaction, part: Part, limit: number): Promise<void> {
  const stored = await tx.stream(part.stream, { from: part.next, direction: 'forward', limit })
  part.records.push(...stored.filter(part.isRead))
  const newest = stored.length < limit ? undefined : stored.at(-1)
  part.next = (newest?.number ?? part.last) + 1
  part.safe = newest?.position ?? Number.POSITIVE_INFINITY
}

/** @param next number of the first unread event of the stream. */
function isReadIn({ head, since }: Extract<StreamState, { kind: 'readable' }>, next: number): (event: RecordedEvent) => boolean {
  const begin = Number(firstVisible(head))
  const isVisible = visibility(head, since)
  // Records behind a gap are dropped up to the end of the read that finds it.
  const first = next > 0 && begin > next ? begin + readLength : next
  return (event) => event.number >= first && isVisible(event)
}

/** Like `mergeStreams`, for so many streams that searching the log is cheaper; its records come in order. */
async function pickStreams(
  tx: ReadTransaction,
  streams: readonly string[],
  { from, length, now, passed = 0 }: SourceRange,
): Promise<SourceReads> {
  const log = await tx.log({ from: passed, direction: 'forward', limit: length })
  const ofSource = log.filter(({ stream }) => indexIn(streams, stream) >= 0)
  const found = [...new Set(ofSource.map(({ stream }) => stream))]
  const readable = new Map<string, { readonly last: number; readonly isRead: (event: RecordedEvent) => boolean }>()
  await Promise.all(
    found.map(async (stream) => {
      const state = await stateIn(tx, stream, now)
      if (state.kind === 'readable') readable.set(stream, { last: state.head.last, isRead: isReadIn(state, numberIn(from, stream) + 1) })
    }),
  )
  const records = ofSource.filter((event) => readable.get(event.stream)?.isRead(event))
  return {
    reads: inReads(records),
    atEnd: log.length < length,
    progressOf: ({ stream, number }) => progressAt(number, readable.get(stream)!.last),
    passed: log.length > 0 ? log.at(-1)!.position + 1 : passed,
  }
}
