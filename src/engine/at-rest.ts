// Waits until projections are at rest, and gives up for good on those that never are.

/** Milliseconds after which projections are taken to feed themselves for ever; long enough for slow disks. */
const longestUnrest = 30_000

/**
 * @param settled resolves when every projection has passed the end of the log.
 * @returns a function that waits for that; after one time-out it no longer waits.
 */
export function createRest(settled: () => Promise<unknown>, longest: number = longestUnrest): () => Promise<void> {
  let isRestless = false
  return async () => {
    if (isRestless) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isRestless = true
        resolve()
      }, longest)
    })
    try {
      await Promise.race([settled(), patience])
    } finally {
      clearTimeout(timer)
    }
  }
}
