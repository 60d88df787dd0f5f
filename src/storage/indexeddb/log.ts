// Finds records of the log in IndexedDB: by position, those that hold given positions, and where the log ends.

import { wrap } from 'idb'
import type { Position } from '../../base/events.ts'
import type { RecordSource } from './ranges.ts'
import type { LogRecord } from './records.ts'

/** Key of a record in the log. No two states of a log have the same one for their last record, not even after `clear`. */
export type LogKey = readonly [last: Position, nonce: number]

/** @param log the object store of the log. */
export const logSource = (log: IDBObjectStore): RecordSource => ({
  placeOf: (event) => event.position,
  holds: () => true,
  endOf: (record) => record.last,
  records: (from, to, count) => recordsBetween(log, from, to, count),
  lastPlace: async (upTo) => (await lastKey(log, IDBKeyRange.upperBound(behind(upTo))))?.[0],
})

/** So many new records are looked at before the end is asked for in another way. */
const fewRecords = 64

/**
 * Asking for the records that are new since the last time costs half of asking for the last one.
 *
 * @param known what was the last record once, if there was one.
 * @returns the key of the last record now, and whether the known one is still there: then nothing was cleared meanwhile.
 */
export async function lastRecord(
  log: IDBObjectStore,
  known: LogKey | undefined,
): Promise<{ last: LogKey | undefined; isKnownThere: boolean }> {
  if (known === undefined) return { last: await lastKey(log, null), isKnownThere: false }
  const keys = (await wrap(log.getAllKeys(IDBKeyRange.lowerBound(known), fewRecords))) as unknown as LogKey[]
  const isKnownThere = isSameKey(keys[0], known)
  return { last: keys.length > 0 && keys.length < fewRecords ? keys.at(-1) : await lastKey(log, null), isKnownThere }
}

export const isSameKey = (one: LogKey | undefined, other: LogKey | undefined): boolean => one?.[0] === other?.[0] && one?.[1] === other?.[1]

async function lastKey(log: IDBObjectStore, range: IDBKeyRange | null): Promise<LogKey | undefined> {
  const cursor = await wrap(log.openKeyCursor(range, 'prev'))
  return cursor ? (cursor.key as unknown as LogKey) : undefined
}

/** Positions that lie closer together than this are looked for in one request. */
const closeTogether = 64

/** @returns the records that may hold these positions, in order, none twice; each list holds neighbours in the log. */
export async function recordsAt(log: IDBObjectStore, positions: readonly Position[]): Promise<LogRecord[][]> {
  const clusters: [first: number, last: number][] = []
  for (const position of [...positions].sort((a, b) => a - b)) {
    const cluster = clusters.at(-1)
    if (cluster && position - cluster[1] < closeTogether) cluster[1] = position
    else clusters.push([position, position])
  }
  const found = await Promise.all(
    clusters.map(async ([first, last]) => {
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

/** @returns the record that had its last event there when it was written, unless it is gone. */
export const recordEndingAt = (log: IDBObjectStore, position: Position): Promise<LogRecord | undefined> =>
  wrap<LogRecord | undefined>(log.get(IDBKeyRange.bound([position], behind(position))))

/** @returns the records whose last position lies between two, both included. */
export const recordsBetween = async (log: IDBObjectStore, from: number, to: number, count?: number): Promise<LogRecord[]> =>
  from > to ? [] : wrap<LogRecord[]>(log.getAll(IDBKeyRange.bound([from], behind(to)), count))

/** The least key that is greater than those of all records with this last position: lists come behind numbers. */
const behind = (last: Position): IDBValidKey => [last, []]
