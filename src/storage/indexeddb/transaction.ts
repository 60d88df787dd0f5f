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
import type { CommitHint, DroppedEvent, WriteTransaction } from '../storage.ts'
import { streamSource } from './stream-source.ts'
import { headStore, logStore, placeStore, rowStore } from './upgrade.ts'

/** A transaction of IndexedDB, and what the work in it has done. */
export class OpenTransaction {
  readonly transaction: WriteTransaction
  private readonly tx: IDBTransaction
  private readonly ids: IdIndex
  private readonly heads: StoredHeads
  private readonly appends: Appends
  private readonly changes = collectChanges()
  // IndexedDB commits an idle transaction: waiting changes go with it.
  private readonly activity = watchActivity(() => void this.appends.inOrder(() => this.heads.store().catch(() => undefined)))
  /** Up to where this transaction put ids into the database; undefined where it put none. */
  private keptUpTo: Position | undefined

  /** @param ids of the tab. @param directory of the tab. */
  constructor(tx: IDBTransaction, ids: IdIndex, directory: PageDirectory) {
    this.tx = tx
    this.ids = ids
    this.heads = new StoredHeads(tx.objectStore(headStore), tx.objectStore(placeStore), directory)
    this.appends = new Appends(tx, ids.last(), this.heads)
    this.transaction = guarded(this.operations(), this.activity, tx.mode === 'readwrite' ? this.changes : undefined)
    // Nearly every write appends: read together with the first request of the work, the end of the log costs no extra time.
    if (tx.mode === 'readwrite') this.activity.during(this.appends.base()).catch(() => undefined)
  }

  /** Puts all waiting changes into the database and commits; an idle transaction does both by itself. */
  async finish(): Promise<void> {
    if (!this.activity.isActive()) return
    if (this.tx.mode === 'readwrite') await this.activity.during(this.appends.inOrder(() => this.storeAll()))
    this.end()
    try {
      // Sooner than by waiting for the answers to the last requests, so that waiting writers begin.
      this.tx.commit()
    } catch {
      // It has ended meanwhile, and says why itself.
    }
  }

  private async storeAll(): Promise<void> {
    // Storing the appended events has told the heads where they went.
    await this.heads.store()
    // Asked for at the beginning; the answer may take a second request, which must come before the commit.
    await this.appends.base()
    if (this.appends.count > 0) await this.keepIds()
  }

  end(): void {
    this.activity.end()
  }

  /** To be called once the transaction has been committed. @returns the hint for listeners, if there is one. */
  async committed(): Promise<CommitHint | undefined> {
    const { appends } = this
    this.heads.committed()
    const base = await appends.base()
    const last = appends.lastKey
    if (last !== undefined) this.ids.committed(base, appends.ids(), last, this.keptUpTo)
    return this.changes.hint(base.end + appends.count)
  }

  private operations(): Operations {
    const { tx, heads, appends } = this
    const log = tx.objectStore(logStore)
    const rows = tx.objectStore(rowStore)
    const places = tx.objectStore(placeStore)
    return {
      end: () => appends.inOrder(() => appends.end()),
      headsOf: (streams) => heads.headsOf(streams),
      heads: (after, limit) => heads.list(after, limit),
      stream: (stream, range) =>
        appends.inOrder(async () => readRange(streamSource(log, places, stream, await heads.placesOf(stream)), range)),
      log: (range) => appends.inOrder(() => readRange(logSource(log), range)),
      firstWithId: (ids) => this.firstPlaces(ids),
      dropped: () => this.firstDropped(),
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
          await this.keepIds(1)
          return dropFromLog(tx, heads, await appends.end(), positions)
        }),
      clear: () => {
        appends.clear()
        heads.cleared()
        this.keptUpTo = undefined
      },
      restore: (stored) => appends.inOrder(() => appends.restore(stored)),
    }
  }

  private async keepIds(enough?: number): Promise<void> {
    const { tx, appends } = this
    this.keptUpTo = (await this.ids.keep(tx, await appends.base(), appends.ids(), enough)) ?? this.keptUpTo
  }

  private async firstPlaces(asked: readonly string[]): Promise<(EventPlace | undefined)[]> {
    const { appends } = this
    if (asked.length === 0) return []
    const places = await appends.inOrder(async () => this.ids.firstPlaces(this.tx, await appends.base(), asked))
    if (appends.count === 0 || !places.includes(undefined)) return places
    const own = new Map<string, EventPlace>()
    for (const { id, stream, number } of appends.places()) if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), { stream, number })
    return asked.map((id, index) => places[index] ?? own.get(id.toLowerCase()))
  }

  private async firstDropped(): Promise<DroppedEvent[]> {
    const dropped = await this.appends.inOrder(() => allDropped(this.tx))
    const places = await this.firstPlaces(dropped.map(({ id }) => id))
    return dropped.filter(({ stream, number }, index) => places[index]?.stream === stream && places[index].number === number)
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
