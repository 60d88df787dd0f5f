// Arrays: `Array.from` splits strings into UTF-16 units, and sorting refuses what is no comparator.

import { method, remove, replace } from '../replace.ts'

export function bridgeArrays(): void {
  const { TypeError } = globalThis
  const { apply, getPrototypeOf } = Reflect
  const split = method(String.prototype, 'split') as unknown as (self: string, separator: string) => string[]

  const from = Array.from as (this: unknown, items: unknown, ...rest: unknown[]) => unknown[]
  replace(Array, {
    from(this: unknown, items: unknown, ...rest: unknown[]) {
      return apply(from, this, [typeof items === 'string' ? split(items, '') : items, ...rest])
    },
  })
  remove(Array, 'fromAsync')

  type Sort = (this: unknown, compare?: unknown) => unknown

  for (const prototype of [Array.prototype, getPrototypeOf(Uint8Array.prototype) as unknown[]]) {
    const { sort, toSorted } = prototype as unknown as { readonly sort: Sort; readonly toSorted: Sort }
    const checked = (own: Sort, self: unknown, compare: unknown): unknown => {
      if (compare === undefined || typeof compare === 'function') return apply(own, self, [compare])
      throw new TypeError('The comparison function must be either a function or undefined')
    }
    replace(prototype, {
      sort(this: unknown, compare?: unknown) {
        return checked(sort, this, compare)
      },
      toSorted(this: unknown, compare?: unknown) {
        return checked(toSorted, this, compare)
      },
    })
  }
}
