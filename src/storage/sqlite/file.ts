// Opens the SQLite file of a folder for this process alone, and words the errors.

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreError, isStoreError } from '../../base/errors.ts'
import { lowestNode } from '../../base/platform/platform.ts'
import { isError } from '../../base/platform/realms.ts'
import { firstTables, schemaVersion, upgradeSqlite } from './schema.ts'

/** SQLite adds files of its own, for example one with `-wal` at the end. */
const fileName = 'rillbox.sqlite'

/** Marks the files of this library ("Rill"), which a file of another one never has. */
const applicationId = 0x52_69_6c_6c
/** Reading a whole file takes about a millisecond for each megabyte. */
const mostCheckedBytes = 100_000_000

/** A file that this process alone has open. */
export interface SqliteFile {
  readonly db: DatabaseSync
  /** @throws StoreError `storage-evicted` where the open file has lost its name: nothing that is written to it stays. */
  assertThere(): void
}

/**
 * @param folder created if missing.
 * @throws StoreError `invalid-options`, `storage-in-use`, `storage-newer`, `storage-damaged` or `storage-unavailable`.
 */
export function openSqliteFile(folder: string, durability: 'relaxed' | 'strict'): SqliteFile {
  if (typeof folder !== 'string' || folder === '') throw invalidOption('folder', folder, 'Give the path of a folder.')
  if (!['relaxed', 'strict'].includes(durability)) throw invalidOption('durability', durability, 'Give "relaxed" or "strict".')
  const Database = databaseClass()
  const file = join(folder, fileName)
  let db: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
    db = new Database(file)
    // Exclusive: the file stays locked until it is closed or its process ends.
    db.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Before anything is changed in it.
    const version = versionOf(db, folder)
    if (version > 0 && statSync(file).size <= mostCheckedBytes) check(db, folder)
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability === 'strict' ? 'FULL' : 'NORMAL'}`)
    // What undoing a part of a transaction needs stays in memory: with an exclusive lock SQLite writes 17 kB of it for each writer to a file.
    db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000; BEGIN IMMEDIATE')
    upgradeSqlite(db, version)
    db.exec(`PRAGMA application_id = ${applicationId}`)
    db.exec('COMMIT')
    return { db, assertThere: presenceOf(file, folder) }
  } catch (error) {
    db?.close()
    throw openingError(folder, error)
  }
}

/** @returns the version of a store; 0 for an empty file. */
function versionOf(db: DatabaseSync, folder: string): number {
  const number = (pragma: string): number => Object.values(db.prepare(`PRAGMA ${pragma}`).get() as Record<string, number>)[0]!
  const [id, version] = [number('application_id'), number('user_version')]
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  const names = new Set(tables.map(({ name }) => name))
  // Versions before this one left no mark.
  const isOurs = id === applicationId || (id === 0 && (names.size === 0 ? version === 0 : firstTables.every((name) => names.has(name))))
  if (!isOurs) throw foreignError(folder, 'the database of another program', undefined)
  if (version > schemaVersion) throw newerError(folder)
  if (names.size > 0 && version === 0) throw damagedError(folder, undefined)
  return version
}

function check(db: DatabaseSync, folder: string): void {
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
  if (found !== 'ok') throw damagedError(folder, new Error(found))
}

/** @returns a function that compares what has the name now with what had it when it was opened; it costs some microseconds. */
function presenceOf(file: string, folder: string): () => void {
  const opened = statSync(file, { bigint: true })
  return () => {
    const now = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (now?.ino === opened.ino && now.dev === opened.dev) return
    throw new StoreError('storage-evicted', `The store in "${folder}" was removed or replaced while it was open.`, {
      hint: 'What was written since is lost. Start again: the store is empty, unless a copy of the folder is put back first.',
    })
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
const [noPermission, busy, readOnly, inputOutput, damaged, full, cannotOpen, notADatabase] = [3, 5, 8, 10, 11, 13, 14, 26]

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
  if (code === notADatabase) return foreignError(folder, 'no store', error)
  if (code !== undefined) return sqliteError(folder, error)
  return isSystemError(error) ? unusable(folder, error.code === 'EEXIST' ? 'it is a file' : error.message, error) : error
}

const unusable = (folder: string, why: string, cause: unknown): StoreError =>
  new StoreError('storage-unavailable', `The folder "${folder}" cannot be used: ${why}.`, {
    hint: 'Give a folder that this user may read and write.',
    cause,
  })

const foreignError = (folder: string, what: string, cause: unknown): StoreError =>
  new StoreError('storage-unavailable', `The folder "${folder}" cannot be used: "${fileName}" in it is ${what}, and is left as it is.`, {
    hint: 'Give another folder; if this one had a store, put a copy of it back first.',
    cause,
  })

const damagedError = (folder: string, cause: unknown): StoreError =>
  new StoreError('storage-damaged', `The store in "${folder}" is damaged: "${fileName}" does not hold what was written to it.`, {
    hint: 'Put a copy of the folder back, or restore one that `rillbox export` made into a new folder.',
    cause,
  })

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  isError(error) && 'code' in error && typeof error.code === 'string' && 'syscall' in error

/** @returns the error for the user in place of an error of SQLite; anything else unchanged. */
export function sqliteError(folder: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  if (code === damaged || code === notADatabase) return damagedError(folder, error)
  if (code === full) {
    return new StoreError('storage-full', 'The disk has no room left; nothing of this write was kept.', {
      hint: 'Free some space and try again.',
      cause: error,
    })
  }
  const message = (error as Error).message
  if (code === noPermission || code === readOnly || code === cannotOpen) return unusable(folder, message, error)
  return new StoreError('storage-unavailable', `The store in "${folder}" cannot be used: ${message}.`, {
    hint: code === inputOutput ? 'Look at the disk, then start again.' : 'Start again; if that does not help, report it.',
    cause: error,
  })
}
