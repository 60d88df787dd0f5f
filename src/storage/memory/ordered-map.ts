// A map from strings to values that can be read in order of its keys (by UTF-16 units, as in IndexedDB).

import { firstAtOrAfter } from '../../base/sorted.ts'

export type OrderedMap<V> = ReturnType<typeof createOrderedMap<V>>

export function createOrderedMap<V>() {
  const values = new Map<string, V>()
  // Sorted on demand: sorting a nearly sorted list is linear, so filling costs nothing extra.
  let keys: string[] = []
  let isSorted = true

  const sortedKeys = (): readonly string[] => {
    if (!isSorted) keys = keys.sort().filter((key, index) => key !== keys[index - 1] && values.has(key))
    isSorted = true
    return keys
  }

  return {
    get: (key: string): V | undefined => values.get(key),
    /** `undefined` removes the key. */
    set(key: string, value: V | undefined): void {
      if (value === undefined) {
        if (values.delete(key)) isSorted = false
        return
      }
      if (!values.has(key)) {
        keys.push(key)
        isSorted = false
      }
      values.set(key, value)
    },
    /** At most `limit` entries in order, from key `from` on, while `within` holds for the key. */
    entries(from: string, within: (key: string) => boolean = () => true, limit = Infinity): [key: string, value: V][] {
      const found: [string, V][] = []
      const sorted = sortedKeys()
      for (let index = firstAtOrAfter(sorted, from, (key) => key); index < sorted.length && found.length < limit; index++) {
        const key = sorted[index]!
        if (!within(key)) break
        found.push([key, values.get(key)!])
      }
      return found
    },
  }
}
