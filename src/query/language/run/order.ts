// Decides the order of the events of a batch where partitions may overtake each other within a read.

import type { Slot } from './partitions.ts'
import { dictionary, list } from '../primordials.ts'

type Slots = readonly (Slot | undefined)[]

let reads = 0

/**
 * The procedure of projection-language §8.8: events whose partition is in memory go first, an event waits until the previous
 * one of its partition is finished, and a partition that must be loaded lets others pass.
 *
 * @param counts how many events each read brought; events not covered form one more read.
 * @returns the indexes of the events with a partition; undefined if their order is that of the source.
 */
export function orderOf(slots: Slots, counts: readonly number[], count: number): readonly number[] | undefined {
  const ends = list<number>()
  const readsBefore = reads
  let isInOrder = true
  for (let from = 0; from < count; from = ends[ends.length - 1]!) {
    const end = ends.length < counts.length ? from + counts[ends.length]! : count
    ends[ends.length] = end < count ? end : count
    reads += 1
    if (!noteRead(slots, from, ends[ends.length - 1]!)) isInOrder = false
  }
  return isInOrder ? undefined : orderOfReads(slots, ends, readsBefore)
}

/**
 * Notes partitions that appear for the first time.
 *
 * @returns whether none overtakes another: those in memory come first, and then each new one once. True for most reads, and cheap to find out.
 */
function noteRead(slots: Slots, from: number, end: number): boolean {
  let isLoading = false
  let isInOrder = true
  for (let i = from; i < end; i += 1) {
    const slot = slots[i]
    if (slot === undefined) continue
    if (slot.read < 0) {
      slot.read = reads
      isLoading = true
    } else if (isLoading) isInOrder = false
  }
  return isInOrder
}

function orderOfReads(slots: Slots, ends: readonly number[], readsBefore: number): readonly number[] {
  const order = list<number>()
  const isDone = list<boolean>()
  /** The next and the previous event of the same partition; -1 if there is none. */
  const successor = list<number>()
  const predecessor = list<number>()
  const last = dictionary<number>()
  for (let i = 0; i < ends[ends.length - 1]!; i += 1) {
    const slot = slots[i]
    isDone[i] = slot === undefined
    successor[i] = -1
    predecessor[i] = -1
    if (slot === undefined) continue
    const previous = last[slot.name] ?? -1
    predecessor[i] = previous
    if (previous >= 0) successor[previous] = i
    last[slot.name] = i
  }

  /** How many events from the start are finished: handled, like everything before them. */
  let finished = 0
  for (let read = 0; read < ends.length; read += 1) {
    const end = ends[read]!
    const from = finished
    for (let i = from; i < end; i += 1) {
      if (!isDone[i] && slots[i]!.read <= readsBefore + read && predecessor[i]! < finished) {
        isDone[i] = true
        order[order.length] = i
      }
      while (finished < end && isDone[finished]) finished += 1
    }
    // The others follow as they become free to run; the order itself is their queue.
    const firstWaiting = order.length
    for (let i = finished; i < end; i += 1) {
      if (!isDone[i] && predecessor[i]! < finished) order[order.length] = i
    }
    for (let place = firstWaiting; place < order.length; place += 1) {
      isDone[order[place]!] = true
      for (; finished < end && isDone[finished]; finished += 1) {
        const next = successor[finished]!
        if (next >= 0 && next < end) order[order.length] = next
      }
    }
  }
  return order
}
