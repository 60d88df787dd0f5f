// Holds the heads of neighbouring streams in order of their names: finds one, changes many at once, and cuts what has grown too large.

import type { Column } from '../base/column.ts'
import { valueAt } from '../base/column.ts'
import type { Position, StreamHead, StreamMetadata } from '../base/events.ts'
import type { Places } from './stream-places.ts'
import { mostPlaces } from './stream-places.ts'

/** What is known of the streams from `start` up to `end`. */
export interface HeadBlock {
  readonly start: string
  readonly end: string | undefined
  readonly entries: Entries
}

/** Lists of the same length instead of objects: nearly all of them go back into the database as they came. */
export interface Entries {
  /** Streams that have a head or places, in order of name. */
  readonly streams: string[]
  readonly lasts: number[]
  /** Any of those below, added up. */
  readonly flags: number[]
  /** Undefined where the stream has no head, only places. Many may share theirs. */
  readonly metadata: (StreamMetadata | undefined)[]
  /** How many places each has, apart from those in rows. */
  readonly counts: number[]
  /** All of them, in the order of the streams: two numbers each. */
  readonly pairs: number[]
}

/** The stream is hard-deleted. */
export const tombstoneFlag = 1
/** It has older places in rows. */
export const spilledFlag = 2

/** A record has at most so many heads: a single append reads and writes one of them … */
export const mostHeads = 128
/** … but so many where most of its streams stand in records of many, which are written by the thousands (docs/performance.md). */
export const mostHeadsTogether = 512

/** How full records are that are made several at once. */
const usualShare = 0.75

export const noEntries = (): Entries => ({
  streams: [],
  lasts: [],
  flags: [],
  metadata: [],
  counts: [],
  pairs: [],
})

export const emptyBlock = (start: string, end: string | undefined): HeadBlock => ({ start, end, entries: noEntries() })

export const holds = ({ start, end }: HeadBlock, stream: string): boolean => start <= stream && (end === undefined || stream < end)

export function headIn({ entries }: HeadBlock, stream: string): StreamHead | undefined {
  const index = firstAtOrBehind(entries.streams, stream, 0)
  return entries.streams[index] === stream ? headAt(entries, index) : undefined
}

export function placesIn({ entries }: HeadBlock, stream: string): Places | undefined {
  const index = firstAtOrBehind(entries.streams, stream, 0)
  return entries.streams[index] === stream ? placesAt(entries, index, pairsBetween(entries, 0, index)) : undefined
}

function headAt({ streams, lasts, flags, metadata }: Entries, index: number): StreamHead | undefined {
  const known = metadata[index]
  return known && { stream: streams[index]!, last: lasts[index]!, tombstone: (flags[index]! & tombstoneFlag) !== 0, metadata: known }
}

/** @param first index of its first number in the pairs. */
function placesAt({ counts, flags, pairs }: Entries, index: number, first: number): Places | undefined {
  const count = counts[index]!
  const isSpilled = (flags[index]! & spilledFlag) !== 0
  return count > 0 || isSpilled ? { pairs: pairs.slice(first, first + 2 * count), isSpilled } : undefined
}

/** @returns how many numbers the places of these streams have. */
function pairsBetween({ counts }: Entries, from: number, to: number): number {
  let length = 0
  for (let index = from; index < to; index++) length += 2 * counts[index]!
  return length
}

/** What becomes of streams; `index` is that in the list of their names. */
export interface Change {
  head(index: number, before: StreamHead | undefined): StreamHead | undefined
  places(index: number, before: Places | undefined): Places | undefined
}

/**
 * Changes entries, adds new ones, and leaves out those of which nothing is left.
 *
 * @param streams names, of which those from `first` up to `end` are in order, each once, and belong to the block.
 * @returns the block as it is afterwards.
 */
export function withChanges(block: HeadBlock, streams: readonly string[], first: number, end: number, change: Change): HeadBlock {
  const merge = new Merge(block)
  for (let index = first; index < end; index++) {
    const stream = streams[index]!
    const isThere = merge.moveTo(stream)
    const head = change.head(index, isThere ? headAt(block.entries, merge.at) : undefined)
    const places = change.places(index, isThere ? placesAt(block.entries, merge.at, merge.pairsAt) : undefined)
    if (head || places) addEntry(merge.target, stream, head, places)
  }
  return merge.finish()
}

/** The last event of each of many streams, and the records of many streams that hold them. */
export interface LastEvents {
  readonly numbers: Column<number>
  /** Where the record of each ends. */
  readonly ends: readonly Position[]
  /** Of streams that have no head; the others keep theirs. */
  readonly metadata: StreamMetadata
}

/**
 * The same where all of the streams get an event.
 *
 * @param order indexes of the streams among the events.
 * @param full makes room for the place of one more event in places that are as many as a head has.
 */
export function withEvents(
  block: HeadBlock,
  streams: readonly string[],
  first: number,
  end: number,
  { numbers, ends, metadata }: LastEvents,
  order: readonly number[],
  full: (index: number, before: Places) => Places,
): HeadBlock {
  const { entries } = block
  const merge = new Merge(block)
  const { target } = merge
  for (let index = first; index < end; index++) {
    const stream = streams[index]!
    const isThere = merge.moveTo(stream)
    const { at, pairsAt } = merge
    const last = valueAt(numbers, order[index]!)
    const known = (isThere ? entries.metadata[at] : undefined) ?? metadata
    const count = isThere ? entries.counts[at]! : 0
    if (count >= mostPlaces) {
      const places = placesAt(entries, at, pairsAt)!
      addEntry(target, stream, { stream, last, tombstone: false, metadata: known }, full(index, places))
      continue
    }
    // Without an object for each: there are thousands.
    target.streams.push(stream)
    target.lasts.push(last)
    target.flags.push(isThere ? entries.flags[at]! & spilledFlag : 0)
    target.metadata.push(known)
    target.counts.push(count + 1)
    for (let from = pairsAt; from < pairsAt + 2 * count; from++) target.pairs.push(entries.pairs[from]!)
    target.pairs.push(last, ends[order[index]!]!)
  }
  return merge.finish()
}

