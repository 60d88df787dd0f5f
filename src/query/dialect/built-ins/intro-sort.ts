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

/** One sort of a list, in place. */
class IntroSort {
  readonly #keys: Keyed[]
  readonly #compare: Comparator
  readonly #refuse: (message: string) => never

  constructor(keys: Keyed[], compare: Comparator, refuse: (message: string) => never) {
    this.#keys = keys
    this.#compare = compare
    this.#refuse = refuse
  }

  sort(): void {
    const { length } = this.#keys
    this.#introSort(0, length, 2 * (floor(log2(length)) + 1))
  }

  /** Equal items keep their order because their indexes are compared. */
  #difference(a: Keyed, b: Keyed): number {
    const compare = this.#compare
    const order = (compare(a.value, b.value) as number) * 1
    return order > 0 ? 1 : order < 0 ? -1 : a.index - b.index
  }

  #swap(i: number, j: number): void {
    const kept = this.#keys[i]!
    this.#keys[i] = this.#keys[j]!
    this.#keys[j] = kept
  }

  #swapIfGreater(i: number, j: number): void {
    if (this.#difference(this.#keys[i]!, this.#keys[j]!) > 0) this.#swap(i, j)
  }

  #inside(i: number, isInside: boolean): Keyed {
    const refuse = this.#refuse
    return isInside ? this.#keys[i]! : refuse(inconsistent)
  }

  #introSort(low: number, end: number, depth: number): void {
    let high = end
    let left = depth
    while (high - low > 1) {
      const size = high - low
      if (size === 2) return this.#swapIfGreater(low, low + 1)
      if (size === 3) {
        this.#swapIfGreater(low, low + 1)
        this.#swapIfGreater(low, low + 2)
        return this.#swapIfGreater(low + 1, low + 2)
      }
      if (size <= 16) return this.#insertionSort(low, high)
      if (left === 0) return this.#heapSort(low, size)
      left -= 1
      const pivot = this.#partition(low, high - 1)
      this.#introSort(pivot + 1, high, left)
      high = pivot
    }
  }

  #insertionSort(low: number, high: number): void {
    for (let i = low + 1; i < high; i += 1) {
      const key = this.#keys[i]!
      let j = i
      while (j > low && this.#difference(key, this.#keys[j - 1]!) < 0) {
        this.#keys[j] = this.#keys[j - 1]!
        j -= 1
      }
      this.#keys[j] = key
    }
  }

  #partition(low: number, last: number): number {
    const middle = low + floor((last - low) / 2)
    this.#swapIfGreater(low, middle)
    this.#swapIfGreater(low, last)
    this.#swapIfGreater(middle, last)
    const pivot = this.#keys[middle]!
    this.#swap(middle, last - 1)
    let left = low
    let right = last - 1
    while (left < right) {
      do left += 1
      while (this.#difference(this.#inside(left, left <= last), pivot) < 0)
      do right -= 1
      while (this.#difference(pivot, this.#inside(right, right >= low)) < 0)
      if (left >= right) break
      this.#swap(left, right)
    }
    if (left !== last - 1) this.#swap(left, last - 1)
    return left
  }

  #heapSort(low: number, size: number): void {
    for (let i = floor(size / 2); i >= 1; i -= 1) this.#sink(i, size, low)
    for (let i = size; i > 1; i -= 1) {
      this.#swap(low, low + i - 1)
      this.#sink(1, i - 1, low)
    }
  }

  #sink(start: number, size: number, low: number): void {
    const key = this.#keys[low + start - 1]!
    let i = start
    while (i <= floor(size / 2)) {
      let child = 2 * i
      if (child < size && this.#difference(this.#keys[low + child - 1]!, this.#keys[low + child]!) < 0) child += 1
      if (this.#difference(key, this.#keys[low + child - 1]!) >= 0) break
      this.#keys[low + i - 1] = this.#keys[low + child - 1]!
      i = child
    }
    this.#keys[low + i - 1] = key
  }
}

/** @param refuse ends the query, as the reference does where an inconsistent comparator leads it out of the list. */
export function sortKeyed(keys: Keyed[], compare: Comparator, refuse: (message: string) => never): void {
  new IntroSort(keys, compare, refuse).sort()
}
