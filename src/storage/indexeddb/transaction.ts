// Does the operations of the port in a transaction of IndexedDB, and the last steps before and after its commit.

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../base/events.ts'
import { watchActivity } from '../auto-commit.ts'
import { Appends } from './appends.ts'
import { allDropped, dropFromLog } from './dropped.ts'
import type { Operations } from '../guarded.ts'
import { guarded } from '../guarded.ts'
import { StoredHeads } from './heads.ts'
import { collectChanges } from '../hints.ts'
import { behindTable, rowsWithPrefix } from '../keys.ts'
import type { IdIndex } from './id-index.ts'
import { logSource } from './log.ts'
import type { PageDirectory } from './pages.ts'
import { readRange } from './ranges.ts'
import type { CommitHint } from '../storage.ts'
import { streamSource } from './stream-source.ts'
import { headStore, logStore, placeStore, rowStore } from './upgrade.ts'

export type OpenTransaction = ReturnType<typeof openTransaction>

/** @param ids of the tab. @param directory of the tab. */
export function openTransaction(tx: IDBTransaction, ids: IdIndex, directory: PageDirectory) {
  const isWriter = tx.mode === 'readwrite'
  const log = tx.objectStore(logStore)
  const rows = tx.objectStore(rowStore)
  const places = tx.objectStore(placeStore)
  const heads = new StoredHeads(tx.objectStore(headStore), places, directory)
  const appends = new Appends(tx, ids.last(), heads)
  const changes = isWriter ? collectChanges() : undefined
  /** Up to where this transaction put ids into the database; undefined where it put none. */
  let keptUpTo: Position | undefined

  // IndexedDB commits an idle transaction: waiting changes go with it.
  const activity = watchActivity(() => void appends.inOrder(() => heads.store().catch(() => undefined)))
  // Nearly every write appends: read together with the first request of the work, the end of the log costs no extra time.
  if (isWriter) activity.during(appends.base()).catch(() => undefined)

  const keepIds = async (enough?: number): Promise<void> => {
    keptUpTo = (await ids.keep(tx, await appends.base(), appends.ids(), enough)) ?? keptUpTo
  }

  const firstWithId = async (asked: readonly string[]): Promise<(EventPlace | undefined)[]> => {
    if (asked.length === 0) return []
    const found = await appends.inOrder(async () => ids.firstPlaces(tx, await appends.base(), asked))
    if (appends.count === 0 || !found.includes(undefined)) return found
    const own = new Map<string, EventPlace>()
    for (const { id, stream, number } of appends.places()) if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), { stream, number })
    return asked.map((id, index) => found[index] ?? own.get(id.toLowerCase()))
  }

  const operations: Operations = {
    end: () => appends.inOrder(() => appends.end()),
    headsOf: (streams) => heads.headsOf(streams),
    heads: (after, limit) => heads.list(after, limit),
    stream: (stream, range) =>
      appends.inOrder(async () => readRange(streamSource(log, places, stream, await heads.placesOf(stream)), range)),
    log: (range) => appends.inOrder(() => readRange(logSource(log), range)),
    firstWithId,
    async dropped() {
      const dropped = await appends.inOrder(() => allDropped(tx))
      const firsts = await firstWithId(dropped.map(({ id }) => id))
      return dropped.filter(({ stream, number }, index) => firsts[index]?.stream === stream && firsts[index].number === number)
    },
    tables: () => tableNames(rows),
    row: <T>({ name }: { name: string }, key: string) => wrap<T | undefined>(rows.get([name, key])),
    rows: async <T>({ name }: { name: string }, prefix = '') => {
      const range = rowsWithPrefix(name, prefix)
      const [keys, values] = await Promise.all([wrap(rows.getAllKeys(range)), wrap<T[]>(rows.getAll(range))])
      return keys.map((key, index) => [(key as [string, string])[1], values[index]!] as const)
    },
    append: (events) => appends.add(events),
    putHead: (head) => heads.put(head),
    putRow: ({ name }, key, row) => void rows.put(row, [name, key]),
    deleteRow: ({ name }, key) => void rows.delete([name, key]),
    deleteRows: ({ name }, prefix) => void rows.delete(rowsWithPrefix(name, prefix)),
    dropEvents: (positions) =>
      appends.inOrder(async () => {
        // Catching up reads events, so their ids must be kept before they go.
        await keepIds(1)
        return dropFromLog(tx, heads, await appends.end(), positions)
      }),
    clear() {
      appends.clear()
      heads.cleared()
      keptUpTo = undefined
    },
    restore: (stored) => appends.inOrder(() => appends.restore(stored)),
  }

  const storeAll = async (): Promise<void> => {
    // Storing the appended events has told the heads where they went.
    await heads.store()
    // Asked for at the beginning; the answer may take a second request, which must come before the commit.
    await appends.base()
    if (appends.count > 0) await keepIds()
  }

  return {
    transaction: guarded(operations, activity, changes),

    /** Puts all waiting changes into the database and commits; an idle transaction does both by itself. */
    async finish(): Promise<void> {
      if (!activity.isActive()) return
      if (isWriter) await activity.during(appends.inOrder(storeAll))
      activity.end()
      try {
        // Sooner than by waiting for the answers to the last requests, so that waiting writers begin.
        tx.commit()
      } catch {
        // It has ended meanwhile, and says why itself.
      }
    },

    end: (): void => void activity.end(),

    /** To be called once the transaction has been committed. @returns the hint for listeners, if there is one. */
    async committed(): Promise<CommitHint | undefined> {
      heads.committed()
      const base = await appends.base()
      if (appends.lastKey !== undefined) ids.committed(base, appends.ids(), appends.lastKey, keptUpTo)
      return changes?.hint(base.end + appends.count)
    },
  }
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
