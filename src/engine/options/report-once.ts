// Reports a storage that is gone for good once: everything that runs in the store meets the same error.

import type { StoreErrorCode } from '../../base/errors.ts'
import { isStoreError } from '../../base/errors.ts'

/** Errors after which a storage never works again. */
const lasting: readonly StoreErrorCode[] = ['storage-evicted', 'storage-damaged', 'storage-newer']

/** @param report of the environment. */
export function reportOnce(report: (error: unknown) => void): (error: unknown) => void {
  const reported = new Set<StoreErrorCode>()
  return (error) => {
    if (isStoreError(error) && lasting.includes(error.code)) {
      if (reported.has(error.code)) return
      reported.add(error.code)
    }
    report(error)
  }
}
