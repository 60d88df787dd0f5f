// Makes, compares and converts positions of a projection in its source ("checkpoint tags").

import type { Source } from './source.ts'
import { indexIn } from './stream-list.ts'

/**
 * A position (projection-language §6). Numbers of streams are those of the records read, a link's own number for a link;
 * -1 stands before the first one.
 */
export type Tag =
  | { readonly kind: 'log'; readonly commit: number; readonly prepare: number }
  /** The numbers of the type index stay -1: the log alone is read (projection-language §5.2). */
  | { readonly kind: 'types'; readonly commit: number; readonly prepare: number; readonly types: readonly string[] }
  | { readonly kind: 'stream'; readonly stream: string; readonly number: number }
  | { readonly kind: 'streams'; readonly streams: readonly string[]; readonly numbers: readonly number[] }
  /** The second phase of a query, in which results are written. */
  | { readonly kind: 'phase'; readonly completed: boolean }

export type StreamsTag = Extract<Tag, { kind: 'streams' }>

/** The position before the first event of a source. */
export function zeroTag(source: Source): Tag {
  switch (source.kind) {
    case 'log':
      return { kind: 'log', commit: 0, prepare: -1 }
    case 'types':
      return { kind: 'types', commit: 0, prepare: -1, types: source.indexes }
    case 'stream':
      return { kind: 'stream', stream: source.stream, number: -1 }
    case 'streams':
      return { kind: 'streams', streams: source.streams, numbers: source.streams.map(() => -1) }
  }
}

/**
 * The position of a record.
 *
 * @param before the position of the record before it.
 */
export function tagAt(before: Tag, record: { readonly stream: string; readonly number: number; readonly position: number }): Tag {
  switch (before.kind) {
    case 'log':
      return { kind: 'log', commit: record.position, prepare: record.position }
    case 'types':
      return { kind: 'types', commit: record.position, prepare: record.position, types: before.types }
    case 'stream':
      return { kind: 'stream', stream: before.stream, number: record.number }
    case 'streams':
      return tagAfter(before, [record])
    case 'phase':
      return before
  }
}

/** The position of the last of several records of a source of streams. */
export function tagAfter(before: StreamsTag, records: readonly { readonly stream: string; readonly number: number }[]): StreamsTag {
  if (records.length === 0) return before
  const numbers = before.numbers.slice()
  for (const { stream, number } of records) numbers[indexIn(before.streams, stream)] = number
  return { ...before, numbers }
}

/** The position of the last of several records of one source, in their order. */
export const tagBehind = (
  before: Tag,
  records: readonly { readonly stream: string; readonly number: number; readonly position: number }[],
): Tag => (before.kind === 'streams' ? tagAfter(before, records) : records.length > 0 ? tagAt(before, records.at(-1)!) : before)

/**
 * Compares two positions of one source; a query's second phase comes after everything else.
 *
 * @returns a number below, at or above 0, as for sorting.
 */
export function compareTags(a: Tag, b: Tag): number {
  if (a.kind === 'stream' && b.kind === 'stream') return a.number - b.number
  if (a.kind === 'phase' || b.kind === 'phase') return rankOfPhase(a) - rankOfPhase(b)
  if ((a.kind === 'log' || a.kind === 'types') && (b.kind === 'log' || b.kind === 'types')) return a.prepare - b.prepare
  return sum(numbersOf(a)) - sum(numbersOf(b))
}

const rankOfPhase = (tag: Tag): number => (tag.kind === 'phase' ? (tag.completed ? 2 : 1) : 0)

/** Positions that a source hands out never step back in any stream, so their sums are in the same order as they are. */
function sum(numbers: readonly number[]): number {
  const known = sums.get(numbers)
  if (known !== undefined) return known
  const total = numbers.reduce((before, number) => before + number, 0)
  if (numbers.length >= manyNumbers) sums.set(numbers, total)
  return total
}

/** Sums of so many numbers are remembered: a position may be compared with the states of thousands of partitions. */
const manyNumbers = 64

const sums = new WeakMap<readonly number[], number>()

const numbersOf = (tag: Tag): readonly number[] => (tag.kind === 'stream' ? [tag.number] : tag.kind === 'streams' ? tag.numbers : [])

/** The number of a stream in a position; -1 for a stream that it does not contain. */
export function numberIn(tag: Tag, stream: string): number {
  if (tag.kind === 'stream') return tag.stream === stream ? tag.number : -1
  return tag.kind === 'streams' ? (tag.numbers[indexIn(tag.streams, stream)] ?? -1) : -1
}

/** The log position in a position of a log source; -1 at its beginning. */
export const logPositionOf = (tag: Tag): number => (tag.kind === 'log' || tag.kind === 'types' ? tag.prepare : -1)

export type Conversion = { readonly kind: 'converted'; readonly tag: Tag } | { readonly kind: 'incompatible'; readonly message: string }

/**
 * Fits a position of an earlier query text to the source of the present one (projection-language §6): streams in common keep their
 * numbers, new ones start at -1.
 *
 * @returns `incompatible`, with the reference's own text, where the kinds do not match.
 */
export function convertTag(tag: Tag, source: Source): Conversion {
  const zero = zeroTag(source)
  if (zero.kind === 'log' && hasLogPosition(tag)) return converted({ ...zero, commit: tag.commit, prepare: tag.prepare })
  if (zero.kind === 'types' && hasLogPosition(tag)) return converted({ ...zero, commit: tag.commit, prepare: tag.prepare })
  if (zero.kind === 'stream' && hasNumbers(tag)) return converted({ ...zero, number: numberIn(tag, zero.stream) })
  if (zero.kind === 'streams' && hasNumbers(tag)) {
    return converted({ ...zero, numbers: zero.streams.map((stream) => numberIn(tag, stream)) })
  }
  return { kind: 'incompatible', message: `Conversion from ${kindName[tag.kind]} to ${kindName[zero.kind]} position tag is not supported` }
}

const converted = (tag: Tag): Conversion => ({ kind: 'converted', tag })

const hasLogPosition = (tag: Tag): tag is Extract<Tag, { commit: number }> => tag.kind === 'log' || tag.kind === 'types'
const hasNumbers = (tag: Tag): boolean => tag.kind === 'stream' || tag.kind === 'streams'

const kindName = { log: 'Position', types: 'EventTypeIndex', stream: 'Stream', streams: 'MultiStream', phase: 'Phase' } as const
