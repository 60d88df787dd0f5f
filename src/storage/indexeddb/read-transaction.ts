// Implements the reading half of the port on a transaction of IndexedDB.

import { wrap } from 'idb'
import type { EventPlace } from '../../base/events.ts'
import type { Activity } from '../auto-commit.ts'
import type { Appends } from './appends.ts'
import { allDropped } from './dropped.ts'
import type { StoredHeads } from './heads.ts'
import { behindTable, rowsWithPrefix } from '../keys.ts'
import type { IdIndex } from './id-index.ts'
import { logSource } from './log.ts'
import { readRange } from './ranges.ts'
import type { DroppedEvent, Range, ReadTransaction } from '../storage.ts'
import { streamSource } from './stream-source.ts'
import { logStore, placeStore, rowStore } from './upgrade.ts'

/** A transaction, and the state of the work in it. */
export interface OpenTransaction {
  readonly tx: IDBTransaction
  readonly activity: Activity
  readonly appends: Appends
  readonly ids: IdIndex
  readonly heads: StoredHeads
}

export function readTransaction({ tx, activity, appends, ids, heads }: OpenTransaction): ReadTransaction {
  const ask = async <T>(request: () => Promise<T>): Promise<T> => {
    activity.use()
    return activity.during(request())
  }
  const [log, rows] = [tx.objectStore(logStore), tx.objectStore(rowStore)]
  const readStream = async (stream: string, range: Range) => {
    const places = await heads.placesOf(stream)
    return readRange(streamSource(log, tx.objectStore(placeStore), stream, places), range)
  }
  return {
    end: () => ask(() => appends.inOrder(() => appends.end())),
    head: (stream) => ask(() => heads.head(stream)),
    headsOf: (streams) => ask(() => heads.headsOf(streams)),
    heads: (after, limit) => ask(() => heads.list(after, limit)),
    stream: (stream, range) => ask(() => appends.inOrder(() => readStream(stream, range))),
    log: (range) => ask(() => appends.inOrder(() => readRange(logSource(log), range))),
    firstWithId: (asked) => ask(() => firstPlaces(tx, appends, ids, asked)),
    dropped: () => ask(() => firstDropped(tx, appends, ids)),
    tables: () => ask(() => tableNames(rows)),
    row: <T>({ name }: { name: string }, key: string) => ask(() => wrap<T | undefined>(rows.get([name, key]))),
    rows: <T>({ name }: { name: string }, prefix = '') =>
      ask(async () => {
        const range = rowsWithPrefix(name, prefix)
        const [keys, values] = await Promise.all([wrap(rows.getAllKeys(range)), wrap<T[]>(rows.getAll(range))])
        return keys.map((key, index) => [(key as [string, string])[1], values[index]!] as const)
      }),
  }
}

async function firstPlaces(tx: IDBTransaction, appends: Appends, ids: IdIndex, asked: readonly string[]) {
  if (asked.length === 0) return []
  const places = await appends.inOrder(async () => ids.firstPlaces(tx, await appends.base(), asked))
  if (appends.count() === 0 || !places.includes(undefined)) return places
  const own = new Map<string, EventPlace>()
  for (const { id, stream, number } of appends.places()) if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), { stream, number })
  return asked.map((id, index) => places[index] ?? own.get(id.toLowerCase()))
}

async function firstDropped(tx: IDBTransaction, appends: Appends, ids: IdIndex): Promise<DroppedEvent[]> {
  const dropped = await appends.inOrder(() => allDropped(tx))
  const asked = dropped.map(({ id }) => id)
  const places = await firstPlaces(tx, appends, ids, asked)
  return dropped.filter(({ stream, number }, index) => places[index]?.stream === stream && places[index].number === number)
}

/** Jumps from the first row of each table to the first row of the next. */
async function tableNames(rows: IDBObjectStore): Promise<string[]> {
  const names: string[] = []
  for (let range: IDBKeyRange | null = null; ;) {
    const cursor = await wrap(rows.openKeyCursor(range))
    if (!cursor) return names
    const [name] = cursor.key as [string, string]
    names.push(name)
    range = behindTable(name)
  }
}
