// Waits for work no longer than a limit of time: an example that never ends is a finding, and no reason to wait.

/** A thread that others keep busy, as bundlers do, is late by one of these at most, not by all the time that they take. */
const slices = 50

/** @returns `late` where the limit came first; what the work comes to then is lost. */
export async function withinLimit<T>(milliseconds: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    let left = slices
    const wait = (): void => {
      timer = setTimeout(() => (--left === 0 ? resolve('late') : wait()), milliseconds / slices)
    }
    wait()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The end of a sentence. */
export const limitText = (milliseconds: number): string => `has not ended within ${milliseconds / 1000} s, the limit for one block`
