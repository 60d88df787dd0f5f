// The store's needs from the platform: time, ids, timers, locks between tabs, and reports of bugs.

import { createRandomIds } from './random-ids.ts'
import { startTimer } from '../time/timer.ts'

/** A lock that tabs of one origin compete for; the platform's is `navigator.locks`. */
export interface Locks {
  /**
   * Holds the named lock while `work` runs.
   *
   * @param options `mode: 'shared'` lets several hold it; `ifAvailable` calls `work(false)` at once where the lock is taken; `steal` takes
   *   it from its holder; `signal` ends the wait (the promise then rejects with the signal's reason).
   */
  hold<T>(name: string, options: LockOptions, work: (held: boolean, lost: AbortSignal) => Promise<T>): Promise<T>
}

export interface LockOptions {
  readonly mode?: 'exclusive' | 'shared'
  readonly ifAvailable?: boolean
  readonly steal?: boolean
  readonly signal?: AbortSignal
}

export interface Environment {
  /** Milliseconds since 1970, UTC: the time of events, ages and time-outs. */
  readonly now: () => number
  /**
   * A new lower-case GUID with dashes. Large writes count up from it in the second to eighth digit, so the other digits must differ
   *.
   */
  readonly uuid: () => string
  /**
   * Calls back once after so many milliseconds of the environment's time; the returned function cancels it.
   *
   * @param options `background`: the timer must not keep a process alive.
   */
  readonly after: (milliseconds: number, callback: () => void, options?: { readonly background?: boolean }) => () => void
  /**
   * Whether equal requests must leave equal stores behind: projections then run one after another, requests wait until projections are at
   * rest, and real time has no influence. Default: false.
   */
  readonly isRepeatable?: boolean
  /** Undefined on a platform without locks: every tab then works as if it were alone, and the storage keeps it correct. */
  readonly locks: Locks | undefined
  /** Reports a bug or a broken environment that no caller awaits. Never called for an expected outcome. */
  readonly report: (error: unknown) => void
  /** Takes a line that a query logs. Default: the console. */
  readonly log: (line: string) => void // projection-language §10.5
  /** Takes a sentence for the developer about a request whose answer cannot say it. Default: the console. */
  readonly hint: (line: string) => void
}

/** Stamps writes: the time of their events, and new ids. */
export type WriteClock = Pick<Environment, 'now' | 'uuid'>

/** How many threads run at once; 4 if the platform does not say. */
export const coreCount = (): number => globalThis.navigator?.hardwareConcurrency ?? 4

const platformLocks = (): Locks | undefined => {
  const manager = globalThis.navigator?.locks
  if (!manager) return undefined
  return {
    hold: (name, { mode = 'exclusive', ifAvailable = false, steal = false, signal }, work) => {
      const lost = new AbortController()
      const options = steal ? { mode, steal } : ifAvailable ? { mode, ifAvailable } : { mode, ...(signal && { signal }) }
      const held = manager.request(name, options, (lock) => work(lock !== null, lost.signal))
      // A stolen lock rejects the holder's request while its work still runs: abort the work.
      held.catch((reason: unknown) => lost.abort(reason))
      return held
    },
  }
}

/** The platform's own clock, random ids, timers, Web Locks and console. */
export const platformEnvironment = (): Environment => ({
  now: () => Date.now(),
  uuid: createRandomIds(),
  after: (milliseconds, callback, { background = false } = {}) => startTimer(globalThis, milliseconds, callback, background),
  locks: platformLocks(),
  // eslint-disable-next-line no-console -- the last resort for errors that no caller awaits
  report: (error) => console.error(error),
  // eslint-disable-next-line no-console -- projection-language §10.5 asks for the debug level
  log: (line) => console.debug(line),
  // eslint-disable-next-line no-console -- the server accepts the request as well, so no answer can say it
  hint: (line) => console.warn(`[rillbox] ${line}`),
})