/**
 * Goes through the entries of a block in order of name, and copies those that are passed. A class with plain members, not functions around
 * variables: those are compiled again and again (docs/performance.md).
 */
class Merge {
  readonly target = noEntries()
  /** Where the name that was moved to stands among the entries, and where its pairs begin. */
  at = 0
  pairsAt = 0
  /** What is not copied yet begins there. */
  from = 0
  pairsFrom = 0
  readonly block: HeadBlock

  constructor(block: HeadBlock) {
    this.block = block
  }

  /** @returns whether it is there; then it is for the caller to put it, or something else, into the target. */
  moveTo(stream: string): boolean {
    const { entries } = this.block
    this.at = firstAtOrBehind(entries.streams, stream, this.from)
    this.pairsAt = this.pairsFrom + pairsBetween(entries, this.from, this.at)
    copyEntries(entries, this.from, this.at, this.pairsFrom, this.pairsAt, this.target)
    const isThere = entries.streams[this.at] === stream
    this.from = isThere ? this.at + 1 : this.at
    this.pairsFrom = isThere ? this.pairsAt + 2 * entries.counts[this.at]! : this.pairsAt
    return isThere
  }

  /** @returns the block with what is in the target, and all that was not passed. */
  finish(): HeadBlock {
    const { start, end, entries } = this.block
    copyEntries(entries, this.from, entries.streams.length, this.pairsFrom, entries.pairs.length, this.target)
    return { start, end, entries: this.target }
  }
}

/** Looks for heads of streams that may be in the block, in order. @param heads gets those that are there, by the indexes of the streams. */
export function findHeads(
  { entries }: HeadBlock,
  streams: readonly string[],
  first: number,
  end: number,
  heads: (StreamHead | undefined)[],
): void {
  let from = 0
  for (let index = first; index < end; index++) {
    from = firstAtOrBehind(entries.streams, streams[index]!, from)
    heads[index] = entries.streams[from] === streams[index] ? headAt(entries, from) : undefined
  }
}

/** Looks at near neighbours first: whoever goes through many names in order finds each close to the one before. */
function firstAtOrBehind(streams: readonly string[], stream: string, from: number): number {
  let low = from
  let step = 1
  while (low + step <= streams.length && streams[low + step - 1]! < stream) {
    low += step
    step *= 2
  }
  let high = Math.min(streams.length, low + step - 1)
  while (low < high) {
    const middle = (low + high) >> 1
    if (streams[middle]! < stream) low = middle + 1
    else high = middle
  }
  return low
}

export function addEntry(entries: Entries, stream: string, head: StreamHead | undefined, places: Places | undefined): void {
  entries.streams.push(stream)
  entries.lasts.push(head ? head.last : 0)
  entries.flags.push((head?.tombstone ? tombstoneFlag : 0) + (places?.isSpilled ? spilledFlag : 0))
  entries.metadata.push(head?.metadata)
  entries.counts.push(places ? places.pairs.length / 2 : 0)
  if (places) for (const value of places.pairs) entries.pairs.push(value)
}

/** Puts entries from one index up to another, with their part of the pairs, behind those of the target. */
export function copyEntries(entries: Entries, from: number, to: number, pairsFrom: number, pairsTo: number, target: Entries): void {
  for (let index = from; index < to; index++) {
    target.streams.push(entries.streams[index]!)
    target.lasts.push(entries.lasts[index]!)
    target.flags.push(entries.flags[index]!)
    target.metadata.push(entries.metadata[index])
    target.counts.push(entries.counts[index]!)
  }
  for (let index = pairsFrom; index < pairsTo; index++) target.pairs.push(entries.pairs[index]!)
}

/** @returns the block, or several in its place, of which the first has its start. */
export function splitBlock(block: HeadBlock): readonly HeadBlock[] {
  const { entries } = block
  const { streams } = entries
  const most = mostIn(entries)
  if (streams.length <= most) return [block]
  const count = Math.ceil(streams.length / (most * usualShare))
  const length = Math.ceil(streams.length / count)
  const firsts = Array.from({ length: Math.ceil(streams.length / length) }, (_, index) => index * length)
  let pairsFrom = 0
  return firsts.map((first, index) => {
    const next = firsts[index + 1] ?? streams.length
    const pairsTo = pairsFrom + pairsBetween(entries, first, next)
    const part = noEntries()
    copyEntries(entries, first, next, pairsFrom, pairsTo, part)
    pairsFrom = pairsTo
    return { start: index === 0 ? block.start : streams[first]!, end: streams[next] ?? block.end, entries: part }
  })
}

function mostIn({ streams, counts, flags }: Entries): number {
  if (streams.length <= mostHeads) return mostHeads
  const placed = counts.reduce((sum, count, index) => (count > 0 || flags[index]! & spilledFlag ? sum + 1 : sum), 0)
  return 2 * placed > streams.length ? mostHeadsTogether : mostHeads
}
