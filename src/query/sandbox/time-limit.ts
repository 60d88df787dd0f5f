// How much memory, stack and time guest code may have, and the watch that an engine asks while guest code runs.

/** Bytes that an engine's memory may grow to. The reference has no limit; this one keeps a tab alive (projection-language §17.1). */
export const memoryLimit = 256 * 1024 * 1024

/** Bytes that become available once the limit was hit, so that the outcome so far can be fetched. */
export const memoryReserve = 32 * 1024 * 1024

/**
 * Bytes of the engine's stack. Its frames live on the host's stack, too, at several times the size, and where that overflows first
 * the whole instance is lost. Chromium gives Workers half of a page's stack (decision 18).
 */
export const stackLimit = (isInWorker() ? 128 : 256) * 1024

/** Threads of Node get the limit of a browser's Workers, so that a query ends at the same depth in both. */
function isInWorker(): boolean {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: 'node:worker_threads'): { isMainThread: boolean } | undefined } }
  return 'WorkerGlobalScope' in globalThis || process?.getBuiltinModule?.('node:worker_threads')?.isMainThread === false
}

/** Milliseconds for the script's top level (projection-language §19). */
export const definitionTimeout = 500

/**
 * Milliseconds that a Worker may be silent from the moment the script's top level begins: longer, it hangs where no interrupt reaches. More
 * than the time-out by what a busy machine may need: there is no second try.
 */
export const definitionSilence = 1400

/**
 * Milliseconds for what the prelude itself does at a stretch, such as writing one state: guest data may make it endless. States of ten
 * million characters take less.
 */
const preludeTimeout = 1000

/** Milliseconds between two looks at the count of entries; a look costs some 14 µs. */
const lookEvery = 4

/** Milliseconds between two signs of life. */
const signEvery = 50

/**
 * The most that a gap between two questions of the engine counts, in milliseconds, unless the gap before it was as long: where it
 * mostly asks many times in a millisecond, a long gap is the time of somebody else: a busy machine, a tab that was frozen, a laptop that
 * slept. Where all gaps are long, the script calls slow built-in functions.
 */
const longestGap = 5

/** From so many milliseconds on a gap is one that slow built-in functions make: a loop of quick ones that waits for a busy processor asks more often. */
const slowGap = 25

export interface Watched {
  /** The count of entries and exits: odd while guest code runs. */
  entries(): number
  /** Asks the prelude to end the batch after the current event. */
  stop(): void
  /** The engine is interrupted: whatever the script makes of it, it must not count. */
  interrupted(): void
  /** Told every now and then while the engine works. */
  isAlive(): void
}

export interface TimeLimit {
  /**
   * Starts a call.
   *
   * @param entryLimit milliseconds for each entry into guest code.
   * @param slice milliseconds after which to stop between two events.
   */
  begin(entryLimit: number, slice: number): void
  /** To be called by the engine all the time; true ends the guest code where it stands, and stays true until the call is over. */
  shouldInterrupt(): boolean
  /** To be called by the prelude between two events every few milliseconds: slow built-in functions keep the engine from asking. */
  look(): void
  /** The duration of the interrupted entry in milliseconds; undefined where nothing was interrupted. */
  readonly interruptedAfter: number | undefined
}

/**
 * Measures real time, also where the environment's clock is frozen (projection-language §17.2), and each entry on its own
 * without being told: a new count of entries restarts the clock.
 *
 * @param now milliseconds of real time.
 */
export function createTimeLimit(watched: Watched, now: () => number = () => performance.now()): TimeLimit {
  let limit = Infinity
  let sliceEnd = Infinity
  let count = 0
  let elapsed = 0
  let last = now()
  let gapBefore = 0
  let nextLook = Infinity
  let nextSign = 0
  let interruptedAfter: number | undefined

  function isOver(): boolean {
    const current = watched.entries()
    if (current !== count) {
      count = current
      elapsed = 0
      return false
    }
    if (elapsed < (count % 2 === 1 ? limit : preludeTimeout)) return false
    interruptedAfter = elapsed
    watched.interrupted()
    return true
  }

  function lookAt(current: number): void {
    if (current >= nextSign) {
      nextSign = current + signEvery
      watched.isAlive()
    }
    if (current < sliceEnd) return
    sliceEnd = Infinity
    watched.stop()
  }

  return {
    begin(entryLimit, slice) {
      last = now()
      limit = entryLimit
      sliceEnd = last + slice
      nextLook = last + lookEvery
      nextSign = last + signEvery
      elapsed = 0
      interruptedAfter = undefined
    },
    shouldInterrupt() {
      // Built-in functions turn it into something that a script can catch, such as the rejection of a promise.
      if (interruptedAfter !== undefined) return true
      const current = now()
      const gap = current - last
      elapsed += Math.min(gap, gapBefore < slowGap ? longestGap : gapBefore * 2)
      gapBefore = gap
      last = current
      if (current < nextLook) return false
      nextLook = current + lookEvery
      lookAt(current)
      return isOver()
    },
    look: () => lookAt(now()),
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
