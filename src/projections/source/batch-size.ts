// Decides how much a batch reads and a commit takes: much at a time is fast, little at a time leaves room for whoever else uses the page.

import { readLength } from './batch.ts'

/** How many records the first batch is made of at most: a projection soon shows something. */
export const firstBatchLength = 4 * readLength
/** Larger ones gain nothing. */
const longestBatch = 32 * readLength

/** How many events a commit has at most where their query runs on this thread: requests wait for all that it takes. */
export const mostOnThisThread = 4 * readLength

/** How much longer the next batch may be: most of what there is to handle should not be handled in small pieces. */
const growth = 4

/** Characters and bytes that a batch should not have many more of: all of them are in memory several times. */
const muchContent = 4_000_000

/**
 * @param length of the batch before.
 * @param content what it held: one that was not full says the more certainly that there is room.
 * @returns how many records to read at most, a multiple of `readLength`.
 */
export function nextBatchLength(length: number, content: number): number {
  if (content > muchContent) return Math.max(readLength, Math.floor(length / 2 / readLength) * readLength)
  return content < muchContent / growth ? Math.min(longestBatch, length * growth) : length
}

/** A commit that takes longer is followed by a smaller one. */
const longCommit = 100
/** A commit that takes less is followed by a larger one. */
const shortCommit = 25
const least = 64

/** So many writes make a commit long enough for whoever waits behind it. */
export const manyWrites = 4096

export interface BatchSize {
  /** How many events to handle before the next commit. */
  current(): number
  /** Events that bring many writes are committed by few. @param events that a run of the query finished. */
  brought(writes: number, events: number): void
  /**
   * @param milliseconds that the last commit took, the wait for its turn included.
   * @param events that it finished: one of few events says nothing about their number.
   */
  committed(milliseconds: number, events: number): void
}

/** @param limits how many events a commit has at most, each for a reason of its own. */
export function createBatchSize(...limits: readonly number[]): BatchSize {
  const most = Math.min(longestBatch, ...limits)
  let size = most
  let mostByWrites = most
  return {
    current: () => Math.min(size, mostByWrites),
    brought(writes, events) {
      if (events > 0) mostByWrites = writes > 0 ? Math.max(1, Math.floor((manyWrites * events) / writes)) : most
    },
    committed(milliseconds, events) {
      if (milliseconds > longCommit && events > size >> 1) size = Math.max(least, size >> 1)
      else if (milliseconds < shortCommit) size = Math.min(most, size << 1)
    },
  }
}

/** Characters of positions, which every link of the order in which events of many streams were taken repeats. */
const muchPosition = 2_000_000

/** What one stream adds to them. */
const perStream = 20

/** @returns how many events of a source of so many streams a commit has at most where it records their order. */
export const mostInOrder = (streams: number): number =>
  Math.max(1, Math.min(longestBatch, Math.floor(muchPosition / (perStream * streams))))
