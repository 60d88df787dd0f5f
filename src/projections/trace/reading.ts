// Reads the whole history for a traced run, in log order: events that the source delivers, skips, or does not read.

import type { Position, RecordedEvent } from '../../base/events/events.ts'
import { contentOfAll } from '../../base/events/events.ts'
import type { Sources } from '../../query/query.ts'
import type { Range, ReadTransaction, Storage } from '../../storage/storage.ts'
import { isSystemStream, linkType } from '../../streams/system.ts'
import { textOf } from '../../base/bytes.ts'
import { readLength } from '../source/batch.ts'
import { nextBatchLength } from '../source/batch-size.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { tagBehind, zeroTag } from '../model/positions/checkpoint.ts'
import type { Resolution, Selection } from '../source/delivery.ts'
import { deliver, selectionOf } from '../source/delivery.ts'
import { indexProjectionOf, indexRecord } from '../source/links/index-links.ts'
import { resolveNow } from '../source/links/link-targets.ts'
import type { ReaderOptions } from '../source/reader.ts'
import { manyStreams, readSource } from '../source/own-reader.ts'
import { projectionRows } from '../model/tables.ts'
import type { Source } from '../model/source.ts'
import { indexIn, streamsOf } from '../model/source.ts'
import type { FoundEvent } from './step.ts'

export type HistoryServices = Pick<ReaderOptions, 'storage' | 'environment' | 'facts'>

/** The events of the store as a query meets them. */
export interface History {
  /** The end of the log now; later events are left out. */
  readonly end: Position
  /** Index streams that are read as if their projections ran. */
  readonly derived: readonly string[]
  /** Events in the query's order, unread ones at their place in the log, and the position below which all have been read. */
  readonly batches: () => AsyncGenerator<FoundUpTo, void>
}

interface FoundUpTo {
  readonly found: readonly FoundEvent[]
  readonly position: Position
}

/** Larger batches would delay the first steps. */
const longestBatch = 4 * readLength

export async function openHistory({ storage, environment, facts }: HistoryServices, sources: Sources): Promise<History> {
  const selection = selectionOf(sources, facts.language)
  const streams = streamsOf(selection.source) ?? []
  const { end, derived } = await storage.read(async (tx) => ({ end: await tx.end(), derived: await unwritten(tx, streams) }))
  const stored = streams.filter((stream) => !derived.includes(stream))

  async function* batches(): AsyncGenerator<FoundUpTo, void> {
    const links = await storedLinks(storage, stored)
    const source = stored.length > 0 ? new SourceReader({ storage, environment }, stored, selection, end) : undefined
    const pages = logPages(storage, end, async (tx, log) => (streams.length > 0 ? await offStream(tx, log) : fromLog(log)))
    for await (const { found: ownRecords, position } of pages) {
      const read = (await source?.upTo(position)) ?? []
      const others = ownRecords.map((found) => ({ found, place: found.event.position }))
      const placed = [...read, ...others].sort((a, b) => a.place - b.place)
      yield { found: placed.map(({ found }) => found), position }
    }

    function fromLog(log: readonly RecordedEvent[]): FoundEvent[] {
      return log
        .map((event) => ({ event, link: undefined, delivered: deliver(event, { kind: 'none' }, selection, 'own') }))
        .filter(({ event, delivered }) => delivered.kind !== 'skipped' || !isSystemStream(event.stream))
    }

    /** Events outside the stored streams: derived links to them, or events that the query does not read. */
    async function offStream(tx: ReadTransaction, log: readonly RecordedEvent[]): Promise<FoundEvent[]> {
      const others = log
        .map((event) => ({ event, indexed: derivedLinks(event, derived) }))
        .filter(({ event, indexed }) => indexed.length > 0 || indexIn(streams, event.stream) < 0)
      const indexLinks = others.flatMap(({ indexed }) => indexed)
      const resolutions = (await resolveNow(tx, indexLinks, environment.now())).values()
      return others.flatMap(({ event, indexed }): FoundEvent[] => {
        if (indexed.length > 0)
          return indexed.map((link) => {
            const resolution = resolutions.next().value!
            const target = resolution.kind === 'event' ? resolution.event : event
            return { event: target, link, delivered: deliver(link, resolution, selection, 'own') }
          })
        const isUnread = !isSystemStream(event.stream) && !links.has(nameOf(event))
        return isUnread ? [{ event, link: undefined, delivered: undefined }] : []
      })
    }
  }

  return { end, derived, batches }
}

/** Reads the log in batches, a transaction each. @param find the events of a batch. */
export async function* logPages(
  storage: Storage,
  end: Position,
  find: (tx: ReadTransaction, log: readonly RecordedEvent[]) => Promise<readonly FoundEvent[]>,
): AsyncGenerator<FoundUpTo, void> {
  let length = readLength
  for (let from = 0; from < end;) {
    const [records, found] = await storage.read(async (tx) => {
      const log = (await tx.log({ from, direction: 'forward', limit: length })).filter(({ position }) => position < end)
      return [log, await find(tx, log)] as const
    })
    from = records.length < length ? end : records.at(-1)!.position + 1
    yield { found, position: from }
    length = Math.min(longestBatch, nextBatchLength(length, contentOfAll(records)))
  }
}

