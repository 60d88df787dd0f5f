// Searches lists that are sorted by a number.

/** @param items sorted by `key`, ascending. @returns the index of the last item whose key is at most `limit`; -1 where there is none. */
export function lastAtMost<Item>(items: readonly Item[], limit: number, key: (item: Item) => number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (key(items[middle]!) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
