// Storage on disk for Node: a SQLite file in a folder that one process owns.

import { watchActivity } from '../auto-commit.ts'
import { closedError } from '../errors.ts'
import { collectChanges, createHints } from '../hints.ts'
import { openSqliteFile, writingError } from './file.ts'
import { prepareStatements } from './statements.ts'
import { rememberHeads } from './heads.ts'
import { rememberStreams } from './streams.ts'
import { sqliteReading, sqliteWriting } from './transaction.ts'
import type { ReadTransaction, Storage, WriteTransaction } from '../storage.ts'
import { createReadWriteLock } from '../rw-lock.ts'

export interface SqliteOptions {
  /** The folder of the store; created if missing. */
  readonly folder: string
  /**
   * `strict` waits for the disk at every commit; `relaxed` trusts the operating system, so that a crash of the whole machine (not of
   * the process) may cost the last moments. Default: `relaxed`.
   */
  readonly durability?: 'relaxed' | 'strict'
}

/**
 * Opens the folder at once and locks it until `close()` or the end of the process. Needs Node 22.13 or newer.
 *
 * @throws StoreError `storage-in-use` where another process has the folder, `storage-newer` where a newer version wrote it,
 *   `storage-unavailable` where it cannot be read or written, or Node has no SQLite.
 */
export function sqliteStorage({ folder, durability = 'relaxed' }: SqliteOptions): Storage {
  const db = openSqliteFile(folder, durability)
  const sql = prepareStatements(db)
  const streams = rememberStreams(sql)
  const heads = rememberHeads(sql)
  const exec = (text: string): void => db.exec(text)
  const lock = createReadWriteLock()
  const hints = createHints()
  let { end } = sql.get('end')!
  let closing: Promise<void> | undefined

  const rollBack = (): void => {
    try {
      sql.run('rollback')
    } catch {
      // A failed commit may have rolled back by itself, and a failed begin leaves nothing to roll back.
    }
  }

  const read = async <T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> => {
    if (closing) throw closedError()
    const release = await lock.acquire('read')
    const activity = watchActivity(release)
    try {
      return await work(sqliteReading({ sql, streams, heads, activity, exec, end }))
    } catch (error) {
      throw writingError(error)
    } finally {
      activity.end()
      release()
    }
  }

  const write = async <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> => {
    if (closing) throw closedError()
    const release = await lock.acquire('write')
    const changes = collectChanges()
    /** The error of a commit at idle time, which no caller awaits. */
    let failure: unknown

    const abort = () => {
      rollBack()
      streams.forget()
      heads.forget()
      release()
    }
    const commit = () => {
      try {
        if (session.end !== end) sql.run('putEnd', session.end)
        sql.run('commit')
      } catch (error) {
        abort()
        throw error
      }
      end = session.end
      const hint = changes.hint(end)
      release()
      if (hint) hints.announce(hint)
    }
    const commitIdle = () => {
      try {
        commit()
      } catch (error) {
        failure = error
      }
    }

    const session = { sql, streams, heads, activity: watchActivity(commitIdle), exec, end }
    try {
      sql.run('begin')
      const result = await work(sqliteWriting(session, changes))
      if (session.activity.end()) commit()
      if (failure) throw failure
      return result
    } catch (error) {
      if (session.activity.end()) abort()
      throw writingError(error)
    }
  }

  return {
    name: undefined,
    read,
    write,
    onCommit: (listener) => hints.listen(listener),
    close() {
      closing ??= lock.idle().then(() => db.close())
      return closing
    },
  }
}
