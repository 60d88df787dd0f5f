// Keeps snapshots of stores in a database of the page's origin: the last ones of each store.

import type { DBSchema, IDBPDatabase } from 'idb'
import { openDB } from 'idb'

export interface KeptSnapshot {
  readonly id: number
  /** Name of the store in the developer tools. */
  readonly store: string
  readonly name: string
  /** Id of the snapshot from which the store went on to this one. */
  readonly parent?: number
  /** Milliseconds since 1970. */
  readonly created: number
  readonly events: number
  /** Of its text. */
  readonly bytes: number
}

interface Tables extends DBSchema {
  /** The rows of the list, apart from the texts, which are large. */
  snapshots: { key: number; value: KeptSnapshot; indexes: { store: string } }
  texts: { key: number; value: Blob }
}

/** Snapshots kept of one store. */
export const mostSnapshots = 20

const databaseName = 'rillbox-devtools'

export class SnapshotShelf {
  #opening: Promise<IDBPDatabase<Tables>> | undefined

  /** Those of a store, the newest first. */
  async list(store: string): Promise<readonly KeptSnapshot[]> {
    const kept = await (await this.#open()).getAllFromIndex('snapshots', 'store', store)
    return kept.toSorted((one, other) => other.id - one.id)
  }

  /** Adds a snapshot, and drops the oldest ones of its store where there are too many. Rejects where the browser has no room. */
  async add(snapshot: Omit<KeptSnapshot, 'id' | 'bytes'>, text: string): Promise<KeptSnapshot> {
    const database = await this.#open()
    const blob = new Blob([text])
    const tx = database.transaction(['snapshots', 'texts'], 'readwrite')
    const [snapshots, texts] = [tx.objectStore('snapshots'), tx.objectStore('texts')]
    const ids = await snapshots.index('store').getAllKeys(snapshot.store)
    const last = (await snapshots.getAllKeys()).at(-1) ?? 0
    const kept = { ...snapshot, id: last + 1, bytes: blob.size }
    const dropped = ids.toSorted((one, other) => one - other).slice(0, Math.max(0, ids.length + 1 - mostSnapshots))
    await Promise.all([
      snapshots.put(kept),
      texts.put(blob, kept.id),
      ...dropped.flatMap((id) => [snapshots.delete(id), texts.delete(id)]),
      tx.done,
    ])
    return kept
  }

  /** @returns undefined if another tab has removed it. */
  async read(id: number): Promise<string | undefined> {
    return await (await (await this.#open()).get('texts', id))?.text()
  }

  async remove(id: number): Promise<void> {
    const tx = (await this.#open()).transaction(['snapshots', 'texts'], 'readwrite')
    await Promise.all([tx.objectStore('snapshots').delete(id), tx.objectStore('texts').delete(id), tx.done])
  }

  #open(): Promise<IDBPDatabase<Tables>> {
    this.#opening ??= this.#openDatabase().catch((error: unknown) => {
      // A later attempt may succeed.
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  #openDatabase(): Promise<IDBPDatabase<Tables>> {
    return openDB<Tables>(databaseName, 1, {
      upgrade(database) {
        database.createObjectStore('snapshots', { keyPath: 'id' }).createIndex('store', 'store')
        database.createObjectStore('texts')
      },
      // A later release in another tab, or cleared site data.
      blocking: (_version, _blocked, event) => {
        this.#opening = undefined
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => (this.#opening = undefined),
    })
  }
}
