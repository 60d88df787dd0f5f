// Brings a database to the newest schema, step by step, from whichever version it has.

/** Records of the log by their last position; index `streams`: a stream and the number of its last event in the record. */
export const logStore = 'log'
/** Heads by stream. */
export const headStore = 'heads'
/** Rows by table and key. */
export const rowStore = 'rows'
/** Hashes of ids, by the position behind the last (docs/decisions/012). */
export const idStore = 'ids'
/** What must be remembered of dropped events: a record without contents, under the key of the record they were in. */
export const droppedStore = 'dropped'
/** Under `generation`: a text that changes when the store is cleared, so that other tabs notice. */
export const metaStore = 'meta'

export const storeNames = [logStore, headStore, rowStore, idStore, droppedStore, metaStore] as const

/** A step leads from the version that is its index to the next one. Steps are never changed once they were released. */
const steps: readonly ((db: IDBDatabase, tx: IDBTransaction) => void)[] = [
  (db) => {
    db.createObjectStore(logStore, { keyPath: 'last' }).createIndex('streams', 'lastNumbers', { multiEntry: true })
    db.createObjectStore(headStore, { keyPath: 'stream' })
    db.createObjectStore(rowStore)
    db.createObjectStore(idStore)
    db.createObjectStore(droppedStore, { keyPath: 'last' })
    db.createObjectStore(metaStore).put(newGeneration(), 'generation')
  },
]

export const schemaVersion = steps.length

/**
 * @param from the version that the database has; 0 for a new one.
 * @param tx the transaction of the upgrade; what it does is all or nothing.
 */
export function upgrade(db: IDBDatabase, from: number, tx: IDBTransaction): void {
  for (const step of steps.slice(from)) step(db, tx)
}

export const newGeneration = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
