// Finds records of the log in IndexedDB: by range, by the positions they hold, and the last one.

import { wrap } from 'idb'
import { reader } from '../../../base/events/column.ts'
import type { Position } from '../../../base/events/events.ts'
import { clusters } from '../../../base/sorted.ts'
import type { RecordSource } from './ranges.ts'
import type { StoredRecord } from './records.ts'

/** Key of a record in the log. The key of the last record identifies a state of the log, even across `clear`. */
export type LogKey = readonly [last: Position, nonce: number]

/** @param log the object store of the log. */
export const logSource = (log: IDBObjectStore): RecordSource => ({
  placesIn: ({ position }) => reader(position),
  endOf: (record) => record.last,
  records: (from, to, count) => recordsBetween(log, from, to, count),
  lastPlace: async (upTo) => (await lastKey(log, IDBKeyRange.upperBound(behind(upTo))))?.[0],
})

/** The most new records to read before a cursor from the end is cheaper. */
const fewRecords = 64

/** The log as a transaction found it. */
export interface LogSnapshot {
  readonly end: Position
  /** Key of the last record; undefined in an empty log. */
  readonly last: LogKey | undefined
  /** Whether the known record still exists: no transaction cleared the log. */
  readonly continues: boolean
}

/** Reads keys from a known one on: half the cost of a reverse cursor. @param known key of a record that was once the last. */
export async function readSnapshot(log: IDBObjectStore, known: LogKey | undefined): Promise<LogSnapshot> {
  const keys = known ? ((await wrap(log.getAllKeys(IDBKeyRange.lowerBound(known), fewRecords))) as unknown as LogKey[]) : []
  const last = keys.length > 0 && keys.length < fewRecords ? keys.at(-1) : await lastKey(log, null)
  return { end: last === undefined ? 0 : last[0] + 1, last, continues: known !== undefined && isSameKey(keys[0], known) }
}

export const isSameKey = (one: LogKey | undefined, other: LogKey | undefined): boolean => one?.[0] === other?.[0] && one?.[1] === other?.[1]

async function lastKey(log: IDBObjectStore, range: IDBKeyRange | null): Promise<LogKey | undefined> {
  const cursor = await wrap(log.openKeyCursor(range, 'prev'))
  return cursor ? (cursor.key as unknown as LogKey) : undefined
}

/** Positions that are at most so far apart share a request. */
const closeTogether = 63

/** @returns the records that may hold these positions, in order and without repetitions, as lists of neighbours in the log. */
export async function recordsAt(log: IDBObjectStore, positions: readonly Position[]): Promise<StoredRecord[][]> {
  const found = await Promise.all(
    clusters(positions, closeTogether).map(async ([first, last]) => {
      const inside = await recordsBetween(log, first, last)
      if (inside.at(-1)?.last === last) return inside
      return [...inside, ...(await recordsBetween(log, last + 1, Infinity, 1))]
    }),
  )
  let read = -1
  return found.map((neighbours) => {
    const records = neighbours.filter((record) => record.last > read)
    read = records.at(-1)?.last ?? read
    return records
  })
}

/** @returns the record with this key position, unless it was deleted. */
export const recordEndingAt = (log: IDBObjectStore, position: Position): Promise<StoredRecord | undefined> =>
  wrap<StoredRecord | undefined>(log.get(IDBKeyRange.bound([position], behind(position))))

/** @returns the records whose last position is between two, inclusive. */
export const recordsBetween = async (log: IDBObjectStore, from: number, to: number, count?: number): Promise<StoredRecord[]> =>
  from > to ? [] : await wrap<StoredRecord[]>(log.getAll(IDBKeyRange.bound([from], behind(to)), count))

/** The least key behind all records with this last position: arrays sort behind numbers. */
const behind = (last: Position): IDBValidKey => [last, []]
