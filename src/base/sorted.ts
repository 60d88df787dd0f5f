// Orders names, searches sorted lists, and decides which numbers are close enough to each other to be read together.

/** Orders names as the server's lists do: it sorts under a culture; a fixed one, so that all machines agree. */
export const compareNames = new Intl.Collator('en').compare

/** @param sorted ascending by `keyOf`. @returns the index of the first item at or after `key`; the length if there is none. */
export function firstAtOrAfter<T, K extends string | number>(sorted: readonly T[], key: K, keyOf: (item: T) => K): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keyOf(sorted[middle]!) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** @param sorted ascending by `keyOf`, whole numbers. @returns the index of the last item at or before `key`; -1 if there is none. */
export const lastAtMost = <T>(sorted: readonly T[], key: number, keyOf: (item: T) => number): number =>
  firstAtOrAfter(sorted, key + 1, keyOf) - 1

/** @returns ranges that contain all numbers, in order, where neighbours in a range are at most so far apart. */
export function clusters(numbers: readonly number[], mostApart: number): (readonly [first: number, last: number])[] {
  const found: [first: number, last: number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const cluster = found.at(-1)
    if (cluster && number - cluster[1] <= mostApart) cluster[1] = number
    else found.push([number, number])
  }
  return found
}
