// Brings a database to the newest schema, step by step, from whichever version it has.

/**
 * Records of the log by last position and nonce; index `streams`: a stream and the number of its last event in the record, where a
 * record is of few streams.
 */
export const logStore = 'log'
/** Heads of neighbouring streams, by the first name that belongs to them (docs/performance.md). */
export const headStore = 'heads'
/** Rows by table and key. */
export const rowStore = 'rows'
/** Hashes of ids, by the position behind the last (decision 6). */
export const idStore = 'ids'
/** Where dropped events stood, by blocks of positions. */
export const droppedStore = 'dropped'
/** Older places of streams in records of many streams, by stream and number of the last one (docs/performance.md). */
export const placeStore = 'places'

export const storeNames = [logStore, headStore, rowStore, idStore, droppedStore, placeStore] as const

/** A step leads from the version that is its index to the next one. Steps are never changed once they were released. */
const steps: readonly ((db: IDBDatabase, tx: IDBTransaction) => void)[] = [
  (db) => {
    db.createObjectStore(logStore, { keyPath: ['last', 'nonce'] }).createIndex('streams', 'lastPlaces', { multiEntry: true })
    db.createObjectStore(headStore)
    db.createObjectStore(rowStore)
    db.createObjectStore(idStore)
    db.createObjectStore(droppedStore)
  },
  // All records that are there are in the index, and no head knows any other.
  (db) => void db.createObjectStore(placeStore),
  // Nothing is to be done, but what is written from now on cannot be read by who knows version 2: texts that begin and end alike.
  () => undefined,
  // The same: ids that were counted then (docs/performance.md).
  () => undefined,
]

export const schemaVersion = steps.length

/**
 * @param from the version that the database has; 0 for a new one.
 * @param to the version that it gets.
 * @param tx the transaction of the upgrade; what it does is all or nothing.
 */
export function upgrade(db: IDBDatabase, from: number, to: number, tx: IDBTransaction): void {
  for (const step of steps.slice(from, to)) step(db, tx)
}
