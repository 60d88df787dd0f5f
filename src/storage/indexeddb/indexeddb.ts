// Storage in IndexedDB: lasts, and is shared by all tabs of an origin.

import { wrap } from 'idb'
import { watchActivity } from '../auto-commit.ts'
import { Appends } from './appends.ts'
import { connect } from './connection.ts'
import { closedError, storageError } from '../errors.ts'
import { createHints } from '../hints.ts'
import { createPageDirectory } from './page-directory.ts'
import { StoredHeads } from './heads.ts'
import { createIdIndex } from './id-index.ts'
import type { StorageNotice } from '../notice.ts'
import { printNotice } from '../notice.ts'
import type { OpenTransaction } from './read-transaction.ts'
import { readTransaction } from './read-transaction.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../storage.ts'
import { joinTabs } from './tabs.ts'
import { headStore, placeStore } from './upgrade.ts'
import { OpenWrite } from './write-transaction.ts'

export interface IndexedDbOptions {
  /** Name of the database: all that use the same one on an origin share the store. */
  readonly name: string
  /**
   * `strict` asks the disk whether it really has each commit; `relaxed` trusts the operating system, so that a crash of the whole
   * machine (not of the page or the browser) may cost the last moments. Default: `relaxed`.
   */
  readonly durability?: 'relaxed' | 'strict'
  /** Told what nobody asked for: that opening waits for another tab, that the browser has emptied the store. Default: prints it. */
  readonly onNotice?: (notice: StorageNotice) => void
}

/**
 * Opens the database when it is first used; every call rejects with a `StoreError` where the browser does not have it
 * (`storage-unavailable`), has no room (`storage-full`), deleted it meanwhile (`storage-evicted`), or where another tab brought it
 * to a newer version (`storage-newer`).
 */
export function indexedDbStorage({ name, durability = 'relaxed', onNotice = printNotice }: IndexedDbOptions): Storage {
  const connection = connect(name, { durability, notify: onNotice })
  const hints = createHints()
  const tabs = joinTabs(name, (hint) => hints.announce(hint))
  const ids = createIdIndex()
  const directory = createPageDirectory()
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  const headsIn = (tx: IDBTransaction) => new StoredHeads(tx.objectStore(headStore), tx.objectStore(placeStore), directory)

  const track = <T>(running: Promise<T>): Promise<T> => {
    underWay.add(running)
    const forget = () => void underWay.delete(running)
    running.then(forget, forget)
    return running
  }

  const read = async <T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> => {
    const tx = await connection.begin('readonly')
    const activity = watchActivity(() => undefined)
    const heads = headsIn(tx)
    try {
      const result = await work(readTransaction({ tx, activity, appends: new Appends(tx, ids.last(), heads), ids, heads }))
      endNow(tx)
      return result
    } catch (error) {
      throw storageError(error)
    } finally {
      activity.end()
    }
  }

  const write = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    const tx = await connection.begin('readwrite')
    const open = writableTransaction(tx)
    const opened = new OpenWrite(open)
    const done = announced(tx, opened)
    // It may fail long before the work hears of it.
    done.catch(() => undefined)
    try {
      const result = await work(opened.transaction)
      if (open.activity.isActive()) await opened.finish()
      await done
      return result
    } catch (error) {
      open.activity.end()
      throw storageError(await rolledBack(tx, done, error))
    }
  }

  const announced = async (tx: IDBTransaction, opened: OpenWrite): Promise<void> => {
    await wrap(tx).done
    const hint = await opened.committed()
    if (hint === undefined) return
    hints.announce(hint)
    tabs.tell(hint)
  }

  const writableTransaction = (tx: IDBTransaction): OpenTransaction => {
    const heads = headsIn(tx)
    const appends = new Appends(tx, ids.last(), heads)
    // Found idle, IndexedDB is about to commit: what waits goes with it.
    const activity = watchActivity(() => void appends.inOrder(() => heads.store().catch(() => undefined)))
    // Nearly every write appends: asked together with the first request of the work, the end of the log costs no time of its own.
    activity.during(appends.base()).catch(() => undefined)
    return { tx, activity, appends, ids, heads }
  }

  return {
    name,
    read: (work) => (isClosed ? Promise.reject(closedError()) : track(read(work))),
    write: (work) => (isClosed ? Promise.reject(closedError()) : track(write(work))),
    onCommit: (listener) => hints.listen(listener),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay)
      tabs.leave()
      await connection.close()
    },
  }
}

/** Lets writers begin that wait for a reader, before the caller makes something of what was read. */
function endNow(tx: IDBTransaction): void {
  try {
    tx.commit()
  } catch {
    // Nothing was read for a while, and it has ended by itself.
  }
}

/** @returns why the transaction failed: the work's own error, or the one for which the browser aborted it. */
async function rolledBack(tx: IDBTransaction, done: Promise<void>, error: unknown): Promise<unknown> {
  const wasAborted = tx.error
  try {
    tx.abort()
  } catch {
    // Committed or aborted already.
  }
  await done.catch(() => undefined)
  return wasAborted ?? error
}
