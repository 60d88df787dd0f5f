// Converts heads of neighbouring streams to the record that IndexedDB keeps of them, column by column, and back.

import type { StreamHead, StreamMetadata } from '../base/events.ts'
import type { Entries, HeadBlock } from './head-block.ts'
import { noEntries, withChanges } from './head-block.ts'
import type { Column, TextColumn } from './record-columns.ts'
import { alikeColumn, column, textReader, valueAt } from './record-columns.ts'
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

export function readBlock(start: string, record: HeadRecord): HeadBlock {
  const { count, end } = record
  const heads = headsOf(record)
  const readPlaces = record.places && placesReader(record.places)
  const streams = heads.map(({ stream }) => stream)
  const places = heads.map((_, index) => readPlaces?.(index))
  const block: HeadBlock = { start, end, entries: { streams, heads, places } }
  if (!record.places || record.places.headless.length === 0) return block
  const headless = new Map(record.places.headless.map((stream, index) => [stream, readPlaces?.(count + index)]))
  const names = [...headless.keys()].sort()
  return withChanges(block, names, 0, names.length, { head: () => undefined, places: (index) => headless.get(names[index]!) })
}

/** @returns a function that gives the places of the streams in the order of their indexes. */
function placesReader({ counts, pairs, spilled }: PlaceColumns): (index: number) => Places | undefined {
  const more = spilled.length > 0 ? new Set(spilled) : undefined
  let at = 0
  return (index) => {
    const start = at
    at += 2 * valueAt(counts, index)
    const isSpilled = more?.has(index) ?? false
    return at > start || isSpilled ? { pairs: pairs.slice(start, at), isSpilled } : undefined
  }
}

/** @returns the heads in order; they may share their metadata. */
export function headsOf({ count, streams, lasts, tombstones, metadata, metadataOf }: HeadRecord): StreamHead[] {
  const deleted = tombstones.length > 0 ? new Set(tombstones) : undefined
  const next = textReader(streams)
  const heads: StreamHead[] = []
  for (let index = 0; index < count; index++) {
    heads.push({
      stream: next(),
      last: valueAt(lasts, index),
      tombstone: deleted?.has(index) ?? false,
      metadata: metadata[valueAt(metadataOf, index)]!,
    })
  }
  return heads
}

export function recordOfBlock({ end, entries }: HeadBlock): HeadRecord {
  const { withHead, headless } = inTwo(entries)
  const heads = withHead.heads as StreamHead[]
  const { metadata, metadataOf } = distinctMetadata(heads)
  const hasPlaces = headless.streams.length > 0 || withHead.places.some((places) => places !== undefined)
  return {
    end,
    count: heads.length,
    streams: alikeColumn(withHead.streams),
    lasts: column(heads.map(({ last }) => last)),
    tombstones: heads.flatMap(({ tombstone }, index) => (tombstone ? [index] : [])),
    metadata,
    metadataOf: column(metadataOf),
    ...(hasPlaces && { places: placeColumns([...withHead.places, ...headless.places], headless.streams) }),
  }
}

/** Nearly always all have heads. */
function inTwo(entries: Entries): { readonly withHead: Entries; readonly headless: Entries } {
  const { streams, heads, places } = entries
  if (!heads.includes(undefined)) return { withHead: entries, headless: noEntries() }
  const parts = { withHead: noEntries(), headless: noEntries() }
  for (const [index, head] of heads.entries()) {
    const part = head ? parts.withHead : parts.headless
    part.streams.push(streams[index]!)
    part.heads.push(head)
    part.places.push(places[index])
  }
  return parts
}

function placeColumns(places: readonly (Places | undefined)[], headless: readonly string[]): PlaceColumns {
  const all: number[] = []
  const counts: number[] = []
  const spilled: number[] = []
  for (const [index, { pairs, isSpilled }] of places.map((each) => each ?? noPlaces).entries()) {
    for (const value of pairs) all.push(value)
    counts.push(pairs.length / 2)
    if (isSpilled) spilled.push(index)
  }
  return { headless, counts: column(counts), pairs: all, spilled }
}

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
