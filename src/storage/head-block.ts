// Converts heads of neighbouring streams to the record that IndexedDB keeps of them, and back, and cuts what has grown too large.

import type { StreamHead, StreamMetadata } from '../base/events.ts'
import type { Column, TextColumn } from './record-columns.ts'
import { column, textColumn, textReader, valueAt } from './record-columns.ts'

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
}

/** The heads from `start` up to `end`; those of `heads` may share their metadata. */
export interface HeadBlock {
  readonly start: string
  readonly end: string | undefined
  readonly heads: Map<string, StreamHead>
}

/** A record has at most so many heads: a single append reads and writes one of them. */
export const mostHeads = 128

/** How many heads a record gets that is one of several made at once. */
const usualHeads = 96

export const emptyBlock = (start: string, end: string | undefined): HeadBlock => ({ start, end, heads: new Map() })

export const readBlock = (start: string, record: HeadRecord): HeadBlock => ({
  start,
  end: record.end,
  heads: new Map(headsOf(record).map((head) => [head.stream, head])),
})

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

export function recordOfBlock({ end, heads }: HeadBlock): HeadRecord {
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
  }
}

/** @returns the block, or several in its place, of which the first has its start. */
export function splitBlock(block: HeadBlock): readonly HeadBlock[] {
  if (block.heads.size <= mostHeads) return [block]
  const sorted = inOrder(block.heads)
  const count = Math.ceil(sorted.length / usualHeads)
  const length = Math.ceil(sorted.length / count)
  const parts = Array.from({ length: Math.ceil(sorted.length / length) }, (_, index) => sorted.slice(index * length, (index + 1) * length))
  return parts.map((part, index) => ({
    start: index === 0 ? block.start : part[0]!.stream,
    end: parts[index + 1]?.[0]!.stream ?? block.end,
    heads: new Map(part.map((head) => [head.stream, head])),
  }))
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
