// Detects projections that feed themselves: that keep emitting because of events that they emitted.

import type { BatchOutcome } from '../../query/query.ts'
import type { Delivery } from '../source/batch.ts'
import type { Run } from '../model/tables.ts'

/** So many of its own events that made it emit again are not steps of a process that ends. */
export const enoughOwn = 300

/** One event of another writer outweighs so many own ones: it may have caused them. */
const weightOfOthers = 10

export interface Feedback {
  /** @returns the run, flagged where it was seen to feed itself. */
  mark(run: Run): Run
  /**
   * @param deliveries that led to the outcome.
   * @param isOwn whether the run has written to a stream, as its only writer.
   */
  see(outcome: Pick<BatchOutcome, 'finished' | 'writes'>, deliveries: readonly Delivery[], isOwn: (stream: string) => boolean): void
}

export function createFeedback(): Feedback {
  let level = 0
  let isFound = false

  const isOfRun = ({ event: { stream, record } }: Delivery, isOwn: (stream: string) => boolean): boolean =>
    isOwn(record.stream) || (stream !== null && stream !== record.stream && isOwn(stream))

  const emitting = (writes: BatchOutcome['writes']): ReadonlySet<number> =>
    new Set(writes.filter(({ kind }) => kind === 'emit').map(({ event }) => event))

  return {
    mark: (run) => (isFound ? { ...run, feedsItself: true } : run),
    see({ finished, writes }, deliveries, isOwn) {
      if (isFound || finished === 0) return
      // Computed late: most projections never get any of their own events.
      let causes: ReadonlySet<number> | undefined
      for (let index = 0; index < finished; index++) {
        if (!isOfRun(deliveries[index]!, isOwn)) level = Math.max(0, level - weightOfOthers)
        else if ((causes ??= emitting(writes)).has(index)) level++
      }
      isFound = level >= enoughOwn
    },
  }
}
