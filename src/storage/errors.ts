// What can be wrong with the place where a store is kept, in words that say what to do about it.

import { StoreError } from '../base/errors.ts'

/** The caller closed the storage. */
export const closedError = (): StoreError =>
  new StoreError('storage-closed', 'This store has been closed.', { hint: 'Create a new store on the same storage name to go on.' })
