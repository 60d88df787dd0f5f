// Does the operations of the port in a transaction of IndexedDB, and the last steps before and after its commit.

import { wrap } from 'idb'
import type { EventPlace, Position } from '../../base/events/events.ts'
import { Activity } from '../auto-commit.ts'
import { Appends } from './appends.ts'
import { allDropped, dropFromLog } from './dropped.ts'
import type { Operations } from '../guarded.ts'
import { guarded } from '../guarded.ts'
import { StoredHeads } from './heads/heads.ts'
import { Changes } from '../hints.ts'
import { behindTable, rowsWithPrefix } from './row-ranges.ts'
import type { IdIndex } from './ids/id-index.ts'
import { logSource } from './log/log.ts'
import type { PageDirectory } from './heads/pages.ts'
import { readRange } from './log/ranges.ts'
import type { CommitHint, DroppedEvent, WriteTransaction } from '../storage.ts'
import { streamSource } from './log/stream-source.ts'
import { headStore, logStore, placeStore, rowStore } from './connection/upgrade.ts'

export class OpenTransaction {
  /** The transaction as the work gets it. */
  readonly transaction: WriteTransaction
  readonly #tx: IDBTransaction
  readonly #ids: IdIndex
  readonly #heads: StoredHeads
  readonly #appends: Appends
  readonly #activity: Activity
  readonly #changes: Changes | undefined
  /** Up to where this transaction put ids into the database; undefined if it put none. */
  #keptUpTo: Position | undefined

  /** @param ids of the tab. @param directory of the tab. */
  constructor(tx: IDBTransaction, ids: IdIndex, directory: PageDirectory) {
    this.#tx = tx
    this.#ids = ids
    this.#heads = new StoredHeads(tx.objectStore(headStore), tx.objectStore(placeStore), directory)
    this.#appends = new Appends(tx, ids.last, this.#heads)
    // IndexedDB commits an idle transaction: waiting changes go with it.
    this.#activity = new Activity(() => void this.#appends.inOrder(() => this.#heads.store().catch(() => undefined)))
    const isWriter = tx.mode === 'readwrite'
    this.#changes = isWriter ? new Changes() : undefined
    this.transaction = guarded(this.#operations(), this.#activity, this.#changes)
    // Nearly every write appends: read together with the first request of the work, the end of the log costs no extra time.
    if (isWriter) this.#activity.during(this.#appends.base()).catch(() => undefined)
  }

  /** Puts all waiting changes into the database and commits; an idle transaction does both by itself. */
  async finish(): Promise<void> {
    if (!this.#activity.isActive) return
    if (this.#changes) await this.#activity.during(this.#appends.inOrder(() => this.#storeAll()))
    this.#activity.end()
    try {
      // Sooner than by waiting for the answers to the last requests, so that waiting writers begin.
      this.#tx.commit()
    } catch {
      // It has ended meanwhile, and says why itself.
    }
  }

  end(): void {
    this.#activity.end()
  }

  /** To be called once the transaction has been committed. @returns the hint for listeners, if there is one. */
  async committed(): Promise<CommitHint | undefined> {
    const appends = this.#appends
    const changes = this.#changes
    const heads = this.#heads
    const ids = this.#ids
    heads.committed()
    const base = await appends.base()
    if (appends.lastKey !== undefined) ids.committed(base, appends.ids(), appends.lastKey, this.#keptUpTo)
    return changes?.hint(base.end + appends.count)
  }

  #operations(): Operations {
    const appends = this.#appends
    const heads = this.#heads
    const tx = this.#tx
    const log = tx.objectStore(logStore)
    const rows = tx.objectStore(rowStore)
    const places = tx.objectStore(placeStore)
    return {
      end: () => appends.inOrder(() => appends.end()),
      headsOf: (streams) => heads.headsOf(streams),
      heads: (after, limit) => heads.list(after, limit),
      stream: (stream, range) =>
        appends.inOrder(async () => await readRange(streamSource(log, places, stream, await heads.placesOf(stream)), range)),
      log: (range) => appends.inOrder(() => readRange(logSource(log), range)),
      firstWithId: (ids) => this.#firstWithId(ids),
      dropped: () => this.#dropped(),
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
      dropEvents: (positions) => appends.inOrder(() => this.#dropEvents(positions)),
      clear: () => this.#clear(),
      restore: (stored) => appends.inOrder(() => appends.restore(stored)),
      answerAtOnce: false,
      // Only the answer to a request lets the transaction go on in a later task.
      letOthersRun: async () => void (await wrap(rows.getKey(['', '']))),
      // Each look-up reads the hashes of some parts of the log.
      mostIds: 2 ** 14,
    }
  }

  async #firstWithId(asked: readonly string[]): Promise<(EventPlace | undefined)[]> {
    const appends = this.#appends
    const ids = this.#ids
    const tx = this.#tx
    if (asked.length === 0) return []
    const found = await appends.inOrder(async () => await ids.firstPlaces(tx, await appends.base(), asked))
    if (appends.count === 0 || !found.includes(undefined)) return found
    const own = new Map<string, EventPlace>()
    for (const { id, stream, number } of appends.places()) if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), { stream, number })
    return asked.map((id, index) => found[index] ?? own.get(id.toLowerCase()))
  }

  async #dropped(): Promise<DroppedEvent[]> {
    const dropped = await this.#appends.inOrder(() => allDropped(this.#tx))
    const firsts = await this.#firstWithId(dropped.map(({ id }) => id))
    return dropped.filter(({ stream, number }, index) => firsts[index]?.stream === stream && firsts[index].number === number)
  }

  async #dropEvents(positions: readonly Position[]): Promise<Set<string>> {
    // Catching up reads events, so their ids must be kept before they go.
    await this.#keepIds(1)
    return await dropFromLog(this.#tx, this.#heads, await this.#appends.end(), positions)
  }

  #clear(): void {
    this.#appends.clear()
    this.#heads.cleared()
    this.#keptUpTo = undefined
  }

  async #storeAll(): Promise<void> {
    const appends = this.#appends
    const heads = this.#heads
    // Storing the appended events has told the heads where they went.
    await heads.store()
    // Asked for at the beginning; the answer may take a second request, which must come before the commit.
    await appends.base()
    if (appends.count > 0) await this.#keepIds()
  }

  async #keepIds(enough?: number): Promise<void> {
    const appends = this.#appends
    const ids = this.#ids
    const tx = this.#tx
    this.#keptUpTo = (await ids.keep(tx, await appends.base(), appends.ids(), enough)) ?? this.#keptUpTo
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