/** The links to an event that index streams would have. @param derived those streams. */
export const derivedLinks = (event: RecordedEvent, derived: readonly string[]): readonly RecordedEvent[] =>
  derived.flatMap((index) => indexRecord(index, event) ?? [])

/** As the data of links name an event. */
export const nameOf = ({ number, stream }: RecordedEvent): string => `${number}@${stream}`

/** Index streams whose projection does not run. */
export async function unwritten(tx: ReadTransaction, streams: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const stream of streams) {
    const projection = indexProjectionOf(stream)
    if (projection && (await tx.row(projectionRows, projection))?.state !== 'Running') found.push(stream)
  }
  return found
}

/** The targets of links in the streams, as their data name them: those events are read, although their own streams are not. */
export async function storedLinks(storage: Storage, streams: readonly string[]): Promise<ReadonlySet<string>> {
  const links = new Set<string>()
  const pageLength = 16 * readLength
  // Many streams are looked up in the log.
  for (const stream of streams.length >= manyStreams ? [undefined] : streams) {
    for (let from: number | undefined = 0; from !== undefined;) {
      const range: Range = { from, direction: 'forward', limit: pageLength }
      const page = await storage.read((tx) => (stream === undefined ? tx.log(range) : tx.stream(stream, range)))
      for (const record of page) if (record.type === linkType && indexIn(streams, record.stream) >= 0) links.add(textOf(record.data))
      const last = page.length < pageLength ? undefined : page.at(-1)
      from = last && (stream === undefined ? last.position : last.number) + 1
    }
  }
  return links
}

interface PlacedEvent {
  readonly found: FoundEvent
  /** Its place among the events of the log. */
  readonly place: Position
}

/** Reads streams as a projection's own reader does, slightly ahead of the range position. */
class SourceReader {
  readonly #services: Pick<HistoryServices, 'storage' | 'environment'>
  readonly #selection: Selection
  readonly #source: Source
  readonly #start: Tag
  /** The end of the history: events from here on are left out. */
  readonly #end: Position
  /** The links of an index follow the order of its events, at some distance; the history goes by the events. */
  readonly #isIndex: boolean
  #cursor: Tag
  /** How far the log was searched for events of the source. */
  #searched: Position | undefined
  #isAtEnd = false
  /** Events that were read and not yet asked for. */
  #ahead: PlacedEvent[] = []
  #lastPlace = -1

  constructor(services: Pick<HistoryServices, 'storage' | 'environment'>, streams: readonly string[], selection: Selection, end: Position) {
    this.#services = services
    this.#selection = selection
    this.#source = streams.length === 1 ? { kind: 'stream', stream: streams[0]!, category: null } : { kind: 'streams', streams }
    this.#isIndex = this.#source.kind === 'stream' && indexProjectionOf(this.#source.stream) !== undefined
    this.#cursor = this.#start = zeroTag(this.#source)
    this.#end = end
  }

  /** Reads the streams up to below a log position. */
  async upTo(position: Position): Promise<readonly PlacedEvent[]> {
    while (!this.#isAtEnd && (this.#ahead.length === 0 || this.#ahead.at(-1)!.place < position)) await this.#readOn()
    const behind = this.#ahead.findIndex(({ place }) => place >= position)
    const read = behind < 0 ? this.#ahead : this.#ahead.slice(0, behind)
    this.#ahead = behind < 0 ? [] : this.#ahead.slice(behind)
    return read
  }

  async #readOn(): Promise<void> {
    const { storage, environment } = this.#services
    const now = environment.now()
    const [cursor, searched] = [this.#cursor, this.#searched]
    this.#isAtEnd = await storage.read(async (tx) => {
      const range = { from: cursor, start: this.#start, length: longestBatch, now, ...(searched !== undefined && { passed: searched }) }
      const { reads, atEnd, passed } = await readSource(tx, this.#source, range)
      this.#searched = passed
      for (const { records, dropped } of reads) {
        const found = this.#deliver(records, await resolveNow(tx, records, now))
        const within = found.filter(({ event, link }) => (link ?? event).position < this.#end)
        this.#ahead.push(...within.map((each) => this.#place(each)))
        this.#cursor = dropped ?? tagBehind(this.#cursor, records)
      }
      return atEnd || (this.#cursor === cursor && this.#searched === searched)
    })
  }

  /** Places never decrease, because the query gets events in the order of the source. */
  #place(found: FoundEvent): PlacedEvent {
    const { position } = this.#isIndex ? found.event : (found.link ?? found.event)
    this.#lastPlace = Math.max(this.#lastPlace, position)
    return { found, place: this.#lastPlace }
  }

  /** Behind a link with unreadable metadata the rest of a read is lost. */
  #deliver(records: readonly RecordedEvent[], resolutions: readonly Resolution[]): FoundEvent[] {
    const found = records.map((record, index) => {
      const resolution = resolutions[index]!
      const delivered = deliver(record, resolution, this.#selection, 'own')
      return resolution.kind === 'event'
        ? { event: resolution.event, link: record, delivered }
        : { event: record, link: undefined, delivered }
    })
    const lost = found.findIndex(({ delivered }) => delivered.kind === 'lost')
    return lost < 0 ? found : found.map((each, index) => (index > lost ? { ...each, delivered: { kind: 'lost' } } : each))
  }
}
