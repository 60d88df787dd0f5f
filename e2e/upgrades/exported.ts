// Exports a database of IndexedDB as JSON, and imports it again.

/** A database with all that its stores hold. */
export interface ExportedDatabase {
  readonly version: number
  readonly stores: readonly ExportedStore[]
}

interface ExportedStore {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[]; readonly multiEntry: boolean }[]
  readonly records: readonly (readonly [key: IDBValidKey, value: unknown])[]
}

/** @param name of a database without an open connection. */
export async function exportDatabase(name: string): Promise<ExportedDatabase> {
  const db = await answer(indexedDB.open(name))
  const names = [...db.objectStoreNames]
  const tx = db.transaction(names)
  const stores = names.map(async (each): Promise<ExportedStore> => {
    const store = tx.objectStore(each)
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer<unknown[]>(store.getAll())])
    const indexes = [...store.indexNames].map((index) => store.index(index))
    return {
      name: each,
      keyPath: store.keyPath,
      indexes: indexes.map((index) => ({ name: index.name, keyPath: index.keyPath, multiEntry: index.multiEntry })),
      records: keys.map((key, index) => [key, values[index]]),
    }
  })
  const exported = { version: db.version, stores: await Promise.all(stores) }
  db.close()
  return exported
}

/** @param name of a database that does not exist yet. */
export async function importDatabase(name: string, { version, stores }: ExportedDatabase): Promise<void> {
  const request = indexedDB.open(name, version)
  request.addEventListener('upgradeneeded', () => {
    for (const { name: each, keyPath, indexes, records } of stores) {
      const store = request.result.createObjectStore(each, { keyPath })
      for (const index of indexes) store.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry })
      for (const [key, value] of records) {
        if (keyPath === null) store.put(value, key)
        else store.put(value)
      }
    }
  })
  ;(await answer(request)).close()
}

/** JSON of values that structured cloning copies: the kinds that the product stores. */
export const toText = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => {
    if (member === undefined) return { $undefined: true }
    if (typeof member === 'bigint') return { $bigint: String(member) }
    if (member instanceof Uint32Array) return { $words: [...member] }
    if (member instanceof Uint8Array) return { $bytes: [...member] }
    return member
  })

/** @param text made by `toText`. */
export const fromText = (text: string): unknown => revived(JSON.parse(text))

/** Not a reviver of `JSON.parse`, which removes members that are undefined. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  if ('$undefined' in value) return undefined
  if ('$bigint' in value) return BigInt(String(value.$bigint))
  if ('$words' in value) return Uint32Array.from(value.$words as number[])
  if ('$bytes' in value) return Uint8Array.from(value.$bytes as number[])
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revived(member)]))
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database gave no answer.')))
  })
