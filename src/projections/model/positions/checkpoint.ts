// Makes, compares and converts positions of a projection in its source ("checkpoint tags").

import type { Source } from '../source.ts'
import { indexIn } from '../source.ts'

/**
 * A position (projection-language §6). Numbers of streams are those of the records read, a link's own number for a link;
 * -1 stands before the first one.
 */
export type Tag =
  | { readonly kind: 'log'; readonly commit: number; readonly prepare: number }
  /** With the number of the last link that was read of each type in the index, before the log; without them all are -1 (§5.2). */
  | {
      readonly kind: 'types'
      readonly commit: number
      readonly prepare: number
      readonly types: readonly string[]
      readonly numbers?: readonly number[]
    }
  | { readonly kind: 'stream'; readonly stream: string; readonly number: number }
  | { readonly kind: 'streams'; readonly streams: readonly string[]; readonly numbers: readonly number[] }
  /** The second phase of a query, in which results are written. */
  | { readonly kind: 'phase'; readonly completed: boolean }

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

/** A record as far as positions count it. */
export interface CountedRecord {
  readonly stream: string
  readonly number: number
  readonly position: number
  /** Of a link in the type index: the place of its type in the source. */
  readonly typeIndex?: number
}

/** The position behind records of a source. @param before the position before them. */
export function tagBehind(before: Tag, records: readonly CountedRecord[]): Tag {
  const last = records.at(-1)
  if (!last) return before
  switch (before.kind) {
    case 'log':
      return { ...before, commit: last.position, prepare: last.position }
    case 'types':
      return withLinks({ ...before, commit: last.position, prepare: last.position }, records)
    case 'stream':
      return { ...before, number: last.number }
    case 'streams': {
      const numbers = before.numbers.slice()
      for (const { stream, number } of records) numbers[indexIn(before.streams, stream)] = number
      return { ...before, numbers }
    }
    case 'phase':
      return before
  }
}

function withLinks(tag: Extract<Tag, { kind: 'types' }>, records: readonly CountedRecord[]): Tag {
  const links = records.filter(({ typeIndex }) => typeIndex !== undefined)
  if (links.length === 0) return tag
  const numbers = tag.types.map((_, index) => numberOfType(tag, index))
  for (const { typeIndex, number } of links) numbers[typeIndex!] = number
  return { ...tag, numbers }
}

/** The number of the last link that was read of a type in the index; -1 before any. @param typeIndex the place of the type in the source. */
export const numberOfType = (tag: Tag, typeIndex: number): number => (tag.kind === 'types' ? (tag.numbers?.[typeIndex] ?? -1) : -1)

/** Compares two positions of one source, as for sorting; a query's second phase comes after everything else. */
export function compareTags(a: Tag, b: Tag): number {
  if (a.kind === 'stream' && b.kind === 'stream') return a.number - b.number
  if (a.kind === 'phase' || b.kind === 'phase') return rankOfPhase(a) - rankOfPhase(b)
  if ((a.kind === 'log' || a.kind === 'types') && (b.kind === 'log' || b.kind === 'types')) return a.prepare - b.prepare
  return difference(numbersOf(a), numbersOf(b))
}

const rankOfPhase = (tag: Tag): number => (tag.kind === 'phase' ? (tag.completed ? 2 : 1) : 0)

/**
 * Positions that a source hands out never step back in any stream, so their sums are in the same order as they are. The differences are
 * added up, because a sum with the number of a tombstone in it is not exact.
 */
const difference = (a: readonly number[], b: readonly number[]): number =>
  (a.length < b.length ? b : a).reduce((before, _, index) => before + ((a[index] ?? 0) - (b[index] ?? 0)), 0)

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
 * @returns `incompatible`, with the server's own text, where the kinds do not match.
 */
export function convertTag(tag: Tag, source: Source): Conversion {
  const zero = zeroTag(source)
  if ((zero.kind === 'log' || zero.kind === 'types') && (tag.kind === 'log' || tag.kind === 'types')) {
    const position = { ...zero, commit: tag.commit, prepare: tag.prepare }
    if (position.kind !== 'types' || tag.kind !== 'types' || !tag.numbers) return { kind: 'converted', tag: position }
    return { kind: 'converted', tag: { ...position, numbers: position.types.map((type) => numberOfType(tag, tag.types.indexOf(type))) } }
  }
  if (tag.kind === 'stream' || tag.kind === 'streams') {
    if (zero.kind === 'stream') return { kind: 'converted', tag: { ...zero, number: numberIn(tag, zero.stream) } }
    if (zero.kind === 'streams') {
      return { kind: 'converted', tag: { ...zero, numbers: zero.streams.map((stream) => numberIn(tag, stream)) } }
    }
  }
  return { kind: 'incompatible', message: `Conversion from ${kindName[tag.kind]} to ${kindName[zero.kind]} position tag is not supported` }
}

const kindName = { log: 'Position', types: 'EventTypeIndex', stream: 'Stream', streams: 'MultiStream', phase: 'Phase' } as const
