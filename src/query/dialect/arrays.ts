// Arrays: `Array.from` takes strings apart by UTF-16 units, and sorting knows what the reference does with boolean comparators.

import type { Comparator, IntroSort, Keyed } from './intro-sort.ts'
import type { Replacer } from './replace.ts'

/** Runs inside the sandbox; refers to nothing outside itself. */
export function bridgeArrays({ replace, remove, method }: Replacer, sortKeyed: IntroSort): void {
  const { TypeError } = globalThis
  const { apply } = Reflect
  const split = method(String.prototype, 'split') as unknown as (self: string, separator: string) => string[]
  const hasOwn = method(Object.prototype, 'hasOwnProperty')

  type From = (this: unknown, items: unknown, ...rest: unknown[]) => unknown[]
  replace(Array, 'from', (original: From) => {
    return {
      from(this: unknown, items: unknown, ...rest: unknown[]) {
        return apply(original, this, [typeof items === 'string' ? split(items, '') : items, ...rest])
      },
    }
  })
  remove(Array, 'fromAsync')

  type Sort = (this: ArrayLike<unknown>, compare?: Comparator) => unknown[]

  function checkComparator(compare: unknown): void {
    if (compare !== undefined && typeof compare !== 'function') {
      throw new TypeError('The comparison function must be either a function or undefined')
    }
  }

  /** @returns the items that a comparator decides about, or undefined where the engine's own sort does the same. */
  function keysFor(items: ArrayLike<unknown>, compare: Comparator): Keyed[] | undefined {
    const keys: Keyed[] = []
    for (let i = 0; i < items.length; i += 1) {
      if (hasOwn(items, i) && items[i] !== undefined) keys[keys.length] = { value: items[i], index: keys.length }
    }
    if (keys.length < 2 || typeof compare(keys[0]!.value, keys[1]!.value) !== 'boolean') return undefined
    return keys
  }

  for (const name of ['sort', 'toSorted']) {
    replace(Array.prototype, name, (original: Sort) => {
      return {
        sort(this: ArrayLike<unknown>, compare?: Comparator) {
          checkComparator(compare)
          const keys = compare && this !== null && this !== undefined ? keysFor(this, compare) : undefined
          if (!keys) return apply(original, this, [compare])
          sortKeyed(keys, compare!)
          // The engine's sort moves undefined and holes to the end and leaves the others in their order.
          const sorted = apply(original, this, [() => 0])
          for (let i = 0; i < keys.length; i += 1) sorted[i] = keys[i]!.value
          return sorted
        },
      }
    })
  }
}
