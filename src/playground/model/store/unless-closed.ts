// Lets a reading of a store end with nothing where the store is closed meanwhile, or its data are gone.

import { isStoreError } from '../../../base/errors.ts'

const ends = ['storage-closed', 'storage-evicted', 'storage-newer'] as const

/** Resolves to undefined if the store closes in the meantime. Why it did is the picture's to say. */
export function unlessClosed<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (ends.some((code) => isStoreError(error, code))) return undefined
    throw error
  })
}
