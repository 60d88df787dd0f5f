// Converts heads of neighbouring streams to the record that IndexedDB keeps of them, column by column, and back.

import type { Column } from '../base/column.ts'
import { valueAt } from '../base/column.ts'
import type { StreamHead, StreamMetadata } from '../base/events.ts'
import type { Entries, HeadBlock } from './head-block.ts'
import { copyEntries, noEntries, spilledFlag, tombstoneFlag, withChanges } from './head-block.ts'
import type { TextColumn } from './record-columns.ts'
import { alikeColumn, column, textReader } from './record-columns.ts'
import type { Pairs, Places } from './stream-places.ts'

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
  const { count, end, lasts, metadata, metadataOf, places } = record
  const next = textReader(record.streams)
  const deleted = tombstonesOf(record)
  const spilled = places && places.spilled.length > 0 ? new Set(places.spilled) : undefined
  const entries = noEntries()
  let length = 0
  for (let index = 0; index < count; index++) {
    entries.streams.push(next())
    entries.lasts.push(valueAt(lasts, index))
    entries.flags.push((deleted?.has(index) ? tombstoneFlag : 0) + (spilled?.has(index) ? spilledFlag : 0))
    entries.metadata.push(metadata[valueAt(metadataOf, index)])
    entries.counts.push(places ? valueAt(places.counts, index) : 0)
    length += 2 * entries.counts[index]!
  }
  if (places) for (let index = 0; index < length; index++) entries.pairs.push(places.pairs[index]!)
  const block: HeadBlock = { start, end, entries }
  return places && places.headless.length > 0 ? withHeadless(block, places, length) : block
}

/** @param first index of the first pair that belongs to none of the heads. */
function withHeadless(block: HeadBlock, { headless, counts, pairs, spilled }: PlaceColumns, first: number): HeadBlock {
  const count = block.entries.streams.length
  const known = new Map<string, Places>()
  let from = first
  for (const [index, stream] of headless.entries()) {
    const to = from + 2 * valueAt(counts, count + index)
    known.set(stream, { pairs: pairs.slice(from, to), isSpilled: spilled.includes(count + index) })
    from = to
  }
  const names = [...headless].sort()
  return withChanges(block, names, 0, names.length, { head: () => undefined, places: (index) => known.get(names[index]!) })
}

const tombstonesOf = ({ tombstones }: HeadRecord): ReadonlySet<number> | undefined =>
  tombstones.length > 0 ? new Set(tombstones) : undefined

/** @returns the heads in order; they may share their metadata. */
export function headsOf(record: HeadRecord): StreamHead[] {
  const { count, streams, lasts, metadata, metadataOf } = record
  const deleted = tombstonesOf(record)
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
  const headless = streamsWithoutHead(entries)
  const { streams, lasts, flags, metadata, counts, pairs } = headless.length > 0 ? headsFirst(entries) : entries
  const count = streams.length - headless.length
  const only = <T>(values: readonly T[]) => (headless.length > 0 ? values.slice(0, count) : values)
  const spilled = withFlag(flags, spilledFlag)
  const hasPlaces = headless.length > 0 || pairs.length > 0 || spilled.length > 0
  return {
    end,
    count,
    streams: alikeColumn(only(streams)),
    lasts: column(only(lasts)),
    tombstones: withFlag(flags, tombstoneFlag),
    ...distinctMetadata(only(metadata) as readonly StreamMetadata[]),
    ...(hasPlaces && { places: { headless, counts: column(counts), pairs, spilled } }),
  }
}

/** Nearly always all have heads. */
const streamsWithoutHead = ({ streams, metadata }: Entries): string[] =>
  metadata.includes(undefined) ? streams.filter((_, index) => metadata[index] === undefined) : []

function headsFirst(entries: Entries): Entries {
  const [withHead, headless] = [noEntries(), noEntries()]
  let from = 0
  for (const [index, metadata] of entries.metadata.entries()) {
    const to = from + 2 * entries.counts[index]!
    copyEntries(entries, index, index + 1, from, to, metadata ? withHead : headless)
    from = to
  }
  copyEntries(headless, 0, headless.streams.length, 0, headless.pairs.length, withHead)
  return withHead
}

/** Indexes of the streams that have it. */
function withFlag(flags: readonly number[], flag: number): number[] {
  const indexes: number[] = []
  for (let index = 0; index < flags.length; index++) if (flags[index]! & flag) indexes.push(index)
  return indexes
}

/** Streams that are written by the thousands have the same metadata. */
function distinctMetadata(all: readonly StreamMetadata[]): Pick<HeadRecord, 'metadata' | 'metadataOf'> {
  const metadata: StreamMetadata[] = []
  const known = new Map<StreamMetadata | string, number>()
  const indexOf = (value: StreamMetadata): number => {
    const text = textOf(value)
    const index = known.get(text) ?? metadata.push(value) - 1
    known.set(text, index)
    known.set(value, index)
    return index
  }
  return { metadataOf: column(all.map((value) => known.get(value) ?? indexOf(value))), metadata }
}

/** Tells metadata apart that differ; large integers are no JSON. */
const textOf = (metadata: StreamMetadata): string =>
  JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'bigint' ? { integer: String(value) } : value))
