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

export interface ConnectionOptions {
  readonly name: string
  readonly durability: IDBTransactionDurability
  /** Gets each kind of notice once for an attempt to open the database. */
  readonly notify: (notice: StorageNotice) => void
}

export class Connection {
  readonly #options: ConnectionOptions
  #opening: Promise<IDBDatabase> | undefined
  /** The database in use. */
  #connected: IDBDatabase | undefined
  #hasBeenOpen = false
  /** With this error every later transaction rejects. */
  #failure: StoreError | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** The first transaction opens the database. @throws StoreError `storage-unavailable`, `storage-newer` or `storage-evicted`. */
  async begin(mode: 'readonly' | 'readwrite'): Promise<IDBTransaction> {
    for (let isRetry = false; ; isRetry = true) {
      const db = await this.#current()
      try {
        return db.transaction(storeNames, mode, { durability: this.#options.durability })
      } catch (error) {
        // Browsers silently close connections, e.g. of sleeping tabs: the next try is on a new one.
        if (isRetry) throw storageError(error)
        this.#forget(db)
      }
    }
  }

  async close(): Promise<void> {
    const db = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    db?.close()
  }

  async #current(): Promise<IDBDatabase> {
    if (this.#failure) throw this.#failure
    const attempt = (this.#opening ??= this.#open())
    try {
      return await attempt
    } catch (error) {
      if (this.#opening === attempt) this.#opening = undefined
      throw this.#failure ?? storageError(error)
    }
  }

  async #open(): Promise<IDBDatabase> {
    if (globalThis.indexedDB === undefined) throw unavailableError()
    const { name, notify } = this.#options
    const attempt = new Attempt(notify)
    const opened: Promise<IDBPDatabase> = openDB(name, schemaVersion, {
      upgrade: (upgraded, from, _to, tx, event) => {
        attempt.isNew = from === 0
        attempt.isAfterLoss = followsLoss(event)
        if (from > 0 || !this.#hasBeenOpen) {
          upgrade(unwrap(upgraded), from, schemaVersion, unwrap(tx))
          return
        }
        // This tab's state belongs to a store that is gone; it must not silently start a new one.
        this.#fail(evictedError())
        tx.done.catch(() => undefined)
        tx.abort()
      },
      blocking: (_from, to) => {
        // Another tab is waiting for this connection to close, to upgrade or delete the database.
        if (to !== null) this.#fail(newerError())
        db.close()
        this.#forget(db)
      },
      blocked: () => attempt.block(),
      terminated: () => this.#forget(db),
    })
    const timer = setTimeout(() => attempt.block(), openingPatience)
    const db: IDBDatabase = unwrap(await opened.finally(() => clearTimeout(timer)))
    attempt.succeed(rememberDatabase(name))
    this.#connected = db
    this.#hasBeenOpen = true
    void beginFreshLog(name)
    return db
  }

  #fail(error: StoreError): void {
    this.#failure = error
    this.#options.notify({ kind: 'lost', error })
  }

  #forget(db: IDBDatabase): void {
    if (db !== this.#connected) return
    this.#connected = undefined
    this.#opening = undefined
  }
}

/** One attempt to open the database, and what the user is told of it. */
class Attempt {
  readonly #notify: (notice: StorageNotice) => void
  /** Whether there was no database. */
  isNew = false
  /** Whether the browser has deleted a damaged one. */
  isAfterLoss = false
  #isBlocked = false

  constructor(notify: (notice: StorageNotice) => void) {
    this.#notify = notify
  }

  /** Another tab has the database, or an older version of it, in use. */
  block(): void {
    if (!this.#isBlocked) this.#notify(blockedNotice)
    this.#isBlocked = true
  }

  /** @param wasThere whether the database is known to have existed. */
  succeed(wasThere: boolean): void {
    if (this.#isBlocked) this.#notify(unblockedNotice)
    if (this.isNew && (this.isAfterLoss || wasThere)) this.#notify(this.isAfterLoss ? damagedNotice : emptiedNotice)
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
