// Detects projections that feed themselves: that keep emitting because of events that they emitted.

import type { BatchOutcome } from '../../../query/query.ts'
import type { Delivery } from '../../source/batch.ts'
import type { Run } from '../../model/tables.ts'

/** So many of its own events that made it emit again are not steps of a process that ends. */
export const enoughOwn = 300

/** One event of another writer outweighs so many own ones: it may have caused them. */
const weightOfOthers = 10

export function createFeedback() {
  let level = 0
  let isFound = false
  return {
    /** @returns the run, flagged where it was seen to feed itself. */
    mark: (run: Run): Run => (isFound ? { ...run, feedsItself: true } : run),
    /**
     * @param deliveries that led to the outcome.
     * @param isOwn whether the run has written to a stream, as its only writer.
     */
    see(
      { finished, writes }: Pick<BatchOutcome, 'finished' | 'writes'>,
      deliveries: readonly Delivery[],
      isOwn: (stream: string) => boolean,
    ) {
      if (isFound) return
      const emitting = new Set(writes.filter(({ kind }) => kind === 'emit').map(({ event }) => event))
      for (const [index, { event }] of deliveries.slice(0, finished).entries()) {
        const { stream, record } = event
        if (!isOwn(record.stream) && (stream === null || !isOwn(stream))) level = Math.max(0, level - weightOfOthers)
        else if (emitting.has(index)) level++
      }
      isFound = level >= enoughOwn
    },
  }
}
