// Waits until projections are at rest, but not for those that never are.

/** Milliseconds after which projections count as such that feed themselves and never come to rest; slow disks have theirs. */
const longestUnrest = 30_000

/**
 * @param settled resolves when every projection has passed the end of the log.
 * @returns a function that waits for that; once it has waited in vain it waits no more.
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
