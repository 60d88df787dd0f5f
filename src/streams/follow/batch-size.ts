// Decides how many events a reader without pages reads at once: few large ones, and many small ones.

import { contentOfAll } from '../../base/events/events.ts'
import type { ReadEvent } from '../read/links.ts'

/** As many as the server reads at once: whoever asks for one event does not wait for hundreds. */
export const firstBatch = 32

/** The most events that wait in memory for a consumer. */
export const largestBatch = 500

/** Characters and bytes of the events that may wait in memory. */
const mostContent = 1_000_000

/** @param count how many events the batch could have had. @returns how many the next one may have. */
export function batchSizeAfter(events: readonly ReadEvent[], count: number): number {
  if (events.length === 0) return Math.min(largestBatch, count * 4)
  const content = contentOfAll(events.map(stored))
  const fitting = Math.floor((mostContent * events.length) / Math.max(1, content))
  return Math.max(1, Math.min(largestBatch, count * 4, fitting))
}

const stored = (read: ReadEvent) => (read.kind === 'broken' ? read.link : read.event)
