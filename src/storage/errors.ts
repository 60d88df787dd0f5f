// Words the errors of a storage, each with a remedy as its hint.

import { StoreError } from '../base/errors.ts'
import { isDomException } from '../base/platform/realms.ts'

export const closedError = (): StoreError =>
  new StoreError('storage-closed', 'This store has been closed.', { hint: 'Create a new store on the same storage to go on.' })

export const unavailableError = (cause?: unknown): StoreError =>
  new StoreError('storage-unavailable', 'The browser does not let this page use IndexedDB.', {
    hint:
      'Private windows and blocked site data can be the reason, or a browser that has just failed: reload the page, ' +
      'or create the store with `memoryStorage()`, which lasts as long as the page.',
    cause,
  })

const fullError = (cause: unknown): StoreError =>
  new StoreError('storage-full', 'The browser has no room left for the data of this site; nothing of this write was kept.', {
    hint: 'Clear the store, delete other data of the site, or free space on the disk.',
    cause,
  })

export const newerError = (cause?: unknown): StoreError =>
  new StoreError('storage-newer', 'Another tab opened this store with a newer version of the library.', {
    hint: 'Reload this tab to get that version too.',
    cause,
  })

export const evictedError = (): StoreError =>
  new StoreError('storage-evicted', 'The data of this store was deleted while the page had it open.', {
    hint:
      'The browser does that when the disk is full, or the user when clearing site data. Reload the page to start with an empty store; ' +
      '`navigator.storage.persist()` asks the browser to keep the next one.',
  })

/** Names of exceptions for an unreachable database. Others, for example `DataCloneError`, are bugs of the caller and stay as they are. */
const unreachable = ['AbortError', 'InvalidStateError', 'NotFoundError', 'OperationError', 'SecurityError', 'TimeoutError', 'UnknownError']

/** @returns the error for the user in place of an exception of IndexedDB; anything else unchanged. */
export function storageError(error: unknown): unknown {
  if (!isDomException(error)) return error
  if (error.name === 'QuotaExceededError') return fullError(error)
  if (error.name === 'VersionError') return newerError(error)
  return unreachable.includes(error.name) ? unavailableError(error) : error
}
