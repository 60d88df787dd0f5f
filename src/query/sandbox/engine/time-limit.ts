// Limits the memory, stack and time of guest code; the engine asks the time limit while guest code runs.

/** The largest memory of an engine in bytes. The server has no limit; this one keeps a tab alive (projection-language §17.1). */
export const memoryLimit = 256 * 1024 * 1024

/** Bytes that open once the limit was hit, so that the outcome so far can be fetched. */
export const memoryReserve = 32 * 1024 * 1024

/**
 * Bytes of the engine's stack. Its frames also take several times their size on the host's stack; where that overflows first, the
 * whole instance is lost. Chromium gives Workers half of a page's stack (decision 18).
 */
export const stackLimit = (isInWorker() ? 128 : 256) * 1024

/** Threads of Node get the limit of a browser's Workers, so that queries fail at the same depth in both. */
function isInWorker(): boolean {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: 'node:worker_threads'): { isMainThread: boolean } | undefined } }
  return 'WorkerGlobalScope' in globalThis || process?.getBuiltinModule?.('node:worker_threads')?.isMainThread === false
}

/**
 * Milliseconds that a Worker may be silent once the script's top level begins; after that it hangs where no interrupt reaches. Longer
 * than the time-out by the allowance for a busy machine: there is no second try.
 */
export const definitionSilence = 1400

/**
 * Milliseconds for one uninterrupted step of the language itself, for example writing one state, which guest data may make endless. The
 * largest state that an event can hold takes less, even on a busy machine.
 */
const languageTimeout = 2000

/** Milliseconds between two checks of the count of entries; a check costs some 14 µs. */
const checkEvery = 4

/** Milliseconds between two signs of life. */
const signEvery = 50

/**
 * The most milliseconds that a gap between two questions of the engine counts, unless the gap before was as long. The engine mostly
 * asks many times in a millisecond, so a single long gap has another cause: a busy machine, a frozen tab, a sleeping laptop. Where
 * all gaps are long, the script calls slow built-in functions.
 */
const longestGap = 5

/** Milliseconds from which a gap means slow built-in functions: a loop of quick ones asks more often, even on a busy processor. */
const slowGap = 25

export interface Watched {
  /** Counts entries into guest code and exits: odd while it runs. */
  entries(): number
  /** Asks the session to end the batch after the current event. */
  stop(): void
  /** Reports an interruption, which must count even where the script catches it. */
  interrupted(): void
  /** Called periodically while the engine works. */
  isAlive(): void
}

/**
 * Measures real time, even where the environment's clock is frozen (projection-language §17.2), and each entry on its own: a new
 * count of entries restarts the measurement.
 */
export class TimeLimit {
  readonly #watched: Watched
  readonly #now: () => number
  /** Milliseconds allowed for an entry. */
  #limit = Infinity
  /** When the batch should end. */
  #sliceEnd = Infinity
  /** The entry that is measured, and its milliseconds so far. */
  #entry = 0
  #elapsed = 0
  #lastQuestion: number
  #gapBefore = 0
  #nextCheck = Infinity
  #nextSign = 0
  #interruptedAfter: number | undefined

  constructor(watched: Watched, now: () => number = () => performance.now()) {
    this.#watched = watched
    this.#now = now
    this.#lastQuestion = now()
  }

  /** Starts a call. The limits are those of `Engine.call`. */
  begin(entryLimit: number, slice: number): void {
    const now = this.#now()
    this.#lastQuestion = now
    this.#limit = entryLimit
    this.#sliceEnd = now + slice
    this.#nextCheck = now + checkEvery
    this.#nextSign = now + signEvery
    this.#elapsed = 0
    this.#interruptedAfter = undefined
  }

  /** The engine calls it continually; true ends guest code at once, and stays true until the call is over. */
  shouldInterrupt(): boolean {
    // Built-in functions turn an interruption into a rejected promise or another value that scripts can catch.
    if (this.#interruptedAfter !== undefined) return true
    const now = this.#now()
    const gap = now - this.#lastQuestion
    this.#elapsed += Math.min(gap, this.#gapBefore < slowGap ? longestGap : this.#gapBefore * 2)
    this.#gapBefore = gap
    this.#lastQuestion = now
    if (now < this.#nextCheck) return false
    this.#nextCheck = now + checkEvery
    this.#checkAt(now)
    return this.#isOver()
  }

  /** The session calls it between events every few milliseconds: slow built-in functions keep the engine from asking. */
  check(): void {
    this.#checkAt(this.#now())
  }

  /** Duration of the interrupted entry in milliseconds; undefined without an interruption. */
  get interruptedAfter(): number | undefined {
    return this.#interruptedAfter
  }

  #isOver(): boolean {
    const entry = this.#watched.entries()
    if (entry !== this.#entry) {
      this.#entry = entry
      this.#elapsed = 0
      return false
    }
    if (this.#elapsed < (entry % 2 === 1 ? this.#limit : languageTimeout)) return false
    this.#interruptedAfter = this.#elapsed
    this.#watched.interrupted()
    return true
  }

  #checkAt(now: number): void {
    if (now >= this.#nextSign) {
      this.#nextSign = now + signEvery
      this.#watched.isAlive()
    }
    if (now < this.#sliceEnd) return
    this.#sliceEnd = Infinity
    this.#watched.stop()
  }
}
