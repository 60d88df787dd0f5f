// Starts a timer for any number of milliseconds, on functions of the platform that the caller chooses.

/** Timers that are asked for more milliseconds than fit into 31 bits fire at once. */
export const longestTimer = 2 ** 31 - 1

type Platform = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>

/**
 * @param isBackground nobody waits for it, so it does not keep a process alive.
 * @returns a function that cancels it.
 */
export function startTimer(platform: Platform, milliseconds: number, callback: () => void, isBackground: boolean): () => void {
  const { setTimeout, clearTimeout } = platform
  let timer: number | { unref?(): unknown }
  const wait = (left: number): void => {
    const next = left > longestTimer ? () => wait(left - longestTimer) : callback
    timer = setTimeout(next, Math.min(left, longestTimer))
    if (isBackground && typeof timer === 'object') timer.unref?.()
  }
  wait(milliseconds)
  return () => clearTimeout(timer as number)
}
