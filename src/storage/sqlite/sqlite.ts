// Storage on disk for Node: a SQLite file in a folder that one process owns.

import type { DatabaseSync } from 'node:sqlite'
import { openSqliteFile, sqliteError } from './file.ts'
import { StoredIds } from './ids.ts'
import { sqliteOperations } from './operations.ts'
import { Statements } from './statements.ts'
import { rememberStreams } from './streams.ts'
import type { Storage } from '../storage.ts'
import { synchronousStorage } from '../synchronous.ts'

export interface SqliteOptions {
  /** The folder of the store; created if missing. */
  readonly folder: string
  /**
   * `strict` waits for the disk at every commit; `relaxed` trusts the operating system, so that a crash of the whole machine (not of
   * the process) may cost the last moments. Default: `relaxed`.
   */
  readonly durability?: 'relaxed' | 'strict'
}

/** Pages of the write-ahead log that a commit copies into the file at once: SQLite's default. */
const longestLog = 1000
/** Characters and bytes whose commit leaves that to the next one, because each of the two takes its time. */
const muchWritten = 4_000_000

/**
 * Opens the folder at once and locks it until `close()` or the end of the process. Needs Node 22.13 or newer.
 *
 * @throws StoreError `invalid-options`; `storage-in-use` where another process has the folder, `storage-newer` where a newer version wrote it,
 *   `storage-damaged` where it does not hold what was written, `storage-unavailable` where it cannot be read or written, or Node has no SQLite.
 */
export function sqliteStorage({ folder, durability = 'relaxed' }: SqliteOptions): Storage {
  const { db, assertThere } = openSqliteFile(folder, durability)
  try {
    return storageOf(db, assertThere, folder)
  } catch (error) {
    db.close()
    throw sqliteError(folder, error)
  }
}

function storageOf(db: DatabaseSync, assertThere: () => void, folder: string): Storage {
  const sql = new Statements(db)
  const streams = rememberStreams(sql)
  const ids = new StoredIds(sql)
  let committed = sql.get('end')!.end
  const end = { position: committed }
  const parts = new Parts(sql)
  const forget = (): void => {
    streams.forget()
    ids.forget()
  }
  /** The end of the log before the present part. */
  let before = committed
  return synchronousStorage({
    operations: sqliteOperations(db, sql, { streams, ids, end }),
    begin() {
      sql.written = 0
      parts.beginAll()
    },
    commit() {
      if (end.position !== committed) sql.run('putEnd', end.position)
      ids.store()
      const isLong = sql.written > muchWritten
      if (isLong) db.exec('PRAGMA wal_autocheckpoint = 0')
      try {
        sql.run('commit')
      } finally {
        if (isLong) db.exec(`PRAGMA wal_autocheckpoint = ${longestLog}`)
      }
      committed = end.position
      // Behind the commit: what is acknowledged was in the file while that had its name.
      assertThere()
    },
    abort() {
      try {
        sql.run('rollback')
      } catch {
        // A failed commit may have rolled back by itself, and a failed begin leaves nothing to roll back.
      }
      forget()
      end.position = committed
    },
    part: {
      begin() {
        parts.begin()
        before = end.position
      },
      end() {
        parts.end()
        return end.position
      },
      undo() {
        parts.undo()
        forget()
        end.position = before
      },
    },
    sharesCommits: true,
    close() {
      try {
        assertThere()
      } finally {
        db.close()
      }
    },
    errorFor: (error) => sqliteError(folder, error),
  })
}

/**
 * Tells the writers of a transaction apart. The first needs no savepoint, for which SQLite would keep a copy of every page that it
 * changes: the beginning of the transaction is one.
 */
class Parts {
  readonly #sql: Statements
  #isFirst = true
  #hasSavepoint = false

  constructor(sql: Statements) {
    this.#sql = sql
  }

  beginAll(): void {
    this.#sql.run('begin')
    this.#isFirst = true
  }

  begin(): void {
    this.#hasSavepoint = !this.#isFirst
    this.#isFirst = false
    if (this.#hasSavepoint) this.#sql.run('beginPart')
  }

  end(): void {
    if (this.#hasSavepoint) this.#sql.run('endPart')
  }

  undo(): void {
    if (this.#hasSavepoint) {
      this.#sql.run('undoPart')
      this.#sql.run('endPart')
    } else {
      this.#sql.run('rollback')
      this.beginAll()
    }
  }
}
