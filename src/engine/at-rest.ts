// Waits until projections are at rest, but not for those that never are.

/** Milliseconds after which projections count as such that feed themselves and never come to rest. */
const longestUnrest = 5000

/** @param settled resolves when every projection has passed the end of the log. */
export async function atRest(settled: () => Promise<unknown>, longest: number = longestUnrest): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest)
  })
  try {
    await Promise.race([settled(), patience])
  } finally {
    clearTimeout(timer)
  }
}
