// Upgrades a database of any version to the newest schema, step by step.

/** Records of the log by last position and nonce. Index `streams`, for records of few: each stream with its last number there. */
export const logStore = 'log'
/** Heads of neighbouring streams, by the first name of the page (docs/inside/performance.md). */
export const headStore = 'heads'
/** Rows by table and key. */
export const rowStore = 'rows'
/** Hashes of ids, by the position behind the last (decision 6). */
export const idStore = 'ids'
/** Ids and places of dropped events, by blocks of positions. */
export const droppedStore = 'dropped'
/** Older places of streams in records of many streams, by stream and number of the last one (docs/inside/performance.md). */
export const placeStore = 'places'

export const storeNames = [logStore, headStore, rowStore, idStore, droppedStore, placeStore] as const

/** Each step leads from the version of its index to the next one. Released steps never change. */
const steps: readonly ((db: IDBDatabase, tx: IDBTransaction) => void)[] = [
  (db) => {
    db.createObjectStore(logStore, { keyPath: ['last', 'nonce'] }).createIndex('streams', 'lastPlaces', { multiEntry: true })
    db.createObjectStore(headStore)
    db.createObjectStore(rowStore)
    db.createObjectStore(idStore)
    db.createObjectStore(droppedStore)
  },
  // All earlier records are in the index.
  (db) => void db.createObjectStore(placeStore),
  // From here on records hold strings with a common start and end, which code of version 2 cannot read.
  () => undefined,
  // From here on records hold counted ids (docs/inside/performance.md), which code of version 3 cannot read.
  () => undefined,
  // From here on records hold tables of events, which code of version 4 cannot read.
  () => undefined,
  // From here on runs hold `true` for a result that equals the state, which code of version 5 would send as it is.
  () => undefined,
]

export const schemaVersion = steps.length

/** @param from the present version; 0 for a new database. @param tx the transaction of the upgrade, which is all or nothing. */
export function upgrade(db: IDBDatabase, from: number, to: number, tx: IDBTransaction): void {
  for (const step of steps.slice(from, to)) step(db, tx)
}
