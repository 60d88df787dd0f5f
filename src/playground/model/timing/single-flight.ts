// Runs a task one at a time, and once more if a call arrives during a run, so that the result is never older than the last call.

/** @returns a function that requests a run, and resolves when the task has run after the call. */
export function singleFlight(task: () => Promise<void>): () => Promise<void> {
  let isDue = false
  let running: Promise<void> | undefined
  const runWhileDue = async (): Promise<void> => {
    try {
      while (isDue) {
        isDue = false
        await task()
      }
    } finally {
      running = undefined
    }
  }
  return () => {
    isDue = true
    running ??= runWhileDue()
    return running
  }
}
