// Stores each distinct value of a column once, in order of first appearance, and for each event the index of its value.

/** A column with few distinct values, or with values that cost much to repeat. */
export class Dictionary {
  readonly values: (string | null)[] = []
  /** By event. */
  readonly indexes: number[] = []
  readonly #places = new Map<string | null, number>()
  #last: string | null | undefined
  #lastPlace = 0

  set(i: number, value: string | null): void {
    // Neighbours mostly have the same value.
    if (value !== this.#last) {
      this.#last = value
      this.#lastPlace = this.#placeOf(value)
    }
    this.indexes[i] = this.#lastPlace
  }

  #placeOf(value: string | null): number {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    this.#places.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}
