// Holds the connection to an IndexedDB database: opens it, opens it again where the browser closed it, and says why it cannot.

import { openDB, unwrap } from 'idb'
import type { StoreError } from '../base/errors.ts'
import { evictedError, newerError, storageError, unavailableError } from './errors.ts'
import { schemaVersion, storeNames, upgrade } from './upgrade.ts'

export interface Connection {
  /**
   * Begins a transaction over the whole database; the first one opens it.
   *
   * @throws StoreError `storage-unavailable`, `storage-newer` or `storage-evicted`.
   */
  begin(mode: 'readonly' | 'readwrite'): Promise<IDBTransaction>
  close(): Promise<void>
}

export function connect(name: string, durability: IDBTransactionDurability): Connection {
  let opening: Promise<IDBDatabase> | undefined
  let hasBeenOpen = false
  /** From then on nothing can be right any more. */
  let failure: StoreError | undefined

  const open = async (): Promise<IDBDatabase> => {
    if (globalThis.indexedDB === undefined) throw unavailableError()
    const isAgain = hasBeenOpen
    const db = await openDB(name, schemaVersion, {
      upgrade(wrapped, from, _to, tx) {
        if (from === 0 && isAgain) {
          // What this tab knows belongs to a store that is gone; a new one must not grow out of it unnoticed.
          failure = evictedError()
          tx.done.catch(() => undefined)
          tx.abort()
          return
        }
        upgrade(unwrap(wrapped), from, unwrap(tx))
      },
      blocking(_from, to, event) {
        // Another tab upgrades or deletes the database and waits for this connection to go.
        if (to !== null) failure = newerError()
        ;(event.target as IDBDatabase).close()
        opening = undefined
      },
      terminated() {
        opening = undefined
      },
    })
    hasBeenOpen = true
    return unwrap(db)
  }

  const current = async (): Promise<IDBDatabase> => {
    if (failure) throw failure
    const attempt = (opening ??= open())
    try {
      return await attempt
    } catch (error) {
      if (opening === attempt) opening = undefined
      throw failure ?? storageError(error)
    }
  }

  return {
    async begin(mode) {
      for (let isFirst = true; ; isFirst = false) {
        const db = await current()
        try {
          return db.transaction(storeNames, mode, { durability })
        } catch (error) {
          // The browser closes connections without a word, e.g. of tabs that slept: once more on a new one.
          if (!isFirst) throw storageError(error)
          opening = undefined
        }
      }
    },
    async close() {
      const db = await opening?.catch(() => undefined)
      opening = undefined
      db?.close()
    },
  }
}
