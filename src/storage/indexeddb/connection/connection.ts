// Keeps the connection to an IndexedDB database: opens it, reopens it after the browser closed it, and words the errors.

import type { IDBPDatabase } from 'idb'
import { openDB, unwrap } from 'idb'
import type { StoreError } from '../../../base/errors.ts'
import { evictedError, newerError, storageError, unavailableError } from '../../errors.ts'
import { beginFreshLog, followsLoss } from './fresh-log.ts'
import type { StorageNotice } from '../../notice.ts'
import { blockedNotice, damagedNotice, emptiedNotice, unblockedNotice } from '../../notice.ts'
import { schemaVersion, storeNames, upgrade } from './upgrade.ts'

/** Milliseconds after which another tab must be blocking the database: browsers do not report a frozen one. */
const openingPatience = 3000

/** @param notify gets each kind of notice once for an attempt to open the database. */
export function connect(name: string, durability: IDBTransactionDurability, notify: (notice: StorageNotice) => void) {
  let opening: Promise<IDBDatabase> | undefined
  /** The connection in use. */
  let connected: IDBDatabase | undefined
  let hasBeenOpen = false
  /** With this error every later transaction rejects. */
  let failure: StoreError | undefined

  const fail = (error: StoreError) => {
    failure = error
    notify({ kind: 'lost', error })
  }

  const forget = (db: IDBDatabase) => {
    if (db !== connected) return
    connected = undefined
    opening = undefined
  }

  const open = async (): Promise<IDBDatabase> => {
    if (globalThis.indexedDB === undefined) throw unavailableError()
    let isNew = false
    let isAfterLoss = false
    let isBlocked = false
    const block = () => {
      if (!isBlocked) notify(blockedNotice)
      isBlocked = true
    }
    const opened: Promise<IDBPDatabase> = openDB(name, schemaVersion, {
      upgrade(upgraded, from, _to, tx, event) {
        isNew = from === 0
        isAfterLoss = followsLoss(event)
        if (from > 0 || !hasBeenOpen) {
          upgrade(unwrap(upgraded), from, schemaVersion, unwrap(tx))
          return
        }
        // This tab's state belongs to a store that is gone; it must not silently start a new one.
        fail(evictedError())
        tx.done.catch(() => undefined)
        tx.abort()
      },
      blocking(_from, to) {
        // Another tab is waiting for this connection to close, to upgrade or delete the database.
        if (to !== null) fail(newerError())
        db.close()
        forget(db)
      },
      blocked: block,
      terminated: () => forget(db),
    })
    const timer = setTimeout(block, openingPatience)
    const db: IDBDatabase = unwrap(await opened.finally(() => clearTimeout(timer)))
    if (isBlocked) notify(unblockedNotice)
    const wasThere = rememberDatabase(name)
    if (isNew && (isAfterLoss || wasThere)) notify(isAfterLoss ? damagedNotice : emptiedNotice)
    connected = db
    hasBeenOpen = true
    void beginFreshLog(name)
    return db
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
    /** The first transaction opens the database. @throws StoreError `storage-unavailable`, `storage-newer` or `storage-evicted`. */
    async begin(mode: 'readonly' | 'readwrite'): Promise<IDBTransaction> {
      for (let isRetry = false; ; isRetry = true) {
        const db = await current()
        try {
          return db.transaction(storeNames, mode, { durability })
        } catch (error) {
          // Browsers silently close connections, e.g. of sleeping tabs: the next try is on a new one.
          if (isRetry) throw storageError(error)
          forget(db)
        }
      }
    },
    async close(): Promise<void> {
      const db = await opening?.catch(() => undefined)
      opening = undefined
      db?.close()
    },
  }
}

/** @returns whether the database is known to have existed before; browsers may evict that knowledge with it. */
function rememberDatabase(name: string): boolean {
  const key = `rillbox:database:${name}`
  try {
    if (localStorage.getItem(key) !== null) return true
    localStorage.setItem(key, '1')
  } catch {
    // Workers and Node have no `localStorage`, and blocked cookies make it throw.
  }
  return false
}
