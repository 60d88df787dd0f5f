// Stores each distinct value of a column once, in order of first appearance, and for each event the index of its value.

/** A column with few distinct values, or with values that cost much to repeat. */
export class Dictionary {
  readonly values: (string | null)[] = []
  /** By event. */
  readonly indexes: number[] = []
  readonly #places = new Map<string | null, number>()

  set(i: number, value: string | null): void {
    let place = this.#places.get(value)
    if (place === undefined) {
      place = this.values.push(value) - 1
      this.#places.set(value, place)
    }
    this.indexes[i] = place
  }
}
