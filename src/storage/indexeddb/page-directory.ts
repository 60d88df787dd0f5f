// Remembers the keys of pages, so that the page of a name takes one request.

import { clusters } from './ranges.ts'

/** Keys of pages, in order; the first is always the empty string. */
export type PageKeys = readonly string[]

/**
 * The keys as of the tab's last transaction, maybe outdated. Pages are never joined and each has its end, so a name outside its page
 * means that all keys must be read anew.
 */
export interface PageDirectory {
  keys: PageKeys
}

export const createPageDirectory = (): PageDirectory => ({ keys: noKeys })

export const noKeys: PageKeys = ['']

/** @returns the key of the page for a name. */
export const keyFor = (keys: PageKeys, name: string): string => keys[indexFor(keys, name)]!

function indexFor(keys: PageKeys, name: string): number {
  let low = 0
  let high = keys.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (keys[middle]! <= name) low = middle
    else high = middle
  }
  return low
}

/** The most unwanted pages in a range: reading them costs less than another request. */
const mostBetween = 2

/**
 * @param wanted some of the keys.
 * @returns the first and the last key of ranges that contain all wanted keys and few others.
 */
export function rangesOf(keys: PageKeys, wanted: readonly string[]): (readonly [first: string, last: string])[] {
  const indexes = wanted.map((key) => indexFor(keys, key))
  return clusters(indexes, mostBetween + 1).map(([first, last]) => [keys[first]!, keys[last]!])
}

export function withKeys(keys: PageKeys, some: readonly string[]): PageKeys {
  const added = some.filter((key) => keyFor(keys, key) !== key)
  return added.length === 0 ? keys : [...new Set([...keys, ...added])].sort()
}
