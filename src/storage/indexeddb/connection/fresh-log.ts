// Makes Chromium begin a new file for its log, because it goes on behind a torn end of the old one and later deletes every database.

import { deleteDB, openDB } from 'idb'

/**
 * Chromium keeps the databases of an origin in one LevelDB. A kill in the middle of a write leaves half a record at the end of its log. The
 * next start appends to that file (https://github.com/google/leveldb/issues/1287), and the start after it finds a wrong checksum and deletes
 * everything. Chromium compacts when a database is deleted, and a compaction begins a new file.
 *
 * @param name of the store's database, which stays as it is.
 */
export async function beginFreshLog(name: string): Promise<void> {
  if (!tellsOfLoss()) return
  const spare = `rillbox:spare:${name}`
  try {
    const db = await openDB(spare)
    const isSpare = db.objectStoreNames.length === 0
    db.close()
    if (isSpare) await deleteDB(spare)
  } catch {
    // Without room, or in a page that goes away: the old file then stays, as in any other page.
  }
}

/** Only Chromium tells pages that data was lost, and only Chromium has a LevelDB. */
const tellsOfLoss = (): boolean => typeof IDBVersionChangeEvent !== 'undefined' && 'dataLoss' in IDBVersionChangeEvent.prototype

/** @returns whether the browser has deleted a damaged database and creates this one in its place. */
export const followsLoss = (event: IDBVersionChangeEvent): boolean => 'dataLoss' in event && event.dataLoss === 'total'
