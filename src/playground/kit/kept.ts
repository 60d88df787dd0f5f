// Keeps values as JSON in a storage of the browser. Where it has no room, or the page may not use it, they live in the page only.

export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @returns undefined if the browser refuses the storage, as in sandboxed frames. */
export function pageStorage(name: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

/** @returns undefined if nothing is kept under the key, or a text that is no JSON. */
export function recall(storage: PageStorage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** @param value undefined forgets what is kept. */
export function keep(storage: PageStorage | undefined, key: string, value: unknown): void {
  try {
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full, perhaps of something else.
  }
}
