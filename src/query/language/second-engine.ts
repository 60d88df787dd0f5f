// What the server's second engine does otherwise with states (26 §7.6, §7.8): null is a state, results are states, and nothing is refused.

import type { Slot } from './run/partitions.ts'
import { change, root, slotOf } from './run/partitions.ts'
import { sharedPartition } from '../shared-partition.ts'
import { settings } from './settings.ts'
import { toWellFormed } from './primordials.ts'
import { writeValue } from './json/state-writer.ts'

/** The partition of the shared state: in the second engine the empty name may be a partition with a state of its own. */
export const sharedSlot = (): Slot => (settings.isSecondEngine ? slotOf(sharedPartition) : root)

/**
 * Stores a state as the handler gets it next time; its result is what is shown and kept in streams, where null leaves the one before.
 *
 * @param isBare whether a state that is a text is its own text; the next event of the partition then finds a state that may be no JSON.
 * @returns whether either of them changed.
 */
export function storeSecond(slot: Slot, state: unknown, event: number, isBare: boolean): boolean {
  const isNothing = state === null || state === undefined
  const text = isNothing ? 'null' : isBare && typeof state === 'string' ? toWellFormed(state) : writeValue(state)
  const result = isNothing ? slot.result : text
  if (text === slot.state && result === slot.result) return false
  change(slot, text, result, event)
  return true
}
