// Storage in IndexedDB: it lasts, and all tabs of an origin share it.

import { wrap } from 'idb'
import { Connection } from './connection/connection.ts'
import { closedError, storageError } from '../errors.ts'
import { createHints } from '../hints.ts'
import { createPageDirectory } from './heads/pages.ts'
import { IdIndex } from './ids/id-index.ts'
import type { StorageNotice } from '../notice.ts'
import { printNotice } from '../notice.ts'
import type { Storage, WriteTransaction } from '../storage.ts'
import { joinTabs } from './connection/tabs.ts'
import { OpenTransaction } from './transaction.ts'

export interface IndexedDbOptions {
  /** Name of the database: on one origin, the same name is the same store. */
  readonly name: string
  /**
   * `strict` waits for the disk at every commit; `relaxed` trusts the operating system, so that a crash of the whole machine (not of the
   * page or the browser) may lose the last moments. Default: `relaxed`.
   */
  readonly durability?: 'relaxed' | 'strict'
  /** Gets notices: that opening waits for another tab, that the browser has emptied the store. Default: prints them. */
  readonly onNotice?: (notice: StorageNotice) => void
}

/**
 * Opens the database at its first use. Calls reject with a `StoreError` where the browser does not allow it (`storage-unavailable`), has
 * no room (`storage-full`) or deleted it meanwhile (`storage-evicted`), or another tab upgraded it (`storage-newer`).
 */
export function indexedDbStorage({ name, durability = 'relaxed', onNotice = printNotice }: IndexedDbOptions): Storage {
  const connection = new Connection({ name, durability, notify: onNotice })
  const hints = createHints()
  const tabs = joinTabs(name, (hint) => hints.announce(hint))
  const ids = new IdIndex()
  const directory = createPageDirectory()
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  const track = <T>(running: Promise<T>): Promise<T> => {
    underWay.add(running)
    const forget = () => void underWay.delete(running)
    running.then(forget, forget)
    return running
  }

  const run = async <T>(mode: 'readonly' | 'readwrite', work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    const tx = await connection.begin(mode)
    const open = new OpenTransaction(tx, ids, directory)
    const done = mode === 'readonly' ? Promise.resolve() : announced(tx, open)
    // It may reject long before it is awaited.
    done.catch(() => undefined)
    try {
      const result = await work(open.transaction)
      await open.finish()
      await done
      return result
    } catch (error) {
      open.end()
      throw storageError(mode === 'readonly' ? error : await rolledBack(tx, done, error))
    }
  }

  const announced = async (tx: IDBTransaction, open: OpenTransaction): Promise<void> => {
    await wrap(tx).done
    const hint = await open.committed()
    if (hint === undefined) return
    hints.announce(hint)
    tabs.tell(hint)
  }

  return {
    name,
    read: (work) => (isClosed ? Promise.reject(closedError()) : track(run('readonly', work))),
    write: (work) => (isClosed ? Promise.reject(closedError()) : track(run('readwrite', work))),
    onCommit: (listener) => hints.listen(listener),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay)
      tabs.leave()
      await connection.close()
    },
  }
}

/** @returns the reason of the failure: the work's own error, or the browser's reason to abort. */
async function rolledBack(tx: IDBTransaction, done: Promise<void>, error: unknown): Promise<unknown> {
  const wasAborted = tx.error
  try {
    tx.abort()
  } catch {
    // The transaction is over already.
  }
  await done.catch(() => undefined)
  return wasAborted ?? error
}
