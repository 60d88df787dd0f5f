// Decides how much a batch reads and a commit takes: much at a time is fast, little at a time leaves room for whoever else uses the page.

import { batchLength } from './batch.ts'

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
export function createBatchSize(most: number = batchLength): BatchSize {
  let size = most
  return {
    current: () => size,
    committed(milliseconds, events) {
      if (milliseconds > longCommit && events > size >> 1) size = Math.max(least, size >> 1)
      else if (milliseconds < shortCommit) size = Math.min(most, size << 1)
    },
  }
}
