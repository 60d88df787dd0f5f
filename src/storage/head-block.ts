// Converts heads of neighbouring streams to the record that IndexedDB keeps of them, and back, and cuts what has grown too large.

import type { StreamHead, StreamMetadata } from '../base/events.ts'
import type { Column, TextColumn } from './record-columns.ts'
import { column, textColumn, textReader, valueAt } from './record-columns.ts'
import type { Pairs, Places } from './stream-places.ts'
import { noPlaces } from './stream-places.ts'

/** Heads of the streams from the record's key up to `end`, column by column, in order of name. */
export interface HeadRecord {
  /** Key of the next record; undefined in the last one. */
  readonly end: string | undefined
  readonly count: number
  readonly streams: TextColumn
  readonly lasts: Column<number>
  /** Indexes of the streams that are hard-deleted. */
  readonly tombstones: readonly number[]
  /** Metadata that any of them have, each once. */
  readonly metadata: readonly StreamMetadata[]
  /** Which of them each stream has: an index for all, or one for each. */
  readonly metadataOf: Column<number>
  /** Where streams of here stand in records of many, if any does. */
  readonly places?: PlaceColumns
}

interface PlaceColumns {
  /** Streams that are in the log and have no head: none of those above. */
  readonly headless: readonly string[]
  /** How many places each has: those with heads first, then the others. */
  readonly counts: Column<number>
  /** All of them. */
  readonly pairs: Pairs
  /** Indexes of the streams that have more in rows. */
  readonly spilled: readonly number[]
}

/** The heads from `start` up to `end`; those of `heads` may share their metadata. */
export interface HeadBlock {
  readonly start: string
  readonly end: string | undefined
  readonly heads: Map<string, StreamHead>
  readonly places: Map<string, Places>
}

/** A record has at most so many heads: a single append reads and writes one of them. */
export const mostHeads = 128

/** How many heads a record gets that is one of several made at once. */
const usualHeads = 96

export const emptyBlock = (start: string, end: string | undefined): HeadBlock => ({ start, end, heads: new Map(), places: new Map() })

export function readBlock(start: string, record: HeadRecord): HeadBlock {
  const heads = new Map(headsOf(record).map((head) => [head.stream, head]))
  return { start, end: record.end, heads, places: record.places ? readPlaces(record.places, [...heads.keys()]) : new Map() }
}

function readPlaces({ headless, counts, pairs, spilled }: PlaceColumns, withHead: readonly string[]): Map<string, Places> {
  const places = new Map<string, Places>()
  const more = new Set(spilled)
  let at = 0
  for (const [index, stream] of [...withHead, ...headless].entries()) {
    const end = at + 2 * valueAt(counts, index)
    const isSpilled = more.has(index)
    if (end > at || isSpilled) places.set(stream, { pairs: pairs.slice(at, end), isSpilled })
    at = end
  }
  return places
}

/** @returns the heads in order; they may share their metadata. */
export function headsOf({ count, streams, lasts, tombstones, metadata, metadataOf }: HeadRecord): StreamHead[] {
  const deleted = new Set(tombstones)
  const next = textReader(streams)
  return Array.from({ length: count }, (_, index) => ({
    stream: next(),
    last: valueAt(lasts, index),
    tombstone: deleted.has(index),
    metadata: metadata[valueAt(metadataOf, index)]!,
  }))
}

export function recordOfBlock({ end, heads, places }: HeadBlock): HeadRecord {
  const sorted = inOrder(heads)
  const { metadata, metadataOf } = distinctMetadata(sorted)
  return {
    end,
    count: sorted.length,
    streams: textColumn(sorted.map(({ stream }) => stream)),
    lasts: column(sorted.map(({ last }) => last)),
    tombstones: sorted.flatMap(({ tombstone }, index) => (tombstone ? [index] : [])),
    metadata,
    metadataOf: column(metadataOf),
    ...(places.size > 0 && { places: placeColumns(places, sorted) }),
  }
}

function placeColumns(places: ReadonlyMap<string, Places>, sorted: readonly StreamHead[]): PlaceColumns {
  const withHead = new Set(sorted.map(({ stream }) => stream))
  const headless = [...places.keys()].filter((stream) => !withHead.has(stream))
  const all = [...withHead, ...headless].map((stream) => places.get(stream) ?? noPlaces)
  return {
    headless,
    counts: column(all.map(({ pairs }) => pairs.length / 2)),
    pairs: all.flatMap(({ pairs }) => pairs),
    spilled: all.flatMap(({ isSpilled }, index) => (isSpilled ? [index] : [])),
  }
}

/** @returns the block, or several in its place, of which the first has its start. */
export function splitBlock(block: HeadBlock): readonly HeadBlock[] {
  if (block.heads.size <= mostHeads && block.places.size <= mostHeads) return [block]
  const names = [...new Set([...block.heads.keys(), ...block.places.keys()])].sort()
  const count = Math.ceil(names.length / usualHeads)
  const length = Math.ceil(names.length / count)
  const parts = Array.from({ length: Math.ceil(names.length / length) }, (_, index) => names.slice(index * length, (index + 1) * length))
  return parts.map((part, index) => ({
    start: index === 0 ? block.start : part[0]!,
    end: parts[index + 1]?.[0] ?? block.end,
    heads: pick(block.heads, part),
    places: pick(block.places, part),
  }))
}

function pick<T>(values: ReadonlyMap<string, T>, names: readonly string[]): Map<string, T> {
  const picked = new Map<string, T>()
  for (const name of names) {
    const value = values.get(name)
    if (value !== undefined) picked.set(name, value)
  }
  return picked
}

/** By UTF-16 units, as IndexedDB orders keys. */
const inOrder = (heads: ReadonlyMap<string, StreamHead>): StreamHead[] => [...heads.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))

/** Streams that are written by the thousands have the same metadata. */
function distinctMetadata(heads: readonly StreamHead[]): { metadata: readonly StreamMetadata[]; metadataOf: readonly number[] } {
  const metadata: StreamMetadata[] = []
  const known = new Map<StreamMetadata | string, number>()
  const indexOf = (value: StreamMetadata): number => {
    const text = textOf(value)
    const index = known.get(text) ?? metadata.push(value) - 1
    known.set(text, index)
    known.set(value, index)
    return index
  }
  return { metadataOf: heads.map((head) => known.get(head.metadata) ?? indexOf(head.metadata)), metadata }
}

/** Tells metadata apart that differ; large integers are no JSON. */
const textOf = (metadata: StreamMetadata): string =>
  JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'bigint' ? { integer: String(value) } : value))
