// Names the values of a column once each, in the order in which they first come, and says of each event which one it has.

/** Values of which few are different, or which cost much to repeat. */
export class Dictionary {
  readonly values: (string | null)[] = []
  /** By event. */
  readonly indexes: number[] = []
  readonly #places = new Map<string | null, number>()
  #last: string | null | undefined
  #lastPlace = 0

  set(i: number, value: string | null): void {
    // Mostly it is the same as before.
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
