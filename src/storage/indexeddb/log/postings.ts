// Keeps the places of a stream in records of many streams: the newest ones with its head, older ones in rows.

import { wrap } from 'idb'
import type { Position } from '../../../base/events/events.ts'
import { tombstoneNumber } from '../../../base/events/events.ts'
import { numberOfPlace, placeKey } from './place-key.ts'

/**
 * Places of one stream, in order: for each record the number of the stream's last event in it, and the position in the record's key.
 * One flat list of numbers and positions in turn, because thousands of streams have one each (docs/inside/performance.md).
 */
export type Pairs = readonly number[]

export interface Postings {
  /** The newest ones. */
  readonly pairs: Pairs
  /** Whether rows have older ones. */
  readonly isSpilled: boolean
}

/** The number of places in a row, and the most with a head. */
export const placesPerRow = 16

export const noPostings: Postings = { pairs: [], isSpilled: false }

/** Adds places, moving the oldest of too many into rows. @param store object store of rows. */
export function withPostings(store: IDBObjectStore, stream: string, { pairs, isSpilled }: Postings, added: Pairs): Postings {
  const all = [...pairs, ...added]
  const perRow = 2 * placesPerRow
  let at = 0
  for (; all.length - at > perRow; at += perRow) store.put(all.slice(at, at + perRow), placeKey(stream, all[at + perRow - 2]!))
  return { pairs: all.slice(at), isSpilled: isSpilled || at > 0 }
}

/** @param gone positions of records that no longer hold the stream. */
export const withoutPostings = (pairs: Pairs, gone: ReadonlySet<Position>): Pairs =>
  pairs.filter((_, index) => !gone.has(pairs[index | 1]!))

/** Removes places from the rows of a stream. @param gone as for `withoutPostings`. */
export async function forgetInRows(store: IDBObjectStore, stream: string, gone: ReadonlySet<Position>): Promise<void> {
  const range = rowsBetween(stream, 0)
  const [keys, rows] = await Promise.all([wrap(store.getAllKeys(range)), wrap<Pairs[]>(store.getAll(range))])
  for (const [index, row] of rows.entries()) {
    const left = withoutPostings(row, gone)
    if (left.length === row.length) continue
    // Its key may now be greater than its last place, which reads allow for.
    if (left.length > 0) store.put(left, keys[index])
    else store.delete(keys[index]!)
  }
}

/** Rows in one request. */
const rowsAtOnce = 8

/** @returns lists of the places from a number of the stream on, in order. */
export async function* postingsFrom(
  store: IDBObjectStore,
  stream: string,
  { pairs, isSpilled }: Postings,
  from: number,
): AsyncGenerator<Pairs> {
  for (let next = from, isMore = isSpilled; isMore;) {
    const range = rowsBetween(stream, next)
    const [keys, rows] = await Promise.all([wrap(store.getAllKeys(range, rowsAtOnce)), wrap<Pairs[]>(store.getAll(range, rowsAtOnce))])
    for (const row of rows) yield behind(row, from)
    const last = rows.length === rowsAtOnce ? numberOfPlace(keys.at(-1) as string) : tombstoneNumber
    isMore = last < tombstoneNumber
    next = last + 1
  }
  yield behind(pairs, from)
}

/** @returns the number of the last place up to a given number. */
export async function lastPlace(
  store: IDBObjectStore,
  stream: string,
  { pairs, isSpilled }: Postings,
  upTo: number,
): Promise<number | undefined> {
  const newest = placesUpTo(pairs, upTo).at(-2)
  if (newest !== undefined || !isSpilled) return newest
  const [across] = await wrap<Pairs[]>(store.getAll(rowsBetween(stream, upTo), 1))
  const inside = across && placesUpTo(across, upTo).at(-2)
  if (inside !== undefined || upTo <= 0) return inside
  const cursor = await wrap(store.openCursor(IDBKeyRange.bound(placeKey(stream, 0), placeKey(stream, upTo - 1)), 'prev'))
  return cursor ? (cursor.value as Pairs).at(-2) : undefined
}

const rowsBetween = (stream: string, from: number): IDBKeyRange =>
  IDBKeyRange.bound(placeKey(stream, from), placeKey(stream, tombstoneNumber))

function behind(pairs: Pairs, from: number): Pairs {
  const first = pairs.findIndex((number, index) => index % 2 === 0 && number >= from)
  return first < 0 ? [] : pairs.slice(first)
}

/** @returns the places up to a number. */
export function placesUpTo(pairs: Pairs, number: number): Pairs {
  const last = pairs.findLastIndex((value, index) => index % 2 === 0 && value <= number)
  return last < 0 ? [] : pairs.slice(0, last + 2)
}
