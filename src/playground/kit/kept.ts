// Keeps values as JSON in a storage of the browser. Where it has no room, or the page may not use it, they live in the page only.

export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Asks for the storage late: browsers refuse it in sandboxed frames, for example. */
export type GetStorage = () => PageStorage | undefined

/** @returns null or undefined if nothing is kept under the key, or a text that is no JSON. */
export function recall(storage: GetStorage, key: string): unknown {
  try {
    return JSON.parse(storage()!.getItem(key)!)
  } catch {
    return undefined
  }
}

/** @param value undefined removes the kept one. */
export function keep(storage: GetStorage, key: string, value: unknown): void {
  try {
    if (value === undefined) storage()!.removeItem(key)
    else storage()!.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full, perhaps of something else, or there is none.
  }
}
