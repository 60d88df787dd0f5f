// Decides how much a batch reads and a commit takes: much at a time is fast, little at a time leaves room for whoever else uses the page.

import { readLength } from './batch.ts'

/** How many records the first batch is made of at most: a projection soon shows something. */
export const firstBatchLength = 4 * readLength
/** Larger ones gain nothing. */
const longestBatch = 32 * readLength

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

export interface BatchSize {
  /** How many events to handle before the next commit. */
  current(): number
  /**
   * @param milliseconds that the last commit took, the wait for its turn included.
   * @param events that it finished: one of few events says nothing about their number.
   */
  committed(milliseconds: number, events: number): void
}

/** @param most how many events a commit has at most. */
export function createBatchSize(most: number = longestBatch): BatchSize {
  let size = most
  return {
    current: () => size,
    committed(milliseconds, events) {
      if (milliseconds > longCommit && events > size >> 1) size = Math.max(least, size >> 1)
      else if (milliseconds < shortCommit) size = Math.min(most, size << 1)
    },
  }
}
