// Arrays: `Array.from` splits strings into UTF-16 units, and sorting calls comparators in the server's order.

import type { DialectHost } from '../dialect-host.ts'
import type { Comparator, Keyed } from './intro-sort.ts'
import { sortKeyed } from './intro-sort.ts'
import { method, remove, replace } from '../replace.ts'

export function bridgeArrays(fail: DialectHost['fail']): void {
  const { Object, TypeError } = globalThis
  const { apply, deleteProperty, getPrototypeOf, set } = Reflect
  const split = method(String.prototype, 'split') as unknown as (self: string, separator: string) => string[]

  const from = Array.from as (this: unknown, items: unknown, ...rest: unknown[]) => unknown[]
  replace(Array, {
    from(this: unknown, items: unknown, ...rest: unknown[]) {
      return apply(from, this, [typeof items === 'string' ? split(items, '') : items, ...rest])
    },
  })
  remove(Array, 'fromAsync')

  type Sort = (this: ArrayLike<unknown>, compare?: Comparator) => unknown[]

  function checkComparator(compare: unknown): void {
    if (compare !== undefined && typeof compare !== 'function') {
      throw new TypeError('The comparison function must be either a function or undefined')
    }
  }

  /** Undefined items come last, without a call of the comparator. */
  function sortItems(keys: Keyed[], compare: Comparator): Keyed[] {
    sortKeyed(keys, (a, b) => (a === undefined ? (b === undefined ? 0 : 1) : b === undefined ? -1 : compare(a, b)), fail)
    return keys
  }

  function itemsOf(items: ArrayLike<unknown>, withHoles: boolean): Keyed[] {
    const keys: Keyed[] = []
    for (let i = 0; i < items.length; i += 1) {
      if (withHoles || i in items) keys[keys.length] = { value: items[i], index: keys.length }
    }
    return keys
  }

  function refuseUnless(done: boolean): void {
    if (!done) throw new TypeError('')
  }

  for (const prototype of [Array.prototype, getPrototypeOf(Uint8Array.prototype) as unknown[]]) {
    const { sort, toSorted } = prototype as unknown as { readonly sort: Sort; readonly toSorted: Sort }
    replace(prototype, {
      sort(this: ArrayLike<unknown>, compare?: Comparator) {
        checkComparator(compare)
        if (!compare || this === null || this === undefined) return apply(sort, this, [compare])
        const target = Object(this) as unknown[]
        const { length } = target
        const keys = sortItems(itemsOf(target, false), compare)
        for (let i = 0; i < keys.length; i += 1) refuseUnless(set(target, i, keys[i]!.value))
        for (let i = keys.length; i < length; i += 1) refuseUnless(deleteProperty(target, i))
        return target
      },
      toSorted(this: ArrayLike<unknown>, compare?: Comparator) {
        checkComparator(compare)
        const copy = apply(toSorted, this, compare ? [() => 0] : [])
        if (!compare) return copy
        const keys = sortItems(itemsOf(Object(this) as unknown[], true), compare)
        for (let i = 0; i < keys.length; i += 1) copy[i] = keys[i]!.value
        return copy
      },
    })
  }
}
