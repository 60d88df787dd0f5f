// Decides the size of batches and commits: large ones are fast, small ones leave room for other work of the page.

import { readLength } from './batch.ts'

/** The most records of the first batch: a projection soon shows something. */
export const firstBatchLength = 4 * readLength
/** Larger ones gain nothing. */
export const longestBatch = 32 * readLength

/** The most events of a commit whose query runs on this thread: requests wait for the whole commit. */
export const mostOnThisThread = 4 * readLength

/** The factor to the next batch: most events of a long source should be read in large batches. */
const growth = 4

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

/** @param limits the most events of a commit, for several reasons. @returns the least of them. */
export const mostInCommit = (...limits: readonly number[]): number => Math.min(longestBatch, ...limits)

/** The most writes that a commit should have: others wait for it. */
export const manyWrites = 4096

/** @returns the most events of a commit, at most `most`, where so many `events` brought so many `writes`. */
export const eventsFor = (writes: number, events: number, most: number): number =>
  writes > 0 ? Math.min(most, Math.max(1, Math.floor((manyWrites * events) / writes))) : most

/** The most characters of positions in a commit: each link that records the order of many streams repeats its position. */
const muchPosition = 2_000_000

/** Characters that one stream adds to a position. */
const perStream = 20

/** @returns the most events of a commit that records the order of so many streams. */
export const mostInOrder = (streams: number): number =>
  Math.max(1, Math.min(longestBatch, Math.floor(muchPosition / (perStream * streams))))
