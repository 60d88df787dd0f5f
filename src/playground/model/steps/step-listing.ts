// Maintains the list of steps that pass the filter, while steps arrive.

import type { StepHistory } from '../trace/step-history.ts'
import type { StepFilter } from './step-filter.ts'
import { everyStep, indexesOf, nearestPlace } from './step-filter.ts'

export class StepListing {
  #history: StepHistory | undefined
  #filter = everyStep
  /** A new array after every change. */
  listed: readonly number[] = []
  /** Number of steps already filtered. */
  #seen = 0
  readonly partitions = new Set<string>()
  readonly types = new Set<string>()

  get filter(): StepFilter {
    return this.#filter
  }

  set filter(filter: StepFilter) {
    this.#filter = filter
    this.listed = this.#history ? indexesOf(this.#history.rows, filter) : []
  }

  /** Takes in new steps, or another history; undefined empties the list. */
  follow(history: StepHistory | undefined): void {
    if (history !== this.#history) this.#begin(history)
    if (!history) return
    const { rows } = history
    if (rows.length === this.#seen) return
    for (let index = this.#seen; index < rows.length; index++) {
      const { partition, type } = rows[index]!
      if (partition) this.partitions.add(partition)
      this.types.add(type)
    }
    const added = indexesOf(rows, this.#filter, this.#seen)
    if (added.length > 0) this.listed = [...this.listed, ...added]
    this.#seen = rows.length
  }

  #begin(history: StepHistory | undefined): void {
    this.#history = history
    this.listed = []
    this.#seen = 0
    this.partitions.clear()
    this.types.clear()
  }

  /** Place of a step in the list, or of the nearest listed one. */
  placeOf(index: number): number {
    return nearestPlace(this.listed, index)
  }
}
