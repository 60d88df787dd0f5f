// IndexedDB without the storage: the least cost of writing the same records, by index.

import { recordedTable } from '../../src/base/events/event-table.ts'
import type { RecordedEvent } from '../../src/base/events/events.ts'
import { idsOf, recordsOf } from '../../src/storage/indexeddb/log/records.ts'

export interface RawOptions {
  /** How events become the values that are written. */
  readonly values: (events: readonly RecordedEvent[]) => unknown[]
  /** Paths of indexes with an entry for each item of a list. */
  readonly indexes?: readonly string[]
  /** Whether each commit first asks the index `ids` for each of its ids, as "any version" needs. */
  readonly asks?: boolean
  /** Whether each commit also puts a small record for its stream. */
  readonly heads?: boolean
  readonly durability?: IDBTransactionDurability
}

export interface RawDatabase {
  write(events: readonly RecordedEvent[]): Promise<void>
  close(): void
}

export async function openRaw({
  values,
  indexes = [],
  asks = false,
  heads = false,
  durability = 'relaxed',
}: RawOptions): Promise<RawDatabase> {
  const name = `raw-${crypto.randomUUID()}`
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      const log = request.result.createObjectStore('log', { autoIncrement: true })
      for (const path of indexes) log.createIndex(path, path, { multiEntry: true })
      request.result.createObjectStore('heads')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
  })
  return {
    write: (events) =>
      new Promise((resolve, reject) => {
        const tx = db.transaction(['log', 'heads'], 'readwrite', { durability })
        if (asks) for (const { id } of events) tx.objectStore('log').index('ids').getKey(id)
        for (const value of values(events)) tx.objectStore('log').add(value)
        if (heads) tx.objectStore('heads').put({ stream: 'raw', last: 1, tombstone: false, metadata: {} }, 'raw')
        tx.addEventListener('complete', () => resolve())
        tx.addEventListener('abort', () => reject(tx.error ?? new Error('aborted')))
      }),
    close() {
      db.close()
      indexedDB.deleteDatabase(name)
    },
  }
}

/** Records with the ids of their events beside them. */
const withIds = (events: readonly RecordedEvent[]) => withoutIndex(events).map((record) => ({ ...record, ids: idsOf(record) }))

const withoutIndex = (events: readonly RecordedEvent[]) => recordsOf(recordedTable(events)).map(({ record }) => record)

/** The baselines of an append, and the layouts that were considered and rejected. */
export const rawVariants = {
  'raw, one record of objects': { values: (events) => [{ events }] },
  'raw, the same records': { values: withoutIndex },
  'raw, the same records and a head': { values: withoutIndex, heads: true },
  'raw, the same records, index of streams and a head': { values: withoutIndex, indexes: ['lastPlaces'], heads: true },
  '… and an index of ids': { values: withIds, indexes: ['lastPlaces', 'ids'], heads: true },
  '… which is asked for each id': { values: withIds, indexes: ['lastPlaces', 'ids'], asks: true, heads: true },
  '… and an index of ids as numbers': {
    values: (events) => withoutIndex(events).map((record) => ({ ...record, hashes: idsOf(record).map(hashOf) })),
    indexes: ['lastPlaces', 'hashes'],
    heads: true,
  },
} satisfies Record<string, RawOptions>

/** 53 bits of a random id. */
const hashOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16) * 2 ** 21 + (Number.parseInt(id.slice(24, 32), 16) >>> 11)
