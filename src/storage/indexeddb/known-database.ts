// Remembers databases outside of IndexedDB, to distinguish an eviction from a first visit.

const keyOf = (name: string): string => `rillbox:database:${name}`

/** @returns whether the database is known to have existed before; browsers may evict that knowledge with it. */
export function rememberDatabase(name: string): boolean {
  try {
    const key = keyOf(name)
    if (localStorage.getItem(key) !== null) return true
    localStorage.setItem(key, '1')
  } catch {
    // Workers and Node have no `localStorage`, and blocked cookies make it throw.
  }
  return false
}
