// Runs one read at a time, and one more if a call came in between, so that the result is never older than the last call.

/** Duration of a read with its pause, in multiples of the read: watching the store must not slow it down. */
const share = 10
/** The longest pause, in milliseconds. */
const longest = 2_000

/**
 * @param pause shortest time in milliseconds between two reads: a running projection changes the store all the time.
 * @param read must not reject.
 * @returns a function that requests a read; calls during a read lead to one more.
 */
export function throttledRead(pause: number, read: () => Promise<void>): () => void {
  let isRunning = false
  let isDue = false
  const run = async (): Promise<void> => {
    isRunning = true
    try {
      do {
        isDue = false
        const begun = performance.now()
        await read()
        const rest = Math.min(longest, Math.max(pause, (performance.now() - begun) * (share - 1)))
        await new Promise((resolve) => setTimeout(resolve, rest))
      } while (isDue)
    } finally {
      isRunning = false
    }
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
