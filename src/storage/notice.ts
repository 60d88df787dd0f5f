// Words the notices of a storage, and prints them where the caller has no listener.

import type { StoreError } from '../base/errors.ts'

export type StorageNotice =
  /** Opening waits until another tab closes the database. */
  | { readonly kind: 'blocked'; readonly message: string }
  | { readonly kind: 'unblocked'; readonly message: string }
  /** An empty database has replaced that of an earlier visit, which the browser deleted or found damaged. */
  | { readonly kind: 'emptied'; readonly message: string }
  /** From now on every call rejects with this error. */
  | { readonly kind: 'lost'; readonly error: StoreError }

export const blockedNotice: StorageNotice = {
  kind: 'blocked',
  message:
    'Opening the store waits: another tab seems to have it open with an older version of the library. Close or reload that tab; ' +
    'this one then goes on by itself.',
}

export const unblockedNotice: StorageNotice = { kind: 'unblocked', message: 'The store waits no longer: it is open.' }

export const emptiedNotice: StorageNotice = {
  kind: 'emptied',
  message:
    'The store is empty: the browser deleted its database since the last visit, for want of room or because its data were cleared. ' +
    '`navigator.storage.persist()` asks the browser to keep the next one, and `store.snapshot()` takes a copy to keep elsewhere.',
}

export const damagedNotice: StorageNotice = {
  kind: 'emptied',
  message:
    'The store is empty: the browser found the databases of this site damaged and deleted them. That can follow a crash or a kill of the ' +
    'browser in the middle of a write. `store.snapshot()` takes a copy to keep elsewhere.',
}

/** Prints a notice, except the loss of the store, with which every call rejects anyway. */
export function printNotice(notice: StorageNotice): void {
  // eslint-disable-next-line no-console -- the page has asked for nothing that could be answered
  if (notice.kind !== 'lost') console.warn(notice.message)
}
