// Holds the heads of neighbouring streams in order of their names: finds one, changes many at once, and cuts what has grown too large.

import type { StreamHead } from '../base/events.ts'
import type { Places } from './stream-places.ts'

/** What is known of the streams from `start` up to `end`: lists of the same length instead of an object each. */
export interface HeadBlock {
  readonly start: string
  readonly end: string | undefined
  readonly entries: Entries
}

export interface Entries {
  /** Streams that have a head or places, in order of name. */
  readonly streams: string[]
  /** They may share their metadata. */
  readonly heads: (StreamHead | undefined)[]
  readonly places: (Places | undefined)[]
}

/** A record has at most so many heads: a single append reads and writes one of them … */
export const mostHeads = 128
/** … but so many where most of its streams stand in records of many, which are written by the thousands (docs/decisions/115). */
export const mostHeadsTogether = 512

/** How full records are that are made several at once. */
const usualShare = 0.75

export const noEntries = (): Entries => ({ streams: [], heads: [], places: [] })

export const emptyBlock = (start: string, end: string | undefined): HeadBlock => ({ start, end, entries: noEntries() })

export const holds = ({ start, end }: HeadBlock, stream: string): boolean => start <= stream && (end === undefined || stream < end)

export function headIn({ entries }: HeadBlock, stream: string): StreamHead | undefined {
  const index = firstAtOrBehind(entries.streams, stream, 0)
  return entries.streams[index] === stream ? entries.heads[index] : undefined
}

export function placesIn({ entries }: HeadBlock, stream: string): Places | undefined {
  const index = firstAtOrBehind(entries.streams, stream, 0)
  return entries.streams[index] === stream ? entries.places[index] : undefined
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
  const { entries } = block
  const changed = noEntries()
  let from = 0
  for (let index = first; index < end; index++) {
    const stream = streams[index]!
    const at = firstAtOrBehind(entries.streams, stream, from)
    copyEntries(entries, from, at, changed)
    const isThere = entries.streams[at] === stream
    from = isThere ? at + 1 : at
    const head = change.head(index, isThere ? entries.heads[at] : undefined)
    const places = change.places(index, isThere ? entries.places[at] : undefined)
    if (head || places) add(changed, stream, head, places)
  }
  copyEntries(entries, from, entries.streams.length, changed)
  return { start: block.start, end: block.end, entries: changed }
}

/** Looks for what becomes of streams that may be in the block, in order. @param visit gets heads that are there. */
export function visitHeads(
  { entries }: HeadBlock,
  streams: readonly string[],
  first: number,
  end: number,
  visit: (index: number, head: StreamHead) => void,
): void {
  let from = 0
  for (let index = first; index < end; index++) {
    from = firstAtOrBehind(entries.streams, streams[index]!, from)
    const head = entries.streams[from] === streams[index] ? entries.heads[from] : undefined
    if (head) visit(index, head)
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

function add({ streams, heads, places }: Entries, stream: string, head: StreamHead | undefined, placed: Places | undefined): void {
  streams.push(stream)
  heads.push(head)
  places.push(placed)
}

function copyEntries({ streams, heads, places }: Entries, from: number, to: number, target: Entries): void {
  for (let index = from; index < to; index++) add(target, streams[index]!, heads[index], places[index])
}

/** @returns the block, or several in its place, of which the first has its start. */
export function splitBlock(block: HeadBlock): readonly HeadBlock[] {
  const { streams, heads, places } = block.entries
  const most = mostIn(block)
  if (streams.length <= most) return [block]
  const count = Math.ceil(streams.length / (most * usualShare))
  const length = Math.ceil(streams.length / count)
  const firsts = Array.from({ length: Math.ceil(streams.length / length) }, (_, index) => index * length)
  return firsts.map((first, index) => ({
    start: index === 0 ? block.start : streams[first]!,
    end: streams[firsts[index + 1] ?? -1] ?? block.end,
    entries: {
      streams: streams.slice(first, first + length),
      heads: heads.slice(first, first + length),
      places: places.slice(first, first + length),
    },
  }))
}

function mostIn({ entries: { streams, places } }: HeadBlock): number {
  if (streams.length <= mostHeads) return mostHeads
  const placed = places.reduce((count, each) => (each ? count + 1 : count), 0)
  return 2 * placed > streams.length ? mostHeadsTogether : mostHeads
}
