// Keeps the list of the steps that the filters let through, while steps are still coming.

import type { StepHistory } from './step-history.ts'
import type { StepFilter } from './step-filter.ts'
import { everyStep, indexesOf, nearestPlace } from './step-filter.ts'

export class StepListing {
  #history: StepHistory | undefined
  #filter = everyStep
  /** A new list with every change. */
  listed: readonly number[] = []
  /** Steps that have been looked at. */
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

  /** Looks at steps that have come since, or at another history. */
  follow(history: StepHistory): void {
    if (history !== this.#history) this.#begin(history)
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

  #begin(history: StepHistory): void {
    this.#history = history
    this.listed = []
    this.#seen = 0
    this.partitions.clear()
    this.types.clear()
  }

  /** Where a step stands in the list, or what comes instead of it. */
  placeOf(index: number): number {
    return nearestPlace(this.listed, index)
  }
}
