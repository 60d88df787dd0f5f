// Starts a timer for any number of milliseconds on the given platform functions.

/** Timers of more than 31 bits of milliseconds fire at once. */
export const longestTimer = 2 ** 31 - 1

type Platform = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>

/**
 * @param isBackground whether the timer lets a process end.
 * @returns a function that cancels the timer.
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
