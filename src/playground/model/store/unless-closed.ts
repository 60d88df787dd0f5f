// Lets a reading of a store end with nothing where the store is closed meanwhile.

import { isStoreError } from '../../../base/errors.ts'

/** Resolves to undefined if the store closes in the meantime. */
export function unlessClosed<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isStoreError(error, 'storage-closed')) return undefined
    throw error
  })
}
