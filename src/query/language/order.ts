// Decides the order of the events of one read where partitions may overtake each other.

import type { Slot } from './partitions.ts'
import type { Primordials } from './primordials.ts'

/** The progress through the events of one read; positions count from its first event. */
export interface Schedule {
  /** @returns the position of the next event to handle; -1 where none is left. */
  next(): number
  /** Marks the event from `next` as handled. */
  handled(position: number): void
  /** How many events from the start are finished: handled, like everything before them. */
  finished(): number
}

/** @returns undefined where the order is that of the source. */
export type MakeSchedule = (slots: readonly (Slot | undefined)[], from: number, count: number) => Schedule | undefined

/** Runs inside the sandbox; refers to nothing outside itself. */
export function orderEvents(p: Primordials): MakeSchedule {
  const { list, map } = p
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

  /**
   * The procedure of projection-language §8.8: events whose partition is in memory go first, an event waits until the previous
   * one of its partition is finished, and a partition that must be loaded lets others pass.
   */
  return function makeSchedule(slots, from, count) {
    if (isInOrder(slots, from, count)) return undefined
    const done = list<boolean>()
    const successor = list<number>()
    const predecessor = list<number>()
    const ready = list<number>()
    const last = map<Slot, number>()
    let finished = 0
    let walked = 0
    let readyFrom = 0
    let isWalking = true

    for (let i = 0; i < count; i += 1) {
      const slot = slots[from + i]
      done[i] = slot === undefined
      successor[i] = -1
      const previous = slot === undefined ? undefined : last.get(slot)
      predecessor[i] = previous ?? -1
      if (previous !== undefined) successor[previous] = i
      if (slot !== undefined) last.set(slot, i)
    }
    finish()

    function finish(): void {
      while (finished < count && done[finished]) {
        const next = successor[finished]!
        if (next >= 0 && !isWalking) ready[ready.length] = next
        finished += 1
      }
    }

    /** The events that need not wait for a partition. */
    function nextInMemory(): number {
      while (walked < count) {
        const i = walked
        const slot = slots[from + i]
        if (slot !== undefined && slot.read < reads && !done[i] && (predecessor[i]! < 0 || predecessor[i]! < finished)) return i
        walked += 1
      }
      return -1
    }

    function stopWalking(): void {
      isWalking = false
      for (let i = 0; i < count; i += 1) {
        const slot = slots[from + i]
        if (slot !== undefined && !done[i] && (predecessor[i]! < 0 || predecessor[i]! < finished)) ready[ready.length] = i
      }
    }

    return {
      next() {
        if (isWalking) {
          const i = nextInMemory()
          if (i >= 0) return i
          stopWalking()
        }
        return readyFrom < ready.length ? ready[readyFrom]! : -1
      },
      handled(position) {
        done[position] = true
        if (!isWalking) readyFrom += 1
        finish()
      },
      finished: () => finished,
    }
  }
}
