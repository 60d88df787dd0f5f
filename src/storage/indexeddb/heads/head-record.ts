// Converts heads of neighbouring streams to a record of IndexedDB, column by column, and back.

import type { Column } from '../../../base/events/column.ts'
import { alikeColumn, column, reader, valueAt } from '../../../base/events/column.ts'
import type { StreamHead, StreamMetadata } from '../../../base/events/events.ts'
import type { PageEntries, PageCodec } from './pages.ts'
import type { Pairs, Postings } from '../log/postings.ts'

/** Head and postings of a stream, at least one of them. */
export interface HeadEntry {
  readonly head: StreamHead | undefined
  /** Its places in records of many streams. */
  readonly places: Postings | undefined
}

/** Heads of the streams from the record's key up to `end`, column by column, in order of name. */
export interface HeadRecord {
  /** Key of the next record; undefined in the last one. */
  readonly end: string | undefined
  readonly count: number
  readonly streams: Column<string>
  readonly lasts: Column<number>
  /** Indexes of the streams that are hard-deleted. */
  readonly tombstones: readonly number[]
  /** The different metadata of these streams. */
  readonly metadata: readonly StreamMetadata[]
  /** Index of each stream's metadata. */
  readonly metadataOf: Column<number>
  /** Places of these streams in records of many, if there are any. */
  readonly places?: PlaceColumns
}

interface PlaceColumns {
  /** Streams of the log without a head. */
  readonly headless: readonly string[]
  /** The number of places of each stream: first those with heads, then the others. */
  readonly counts: Column<number>
  readonly pairs: Pairs
  /** Indexes of the streams with further places in rows. */
  readonly spilled: readonly number[]
}

/** The most heads in a record: a single append reads and writes one record … */
export const mostHeads = 128
/** … but so many where most streams have places, because such streams are written by the thousands (docs/inside/performance.md). */
export const mostHeadsTogether = 512

export const headCodec: PageCodec<HeadEntry, HeadRecord> = {
  endOf: ({ end }) => end,
  decode: decodeHeads,
  encode: encodeHeads,
  mostPerPage(entries) {
    if (entries.length <= mostHeads) return mostHeads
    const placed = entries.filter(([, { places }]) => places !== undefined)
    return 2 * placed.length > entries.length ? mostHeadsTogether : mostHeads
  },
}

function decodeHeads(record: HeadRecord): PageEntries<HeadEntry> {
  const { places } = record
  const next = places ? placesReader(places) : () => undefined
  return [
    ...headsOf(record).map((head) => [head.stream, { head, places: next() }] as const),
    ...(places?.headless ?? []).map((stream) => [stream, { head: undefined, places: next() }] as const),
  ]
}

/** @returns a function whose next call returns the places of the next stream. */
function placesReader({ counts, pairs, spilled }: PlaceColumns): () => Postings | undefined {
  const spills = new Set(spilled)
  let index = 0
  let at = 0
  return () => {
    const [from, to] = [at, at + 2 * valueAt(counts, index)]
    const isSpilled = spills.has(index++)
    at = to
    return to > from || isSpilled ? { pairs: pairs.slice(from, to), isSpilled } : undefined
  }
}

/** @returns the heads in order; they may share metadata objects. */
export function headsOf({ count, streams, lasts, tombstones, metadata, metadataOf }: HeadRecord): StreamHead[] {
  const deleted = new Set(tombstones)
  const stream = reader(streams)
  return Array.from({ length: count }, (_, index) => ({
    stream: stream(index),
    last: valueAt(lasts, index),
    tombstone: deleted.has(index),
    metadata: metadata[valueAt(metadataOf, index)]!,
  }))
}

function encodeHeads(entries: PageEntries<HeadEntry>, end: string | undefined): HeadRecord {
  const [withHeads, others] = [entries.filter(([, { head }]) => head), entries.filter(([, { head }]) => !head)]
  const heads = withHeads.map(([, { head }]) => head!)
  const headless = others.map(([stream]) => stream)
  const places = [...withHeads, ...others].map(([, entry]) => entry.places)
  return {
    end,
    count: heads.length,
    streams: alikeColumn(heads.map(({ stream }) => stream)),
    lasts: column(heads.map(({ last }) => last)),
    tombstones: indexesOf(heads, ({ tombstone }) => tombstone),
    ...distinctMetadata(heads.map(({ metadata }) => metadata)),
    ...(places.some((known) => known !== undefined) && { places: placeColumns(headless, places) }),
  }
}

const placeColumns = (headless: readonly string[], places: readonly (Postings | undefined)[]): PlaceColumns => ({
  headless,
  counts: column(places.map((known) => (known ? known.pairs.length / 2 : 0))),
  pairs: places.flatMap((known) => known?.pairs ?? []),
  spilled: indexesOf(places, (known) => known?.isSpilled === true),
})

const indexesOf = <T>(values: readonly T[], has: (value: T) => boolean): number[] =>
  values.flatMap((value, index) => (has(value) ? index : []))

/** Stores equal metadata once: streams that are written by the thousands share them. */
function distinctMetadata(all: readonly StreamMetadata[]): Pick<HeadRecord, 'metadata' | 'metadataOf'> {
  const metadata: StreamMetadata[] = []
  const known = new Map<StreamMetadata | string, number>()
  const indexOf = (value: StreamMetadata): number => {
    const text = metadataKey(value)
    const index = known.get(text) ?? metadata.push(value) - 1
    known.set(text, index)
    known.set(value, index)
    return index
  }
  return { metadataOf: column(all.map((value) => known.get(value) ?? indexOf(value))), metadata }
}

/** Different for different metadata; JSON has no large integers. */
const metadataKey = (metadata: StreamMetadata): string =>
  JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'bigint' ? { integer: String(value) } : value))
