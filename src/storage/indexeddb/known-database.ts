// Remembers outside of IndexedDB that a database was there, so that an eviction can be told from a first visit.

const keyOf = (name: string): string => `rillbox:database:${name}`

/** @returns whether the database was there before, as far as anything remembers: browsers may evict both together. */
export function rememberDatabase(name: string): boolean {
  try {
    const key = keyOf(name)
    if (localStorage.getItem(key) !== null) return true
    localStorage.setItem(key, '1')
  } catch {
    // There is none in Workers and in Node, and where cookies are blocked it must not be touched.
  }
  return false
}
