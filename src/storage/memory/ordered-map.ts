// A map from strings to values that can be read in order of its keys (by UTF-16 units, as in IndexedDB).

import { firstAtOrAfter } from '../../base/sorted.ts'

export type OrderedMap<V> = ReturnType<typeof createOrderedMap<V>>

/** So many new keys are put in their places one by one; more of them are sorted with all others. */
const few = 32

export function createOrderedMap<V>() {
  const values = new Map<string, V>()
  /** In order. Those of removed values stay until they are as many as the others. */
  let keys: string[] = []
  /** Keys of new values, sorted on demand: sorting a nearly sorted list is linear, so filling costs nothing extra. */
  let added: string[] = []

  const sortedKeys = (): readonly string[] => {
    if (added.length > few || keys.length > values.size * 2 + few) {
      keys = [...keys, ...added].sort().filter((key, index, all) => key !== all[index - 1] && values.has(key))
    } else for (const key of added) insert(key)
    added = []
    return keys
  }

  const insert = (key: string): void => {
    const index = firstAtOrAfter(keys, key, (each) => each)
    if (keys[index] !== key) keys.splice(index, 0, key)
  }

  return {
    get: (key: string): V | undefined => values.get(key),
    /** `undefined` removes the key. */
    set(key: string, value: V | undefined): void {
      if (value === undefined) {
        values.delete(key)
        return
      }
      if (!values.has(key)) added.push(key)
      values.set(key, value)
    },
    /** At most `limit` entries in order, from key `from` on, while `within` holds for the key. */
    entries(from: string, within: (key: string) => boolean = () => true, limit = Infinity): [key: string, value: V][] {
      const found: [string, V][] = []
      const sorted = sortedKeys()
      for (let index = firstAtOrAfter(sorted, from, (key) => key); index < sorted.length && found.length < limit; index++) {
        const key = sorted[index]!
        if (!within(key)) break
        const value = values.get(key)
        if (value !== undefined) found.push([key, value])
      }
      return found
    },
  }
}
