// Finds the records of a stream: records of few streams in the index, records of many by the stream's postings.

import { wrap } from 'idb'
import { reader } from '../../base/column.ts'
import type { Position } from '../../base/events.ts'
import { tombstoneNumber } from '../../base/events.ts'
import { recordEndingAt } from './log.ts'
import { numberIn, numberOfPlace, placeKey } from './place-key.ts'
import type { RecordSource } from './ranges.ts'
import type { StoredRecord } from './records.ts'
import { isOfMany } from './records.ts'
import type { Pairs, Postings } from './postings.ts'
import { lastPlace, postingsFrom } from './postings.ts'

/**
 * @param log object store of the log. @param rows object store of older places.
 * @param places of the stream in records of many; undefined where it has none.
 */
export function streamSource(log: IDBObjectStore, rows: IDBObjectStore, stream: string, places: Postings | undefined): RecordSource {
  const indexed = indexedSource(log, stream)
  return places ? joined(indexed, placedSource(log, rows, stream, places)) : indexed
}

function indexedSource(log: IDBObjectStore, stream: string): RecordSource {
  const index = log.index('streams')
  const between = (from: number, to: number) => IDBKeyRange.bound(placeKey(stream, from), placeKey(stream, to))
  return {
    placesIn: numbersOf(stream),
    endOf: (record) => numberIn(record.lastPlaces, stream)!,
    records: async (from, to, count) => {
      const last = Math.min(to, tombstoneNumber)
      return from > last ? [] : wrap<StoredRecord[]>(index.getAll(between(from, last), count))
    },
    lastPlace: async (upTo) => {
      if (upTo < 0) return undefined
      const cursor = await wrap(index.openKeyCursor(between(0, Math.min(upTo, tombstoneNumber)), 'prev'))
      return cursor ? numberOfPlace(cursor.key as string) : undefined
    },
  }
}

function placedSource(log: IDBObjectStore, rows: IDBObjectStore, stream: string, places: Postings): RecordSource {
  const ends = new Map<Position, number>()

  /** Skips places of deleted records. */
  const recordsOf = async (pairs: Pairs): Promise<StoredRecord[]> => {
    const positions = pairs.filter((_, index) => index % 2 === 1)
    for (const [index, position] of positions.entries()) ends.set(position, pairs[2 * index]!)
    const found = await Promise.all(positions.map((position) => recordEndingAt(log, position)))
    return found.filter((record) => record !== undefined)
  }

  return {
    placesIn: numbersOf(stream),
    endOf: (record) => ends.get(record.last)!,
    records: async (from, to, count = Infinity) => {
      const found: StoredRecord[] = []
      if (from > Math.min(to, tombstoneNumber)) return found
      for await (const list of postingsFrom(rows, stream, places, Math.max(0, from))) {
        const wanted = list.slice(0, endIn(list, to))
        for (let at = 0; at < wanted.length && found.length < count;) {
          const end = Math.min(wanted.length, at + 2 * (count - found.length))
          found.push(...(await recordsOf(wanted.slice(at, end))))
          at = end
        }
        if (wanted.length < list.length || found.length >= count) break
      }
      return found
    },
    lastPlace: async (upTo) => (upTo < 0 ? undefined : lastPlace(rows, stream, places, Math.min(upTo, tombstoneNumber))),
  }
}

const numbersOf = (name: string): RecordSource['placesIn'] => {
  return ({ stream, number }) => {
    const [streamAt, numberAt] = [reader(stream), reader(number)]
    return (index) => (streamAt(index) === name ? numberAt(index) : undefined)
  }
}

/** @returns the index of the first place behind `to`. */
function endIn(list: Pairs, to: number): number {
  let end = list.length
  while (end > 0 && list[end - 2]! > to) end -= 2
  return end
}

/** Joins two sources of one stream without common records. */
function joined(indexed: RecordSource, placed: RecordSource): RecordSource {
  const endOf = (record: StoredRecord) => (isOfMany(record) ? placed : indexed).endOf(record)
  return {
    ...indexed,
    endOf,
    records: async (from, to, count) => {
      const [some, others] = await Promise.all([indexed.records(from, to, count), placed.records(from, to, count)])
      if (others.length === 0) return some
      const all = [...some, ...others].sort((a, b) => endOf(a) - endOf(b))
      return count === undefined ? all : all.slice(0, count)
    },
    lastPlace: async (upTo) => {
      const [one, other] = await Promise.all([indexed.lastPlace(upTo), placed.lastPlace(upTo)])
      return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)
    },
  }
}
