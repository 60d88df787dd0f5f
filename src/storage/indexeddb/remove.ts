// Removes the database of a store, for readers who no longer want it on their device.

import { deleteDB } from 'idb'

/** Waits for tabs that have it open: they close it when they are told. @param name as of `indexedDbStorage`. */
export const removeDatabase = (name: string): Promise<void> => deleteDB(name)
