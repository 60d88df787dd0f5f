// Decides the order of the events of one read where partitions may overtake each other.

import type { Slot } from './partitions.ts'
import { list, map } from './primordials.ts'

let reads = 0

/**
 * Notes partitions that appear for the first time. None overtakes another where those in memory come first, and then each new one once:
 * true for most reads, and cheap to find out.
 */
function isInOrder(slots: readonly (Slot | undefined)[], from: number, count: number): boolean {
  let isLoading = false
  let isOrdered = true
  reads += 1
  for (let i = from; i < from + count; i += 1) {
    const slot = slots[i]
    if (slot === undefined) continue
    if (slot.read < 0) {
      slot.read = reads
      isLoading = true
    } else if (isLoading) isOrdered = false
  }
  return isOrdered
}

/** The events of one read, in the order in which they are handled; positions count from its first event. */
export class Schedule {
  readonly #slots: readonly (Slot | undefined)[]
  readonly #from: number
  readonly #count: number
  readonly #done = list<boolean>()
  /** The next and the previous event of the same partition; -1 where there is none. */
  readonly #successor = list<number>()
  readonly #predecessor = list<number>()
  /** Events whose partition had to be loaded, in the order in which they may be handled. */
  readonly #ready = list<number>()
  #readyFrom = 0
  #finished = 0
  /** How far the walk over the events of partitions in memory has come; it comes first. */
  #walked = 0
  #isWalking = true

  constructor(slots: readonly (Slot | undefined)[], from: number, count: number) {
    this.#slots = slots
    this.#from = from
    this.#count = count
    const last = map<Slot, number>()
    for (let i = 0; i < count; i += 1) {
      const slot = slots[from + i]
      this.#done[i] = slot === undefined
      this.#successor[i] = -1
      const previous = slot === undefined ? undefined : last.get(slot)
      this.#predecessor[i] = previous ?? -1
      if (previous !== undefined) this.#successor[previous] = i
      if (slot !== undefined) last.set(slot, i)
    }
    this.#finish()
  }

  /** @returns the position of the next event to handle; -1 where none is left. */
  next(): number {
    if (this.#isWalking) {
      const i = this.#nextInMemory()
      if (i >= 0) return i
      this.#stopWalking()
    }
    return this.#readyFrom < this.#ready.length ? this.#ready[this.#readyFrom]! : -1
  }

  /** Marks the event from `next` as handled. */
  handled(position: number): void {
    this.#done[position] = true
    if (!this.#isWalking) this.#readyFrom += 1
    this.#finish()
  }

  /** How many events from the start are finished: handled, like everything before them. */
  finished(): number {
    return this.#finished
  }

  #finish(): void {
    while (this.#finished < this.#count && this.#done[this.#finished]) {
      const next = this.#successor[this.#finished]!
      if (next >= 0 && !this.#isWalking) this.#ready[this.#ready.length] = next
      this.#finished += 1
    }
  }

  #nextInMemory(): number {
    while (this.#walked < this.#count) {
      const i = this.#walked
      const slot = this.#slots[this.#from + i]
      if (slot !== undefined && slot.read < reads && this.#mayRun(i)) return i
      this.#walked += 1
    }
    return -1
  }

  #stopWalking(): void {
    this.#isWalking = false
    for (let i = 0; i < this.#count; i += 1) {
      if (this.#slots[this.#from + i] !== undefined && this.#mayRun(i)) this.#ready[this.#ready.length] = i
    }
  }

  /** Whether the event waits for no other one of its partition. */
  #mayRun(i: number): boolean {
    return !this.#done[i] && (this.#predecessor[i]! < 0 || this.#predecessor[i]! < this.#finished)
  }
}

/**
 * The procedure of projection-language §8.8: events whose partition is in memory go first, an event waits until the previous
 * one of its partition is finished, and a partition that must be loaded lets others pass.
 *
 * @returns undefined where the order is that of the source.
 */
export function makeSchedule(slots: readonly (Slot | undefined)[], from: number, count: number): Schedule | undefined {
  return isInOrder(slots, from, count) ? undefined : new Schedule(slots, from, count)
}
