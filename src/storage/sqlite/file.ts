// Opens the SQLite file of a folder for this process alone, and words the errors.

import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreError, isStoreError } from '../../base/errors.ts'
import { lowestNode } from '../../base/platform/platform.ts'
import { isError } from '../../base/platform/realms.ts'
import { schemaVersion, upgradeSqlite } from './schema.ts'

/** SQLite adds files of its own, such as one with `-wal` at the end. */
const fileName = 'rillbox.sqlite'

/** @param folder created if missing. @throws StoreError `invalid-options`, `storage-in-use`, `storage-newer` or `storage-unavailable`. */
export function openSqliteFile(folder: string, durability: 'relaxed' | 'strict'): DatabaseSync {
  if (typeof folder !== 'string' || folder === '') throw invalidOption('folder', folder, 'Give the path of a folder.')
  if (!['relaxed', 'strict'].includes(durability)) throw invalidOption('durability', durability, 'Give "relaxed" or "strict".')
  const Database = databaseClass()
  let db: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
    db = new Database(join(folder, fileName))
    // Exclusive: the file stays locked until it is closed or its process ends.
    db.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability === 'strict' ? 'FULL' : 'NORMAL'}`,
    )
    db.exec('PRAGMA cache_size = -32000; BEGIN IMMEDIATE')
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > schemaVersion) throw newerError(folder)
    upgradeSqlite(db, version)
    db.exec('COMMIT')
    return db
  } catch (error) {
    db?.close()
    throw openingError(folder, error)
  }
}

const invalidOption = (name: string, value: unknown, hint: string): StoreError =>
  new StoreError('invalid-options', `The option ${name} of sqliteStorage cannot be ${JSON.stringify(value) ?? typeof value}.`, { hint })

/** Whether the folder contains a store. */
export const hasSqliteFile = (folder: string): boolean => existsSync(join(folder, fileName))

/** Removes a closed store with SQLite's other files; the folder stays. */
export function removeSqliteFile(folder: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(join(folder, fileName + end), { force: true })
}

/** Not imported: other storages must work in a Node without the module. */
function databaseClass(): typeof DatabaseSync {
  const sqlite = withoutExperimentalWarning(() => process.getBuiltinModule?.('node:sqlite'))
  if (sqlite) return sqlite.DatabaseSync
  throw new StoreError('storage-unavailable', `Node ${process.versions.node} has no SQLite.`, {
    hint: `Keeping a store on disk needs Node ${lowestNode} or newer; without a folder it is kept in memory.`,
  })
}

/** Node 22 warns at the first use that the module may change, which does not concern the user of a store. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

const newerError = (folder: string): StoreError =>
  new StoreError('storage-newer', `The store in "${folder}" was written by a newer version.`, { hint: 'Use that version or a later one.' })

/** Error codes of SQLite, of which the lowest eight bits are the kind. */
const [busy, full, notADatabase] = [5, 13, 26]

const codeOf = (error: unknown): number | undefined =>
  isError(error) && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

function openingError(folder: string, error: unknown): unknown {
  if (isStoreError(error)) return error
  const code = codeOf(error)
  if (code === busy) {
    return new StoreError('storage-in-use', `The folder "${folder}" is in use by another process.`, {
      hint: 'End that process, or use another folder.',
      cause: error,
    })
  }
  if (code === notADatabase) return unusable(folder, `"${fileName}" in it is no store`, error)
  if (code === full) return writingError(error)
  if (code !== undefined) return unusable(folder, (error as Error).message, error)
  return isSystemError(error) ? unusable(folder, error.code === 'EEXIST' ? 'it is a file' : error.message, error) : error
}

const unusable = (folder: string, why: string, cause: unknown): StoreError =>
  new StoreError('storage-unavailable', `The folder "${folder}" cannot be used: ${why}.`, {
    hint: 'Give a folder that this user may read and write.',
    cause,
  })

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  isError(error) && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** @returns the error for the user in place of an error of SQLite; anything else unchanged. */
export function writingError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  if (code === full) {
    return new StoreError('storage-full', 'The disk has no room left; nothing of this write was kept.', {
      hint: 'Free some space and try again.',
      cause: error,
    })
  }
  return new StoreError('storage-unavailable', `The store on disk cannot be used: ${(error as Error).message}.`, {
    hint: 'Look at the disk and the permissions of the folder, then start again.',
    cause: error,
  })
}
