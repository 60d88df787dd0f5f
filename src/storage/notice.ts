// What a storage says without having been asked: the words of its notices, and where they go when nobody takes them.

import type { StoreError } from '../base/errors.ts'

export type StorageNotice =
  /** Opening waits for another tab; it goes on by itself as soon as that tab lets go. */
  | { readonly kind: 'blocked'; readonly message: string }
  | { readonly kind: 'unblocked'; readonly message: string }
  /** The database of an earlier visit is gone; an empty one took its place. */
  | { readonly kind: 'emptied'; readonly message: string }
  /** Every call rejects with this error from now on. */
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
    'The store is empty: the browser deleted its database since the last visit, for want of room or because somebody cleared it. ' +
    '`navigator.storage.persist()` asks the browser to keep the next one, and `store.snapshot()` takes a copy to keep elsewhere.',
}

/** Prints a notice; a store that is lost says so with every call. */
export function printNotice(notice: StorageNotice): void {
  // eslint-disable-next-line no-console -- the page has asked for nothing that could be answered
  if (notice.kind !== 'lost') console.warn(notice.message)
}
