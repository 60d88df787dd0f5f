// Runs reads one at a time with a pause behind each, so that watching a busy store does not slow it down.

import { singleFlight } from './single-flight.ts'

/** Duration of a read with its pause, in multiples of the read. */
const share = 10
/** The longest pause, in milliseconds. */
const longest = 2_000

/**
 * @param pause shortest time in milliseconds between two reads: a running projection changes the store all the time.
 * @param read must not reject.
 * @returns a function that requests a read; calls during a read lead to one more.
 */
export function throttledRead(pause: number, read: () => Promise<void>): () => void {
  const readAndRest = singleFlight(async () => {
    const begun = performance.now()
    await read()
    const rest = Math.min(longest, Math.max(pause, (performance.now() - begun) * (share - 1)))
    await new Promise((resolve) => setTimeout(resolve, rest))
  })
  return () => void readAndRest()
}
