// Finds records of the log in IndexedDB: by position, by stream, and those that hold given positions.

import { wrap } from 'idb'
import type { Position } from '../base/events.ts'
import type { Source } from './ranges.ts'
import type { LogRecord } from './records.ts'

/** @param log the object store of the log. */
export const logSource = (log: IDBObjectStore): Source => ({
  placeOf: (event) => event.position,
  holds: () => true,
  endOf: (record) => record.last,
  records: (from, to, count) => recordsBetween(log, from, to, count),
  lastPlace: async (upTo) => {
    const cursor = await wrap(log.openKeyCursor(IDBKeyRange.upperBound(upTo), 'prev'))
    return cursor ? (cursor.key as number) : undefined
  },
})

/** @param log the object store of the log. */
export function streamSource(log: IDBObjectStore, stream: string): Source {
  const index = log.index('streams')
  return {
    placeOf: (event) => event.number,
    holds: (event) => event.stream === stream,
    endOf: (record) => record.lastNumbers.find(([name]) => name === stream)![1],
    records: async (from, to, count) =>
      from > to ? [] : wrap<LogRecord[]>(index.getAll(IDBKeyRange.bound([stream, from], [stream, to]), count)),
    lastPlace: async (upTo) => {
      if (upTo < 0) return undefined
      const cursor = await wrap(index.openKeyCursor(IDBKeyRange.bound([stream, 0], [stream, upTo]), 'prev'))
      return cursor ? (cursor.key as [string, number])[1] : undefined
    },
  }
}

/** @returns where the log ends. */
export async function endOfLog(log: IDBObjectStore): Promise<Position> {
  const cursor = await wrap(log.openKeyCursor(null, 'prev'))
  return cursor ? (cursor.key as number) + 1 : 0
}

/** Positions that lie closer together than this are looked for in one request. */
const closeTogether = 64

/**
 * @param store the log, or the store of dropped events, which has the same keys.
 * @returns the records that may hold these positions, in order, none twice.
 */
export async function recordsAt(store: IDBObjectStore, positions: readonly Position[]): Promise<LogRecord[]> {
  const clusters: [first: number, last: number][] = []
  for (const position of [...positions].sort((a, b) => a - b)) {
    const cluster = clusters.at(-1)
    if (cluster && position - cluster[1] < closeTogether) cluster[1] = position
    else clusters.push([position, position])
  }
  const found = await Promise.all(
    clusters.flatMap(([first, last]) => [recordsBetween(store, first, last), recordsBetween(store, last + 1, Infinity, 1)]),
  )
  return [...new Map(found.flat().map((record) => [record.last, record])).values()]
}

export const recordsBetween = async (store: IDBObjectStore, from: number, to: number, count?: number): Promise<LogRecord[]> =>
  from > to ? [] : wrap<LogRecord[]>(store.getAll(IDBKeyRange.bound(from, to), count))
