// Decides the size of batches and commits: large ones are fast, small ones leave room for other work of the page.

import type { RecordedEvent } from '../../base/events.ts'
import { readLength } from './batch.ts'

/** The most records of the first batch: a projection soon shows something. */
export const firstBatchLength = 4 * readLength
/** Larger ones gain nothing. */
const longestBatch = 32 * readLength

/** The most events of a commit whose query runs on this thread: requests wait for the whole commit. */
export const mostOnThisThread = 4 * readLength

/** The factor to the next batch: most events of a long source should be read in large batches. */
const growth = 4

/** @returns characters and bytes. */
export const contentOf = (events: readonly Pick<RecordedEvent, 'data' | 'metadata'>[]): number =>
  events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)

/** Characters and bytes of a large batch: all of them are in memory several times. */
const muchContent = 4_000_000

/**
 * @param length of the batch before.
 * @param content characters and bytes of the batch before.
 * @returns the most records to read, a multiple of `readLength`.
 */
export function nextBatchLength(length: number, content: number): number {
  if (content > muchContent) return Math.max(readLength, Math.floor(length / 2 / readLength) * readLength)
  return content < muchContent / growth ? Math.min(longestBatch, length * growth) : length
}

/** After a longer commit the next one is smaller. */
const longCommit = 100
/** After a shorter commit the next one is larger. */
const shortCommit = 25
const least = 64

/** The most writes that a commit should have: others wait for it. */
export const manyWrites = 4096

export type BatchSize = ReturnType<typeof createBatchSize>

/** @param limits the most events of a commit, for several reasons. */
export function createBatchSize(...limits: readonly number[]) {
  const most = Math.min(longestBatch, ...limits)
  let size = most
  let mostByWrites = most
  return {
    /** The number of events to handle before the next commit. */
    current: (): number => Math.min(size, mostByWrites),
    /** Makes commits smaller where events bring many writes. @param events finished by one call of the query. */
    brought(writes: number, events: number): void {
      if (events > 0) mostByWrites = writes > 0 ? Math.max(1, Math.floor((manyWrites * events) / writes)) : most
    },
    /**
     * @param milliseconds of the last commit, with the wait for its turn.
     * @param events that it finished: a commit of few events tells nothing about the right number.
     */
    committed(milliseconds: number, events: number): void {
      if (milliseconds > longCommit && events > size >> 1) size = Math.max(least, size >> 1)
      else if (milliseconds < shortCommit) size = Math.min(most, size << 1)
    },
  }
}

/** The most characters of positions in a commit: each link that records the order of many streams repeats its position. */
const muchPosition = 2_000_000

/** Characters that one stream adds to a position. */
const perStream = 20

/** @returns the most events of a commit that records the order of so many streams. */
export const mostInOrder = (streams: number): number =>
  Math.max(1, Math.min(longestBatch, Math.floor(muchPosition / (perStream * streams))))
