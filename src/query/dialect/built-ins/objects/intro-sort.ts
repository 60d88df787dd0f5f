// The introspective sort behind .NET's OrderBy: its steps show with comparators that are inconsistent or count their calls.

export interface Keyed {
  readonly value: unknown
  /** The item's original place; decides between equal ones. */
  readonly index: number
}

export type Comparator = (a: unknown, b: unknown) => unknown

const { log2, floor } = Math
const inconsistent =
  'Unable to sort because the IComparer.Compare() method returns inconsistent results. Either a value does not compare equal to itself, ' +
  "or one value repeatedly compared to another value yields different results. IComparer: 'System.Comparison`1[System.Int32]'."

/** Sorts in place. @param refuse ends the query, as the server does where an inconsistent comparator leads it out of the list. */
export function sortKeyed(keys: Keyed[], compare: Comparator, refuse: (message: string) => never): void {
  introSort(0, keys.length, 2 * (floor(log2(keys.length)) + 1))

  /** Equal items keep their order because their indexes are compared. */
  function difference(a: Keyed, b: Keyed): number {
    const order = (compare(a.value, b.value) as number) * 1
    return order > 0 ? 1 : order < 0 ? -1 : a.index - b.index
  }

  function swap(i: number, j: number): void {
    const kept = keys[i]!
    keys[i] = keys[j]!
    keys[j] = kept
  }

  function swapIfGreater(i: number, j: number): void {
    if (difference(keys[i]!, keys[j]!) > 0) swap(i, j)
  }

  function introSort(low: number, end: number, depth: number): void {
    let high = end
    let left = depth
    while (high - low > 1) {
      const size = high - low
      if (size === 2) return swapIfGreater(low, low + 1)
      if (size === 3) {
        swapIfGreater(low, low + 1)
        swapIfGreater(low, low + 2)
        return swapIfGreater(low + 1, low + 2)
      }
      if (size <= 16) return insertionSort(low, high)
      if (left === 0) return heapSort(low, size)
      left -= 1
      const pivot = partition(low, high - 1)
      introSort(pivot + 1, high, left)
      high = pivot
    }
  }

  function insertionSort(low: number, high: number): void {
    for (let i = low + 1; i < high; i += 1) {
      const key = keys[i]!
      let j = i
      while (j > low && difference(key, keys[j - 1]!) < 0) {
        keys[j] = keys[j - 1]!
        j -= 1
      }
      keys[j] = key
    }
  }

  function partition(low: number, last: number): number {
    const middle = low + floor((last - low) / 2)
    swapIfGreater(low, middle)
    swapIfGreater(low, last)
    swapIfGreater(middle, last)
    const pivot = keys[middle]!
    swap(middle, last - 1)
    let left = low
    let right = last - 1
    while (left < right) {
      do left += 1
      while (difference(left <= last ? keys[left]! : refuse(inconsistent), pivot) < 0)
      do right -= 1
      while (difference(pivot, right >= low ? keys[right]! : refuse(inconsistent)) < 0)
      if (left >= right) break
      swap(left, right)
    }
    if (left !== last - 1) swap(left, last - 1)
    return left
  }

  function heapSort(low: number, size: number): void {
    for (let i = floor(size / 2); i >= 1; i -= 1) sink(i, size, low)
    for (let i = size; i > 1; i -= 1) {
      swap(low, low + i - 1)
      sink(1, i - 1, low)
    }
  }

  function sink(start: number, size: number, low: number): void {
    const key = keys[low + start - 1]!
    let i = start
    while (i <= floor(size / 2)) {
      let child = 2 * i
      if (child < size && difference(keys[low + child - 1]!, keys[low + child]!) < 0) child += 1
      if (difference(key, keys[low + child - 1]!) >= 0) break
      keys[low + i - 1] = keys[low + child - 1]!
      i = child
    }
    keys[low + i - 1] = key
  }
}
