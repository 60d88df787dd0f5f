// How much memory, stack and time guest code may have, and the watch that an engine asks while guest code runs.

/** Bytes. The reference has no limit; this one keeps a tab alive (projection-language §17.1). */
export const memoryLimit = 256 * 1024 * 1024

/** Bytes that become available once the limit was hit, so that the outcome so far can be fetched. */
export const memoryReserve = 32 * 1024 * 1024

/**
 * Bytes of the engine's stack. Its frames live on the host's stack, too, at several times the size, and where that overflows first
 * the whole instance is lost. Chromium gives Workers half of a page's stack (decision 041).
 */
export const stackLimit = ('WorkerGlobalScope' in globalThis ? 128 : 256) * 1024

/** Milliseconds for the script's top level (projection-language §19). */
export const definitionTimeout = 500

/** Milliseconds for what the prelude itself does for one event, such as writing a state: guest data may make it endless. */
const preludeTimeout = 10_000

/** Milliseconds between two looks at the count of entries; a look costs some 14 µs. */
const lookEvery = 4

/**
 * The most that one gap between two questions of the engine counts, in milliseconds. It asks many times in a millisecond, so a longer
 * gap is the time of somebody else: a busy machine, a tab that was frozen, a laptop that slept. Or a slow built-in function; a script
 * that calls those without an end gets its limit several times.
 */
const longestGap = 5

export interface Watch {
  /**
   * Starts a call.
   *
   * @param entryLimit milliseconds for each entry into guest code.
   * @param slice milliseconds after which to stop between two events.
   */
  begin(entryLimit: number, slice: number): void
  /** To be called by the engine all the time; true ends the guest code where it stands. */
  shouldInterrupt(): boolean
  /** The duration of the interrupted entry in milliseconds; undefined where nothing was interrupted. */
  readonly interruptedAfter: number | undefined
}

/**
 * Measures real time, also where the environment's clock is frozen (projection-language §17.2), and each entry on its own
 * without being told: a new count of entries restarts the clock.
 *
 * @param entries the count of entries and exits: odd while guest code runs.
 * @param stop asks the prelude to end the batch after the current event.
 * @param now milliseconds of real time.
 */
export function createWatch(entries: () => number, stop: () => void, now: () => number = () => performance.now()): Watch {
  let limit = Infinity
  let sliceEnd = Infinity
  let count = 0
  let elapsed = 0
  let last = now()
  let nextLook = Infinity
  let interruptedAfter: number | undefined

  function look(): boolean {
    const current = entries()
    if (current !== count) {
      count = current
      elapsed = 0
      return false
    }
    if (elapsed < (count % 2 === 1 ? limit : preludeTimeout)) return false
    interruptedAfter = elapsed
    return true
  }

  return {
    begin(entryLimit, slice) {
      last = now()
      limit = entryLimit
      sliceEnd = last + slice
      nextLook = last + lookEvery
      elapsed = 0
      interruptedAfter = undefined
    },
    shouldInterrupt() {
      const current = now()
      elapsed += Math.min(current - last, longestGap)
      last = current
      if (current < nextLook) return false
      nextLook = current + lookEvery
      if (current >= sliceEnd) {
        stop()
        sliceEnd = Infinity
      }
      return look()
    },
    get interruptedAfter() {
      return interruptedAfter
    },
  }
}

/** @returns the text of a time-out (projection-language §15); the closing parenthesis is missing there, too. */
export const timeoutMessage = (what: 'compile' | 'execute', took: number, allowed: number): string =>
  `Projection script took too long to ${what} (took: ${timeSpan(took)}, allowed: ${timeSpan(allowed)}`

/** @returns `hh:mm:ss.fffffff`. */
function timeSpan(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = milliseconds / 1000
  const fraction = String(Math.floor((seconds % 1) * 1e7)).padStart(7, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`
}
