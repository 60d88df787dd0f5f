// Decides how many events the next commit takes, so that commits stay short for whoever else uses the page.

/** A commit that takes longer is followed by a smaller one. */
const longCommit = 16
/** A commit that takes less is followed by a larger one. */
const shortCommit = 4

const least = 16

export interface BatchSize {
  /** How many events to handle before the next commit. */
  current(): number
  /** @param milliseconds that the last commit took. */
  committed(milliseconds: number): void
}

/** @param most how many events a batch can have. */
export function createBatchSize(most: number): BatchSize {
  let size = most
  return {
    current: () => size,
    committed(milliseconds) {
      if (milliseconds > longCommit) size = Math.max(least, size >> 1)
      else if (milliseconds < shortCommit) size = Math.min(most, size << 1)
    },
  }
}
