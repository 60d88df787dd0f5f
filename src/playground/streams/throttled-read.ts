// Lets a reading run once at a time, and once more where something changed meanwhile: what is shown is never older than the last call.

/** A reading and its pause last so many times as long as the reading alone: looking on must not slow down what is looked at. */
const share = 10
/** The longest pause, in milliseconds. */
const longest = 2_000

/**
 * @param pause milliseconds that pass at least between the end of a reading and the next: a projection that runs changes the store all
 * the time.
 * @param read never rejects for reasons that its caller knows.
 * @returns asks for a reading; calls while one runs come to one more.
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
