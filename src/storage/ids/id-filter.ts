// Says in memory which ranges of the log may hold an id: Bloom filters, with less than two bytes for each id, and runs of counted ids.

import { commonPart, isCounted, positionOfId } from '../../base/events/counted-ids.ts'
import type { Position } from '../../base/events/events.ts'
import type { CountedRun, HashedIds, IdRun } from './id-runs.ts'
import { endOf } from './id-runs.ts'

/** Half-open range of positions: `[from, end)`. */
export interface PositionRange {
  from: Position
  end: Position
}

export class IdFilter {
  readonly #filters: BloomFilter[] = []
  /** By common part, which only one run has, as a rule. */
  readonly #counted = new Map<string, CountedRun[]>()

  add(runs: readonly IdRun[]): void {
    for (const run of runs) {
      if (isCounted(run)) {
        const part = commonPart(run.id)
        this.#counted.set(part, [...(this.#counted.get(part) ?? []), run])
      } else this.#addHashes(run)
    }
  }

  /** @param hashes two words for each id. @returns the ranges of the log that may hold one of them, in order; nearly always rightly. */
  rangesWith(hashes: Uint32Array): PositionRange[] {
    return this.#filters.filter((filter) => filter.hasOneOf(hashes)).map(({ range }) => range)
  }

  /** @returns the first position among the counted ids; Infinity if there is none. */
  findCounted(id: string): Position {
    let least = Infinity
    for (const run of this.#counted.get(commonPart(id)) ?? []) {
      const position = positionOfId(run, id)
      if (position < endOf(run)) least = Math.min(least, position)
    }
    return least
  }

  #addHashes({ first, hashes }: HashedIds): void {
    let filter = this.#filters.at(-1)
    for (let at = 0; at < hashes.length; at += 2) {
      if (filter === undefined || filter.isFull()) this.#filters.push((filter = new BloomFilter()))
      filter.add(first + at / 2, hashes[at]!, hashes[at + 1]!)
    }
  }
}

const bitsPerFilter = 2 ** 20
const probes = 8
/** One unknown id in five hundred seems known to a full filter. */
const idsPerFilter = 80_000

class BloomFilter {
  /** Around all ids. */
  readonly range: PositionRange = { from: Infinity, end: 0 }
  readonly #words = new Uint32Array(bitsPerFilter / 32)
  #count = 0

  isFull(): boolean {
    return this.#count === idsPerFilter
  }

  add(position: Position, low: number, high: number): void {
    for (let probe = 0; probe < probes; probe++) {
      const bit = bitOf(probe, low, high)
      this.#words[bit >>> 5]! |= 1 << (bit & 31)
    }
    this.#count += 1
    this.range.from = Math.min(this.range.from, position)
    this.range.end = Math.max(this.range.end, position + 1)
  }

  hasOneOf(hashes: Uint32Array): boolean {
    for (let at = 0; at < hashes.length; at += 2) if (this.#has(hashes[at]!, hashes[at + 1]!)) return true
    return false
  }

  #has(low: number, high: number): boolean {
    for (let probe = 0; probe < probes; probe++) {
      const bit = bitOf(probe, low, high)
      if ((this.#words[bit >>> 5]! & (1 << (bit & 31))) === 0) return false
    }
    return true
  }
}

/** Two independent words give as many bits as are needed (Kirsch and Mitzenmacher, "Less hashing, same performance"). */
const bitOf = (probe: number, low: number, high: number): number => (low + Math.imul(probe, high | 1)) & (bitsPerFilter - 1)
