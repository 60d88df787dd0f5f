// The suite that every storage passes: named behaviours of the port, runnable in Node and in a browser.

import { describe } from 'vitest'
import { droppingContract } from './contract/dropping.contract.ts'
import { hintsContract } from './contract/hints.contract.ts'
import { idsContract } from './contract/ids.contract.ts'
import { logContract } from './contract/log.contract.ts'
import { manyStreamsContract } from './contract/many-streams.contract.ts'
import { oneStreamContract } from './contract/one-stream.contract.ts'
import { piecesContract } from './contract/pieces.contract.ts'
import { restoringContract } from './contract/restoring.contract.ts'
import { rowsContract } from './contract/rows.contract.ts'
import { tabsContract } from './contract/tabs.contract.ts'
import { transactionsContract } from './contract/transactions.contract.ts'
import type { Storage } from './storage.ts'

/** A place of its own for the content of a storage. */
export interface Place {
  /** Opens the place; again for a second handle, as another tab would have it. */
  open(): Storage
  /** Removes everything; called after the handles were closed. */
  remove?(): Promise<void>
}

/**
 * @param title says where it is kept: `in memory`.
 * @param create makes an empty place.
 */
export function storageContract(title: string, create: () => Place): void {
  describe(`storage ${title}`, () => {
    transactionsContract(create)
    logContract(create)
    manyStreamsContract(create)
    oneStreamContract(create)
    droppingContract(create)
    idsContract(create)
    piecesContract(create)
    rowsContract(create)
    restoringContract(create)
    hintsContract(create)
  })
}

/** For storages that several handles can share, whether in one tab or in several. */
export function sharedStorageContract(title: string, create: () => Place): void {
  storageContract(title, create)
  describe(`storage ${title}, shared by tabs`, () => {
    tabsContract(create)
  })
}
