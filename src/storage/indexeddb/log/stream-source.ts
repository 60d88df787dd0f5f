// Finds the records of a stream: records of few streams in the index, records of many by the stream's postings.

import { wrap } from 'idb'
import { reader } from '../../../base/events/column.ts'
import type { Position } from '../../../base/events/events.ts'
import { tombstoneNumber } from '../../../base/events/events.ts'
import { recordEndingAt } from './log.ts'
import { numberIn, numberOfPlace, placeKey } from './place-key.ts'
import type { RecordSource } from './ranges.ts'
import type { StoredRecord } from './records.ts'
import { isOfMany } from './records.ts'
import type { Pairs, Postings } from './postings.ts'
import { lastPlace, placesUpTo, postingsFrom } from './postings.ts'

/** @param log object store of the log. @param rows object store of older places. @param places of the stream in records of many. */
export function streamSource(log: IDBObjectStore, rows: IDBObjectStore, stream: string, places: Postings): RecordSource {
  const index = log.index('streams')
  const between = (from: number, to: number) => IDBKeyRange.bound(placeKey(stream, from), placeKey(stream, to))
  /** For each record of many that was read, by its position: the number of the stream's last event in it. */
  const ends = new Map<Position, number>()
  const endOf = (record: StoredRecord): number => (isOfMany(record) ? ends.get(record.last)! : numberIn(record.lastPlaces, stream)!)

  /** Skips places of deleted records. */
  const recordsOf = async (pairs: Pairs): Promise<StoredRecord[]> => {
    const positions = pairs.filter((_, index) => index % 2 === 1)
    for (const [index, position] of positions.entries()) ends.set(position, pairs[2 * index]!)
    const found = await Promise.all(positions.map((position) => recordEndingAt(log, position)))
    return found.filter((record) => record !== undefined)
  }

  const recordsOfMany = async (from: number, to: number, count: number): Promise<StoredRecord[]> => {
    const found: StoredRecord[] = []
    for await (const list of postingsFrom(rows, stream, places, from)) {
      const wanted = placesUpTo(list, to)
      for (let at = 0; at < wanted.length && found.length < count;) {
        const end = Math.min(wanted.length, at + 2 * (count - found.length))
        found.push(...(await recordsOf(wanted.slice(at, end))))
        at = end
      }
      if (wanted.length < list.length || found.length >= count) break
    }
    return found
  }

  return {
    placesIn(events) {
      const [streamAt, numberAt] = [reader(events.stream), reader(events.number)]
      return (index) => (streamAt(index) === stream ? numberAt(index) : undefined)
    },
    endOf,
    async records(from, to, count) {
      const last = Math.min(to, tombstoneNumber)
      if (from > last) return []
      const [indexed, others] = await Promise.all([
        wrap<StoredRecord[]>(index.getAll(between(from, last), count)),
        recordsOfMany(from, last, count ?? Infinity),
      ])
      return others.length === 0 ? indexed : [...indexed, ...others].sort((a, b) => endOf(a) - endOf(b)).slice(0, count)
    },
    async lastPlace(upTo) {
      if (upTo < 0) return undefined
      const last = Math.min(upTo, tombstoneNumber)
      const [cursor, other] = await Promise.all([
        wrap(index.openKeyCursor(between(0, last), 'prev')),
        lastPlace(rows, stream, places, last),
      ])
      const indexed = cursor ? numberOfPlace(cursor.key as string) : undefined
      return indexed === undefined || other === undefined ? (indexed ?? other) : Math.max(indexed, other)
    },
  }
}
