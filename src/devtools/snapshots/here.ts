// Remembers the snapshot from which each store goes on: the one that was saved or restored last.

const keyOf = (store: string): string => `rillbox-devtools:here:${store}`

/** @returns undefined if there is none, or this page may not keep anything. */
export function whereIs(store: string): number | undefined {
  try {
    const kept = localStorage.getItem(keyOf(store))
    return kept === null ? undefined : Number(kept)
  } catch {
    return undefined
  }
}

export function nowAt(store: string, id: number | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(store))
    else localStorage.setItem(keyOf(store), `${id}`)
  } catch {
    // The next snapshot then begins a tree of its own.
  }
}
