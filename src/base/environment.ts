// Everything the store takes from the platform: time, ids, timers, locks between tabs, and where bugs are reported.

import { createRandomIds } from './random-ids.ts'
import { startTimer } from './timer.ts'

/** A lock that tabs of one origin compete for; the platform's is `navigator.locks`. */
export interface Locks {
  /**
   * Holds the named lock while `work` runs.
   *
   * @param options `mode: 'shared'` lets several hold it; `ifAvailable` calls `work(false)` at once where somebody else has it;
   *   `steal` takes it from its holder; `signal` gives up waiting (the promise then rejects with the signal's reason).
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
  /** Milliseconds since 1970, UTC; what events, ages and time-outs are counted with. */
  readonly now: () => number
  /**
   * A new lower-case GUID with dashes. Where many are needed at once, others count up from it in the second to eighth digit, so the rest must
   * differ.
   */
  readonly uuid: () => string
  /**
   * Calls back once after so many milliseconds of the environment's time; the result cancels it.
   *
   * @param options `background`: nobody waits for it, so it must not keep a process alive.
   */
  readonly after: (milliseconds: number, callback: () => void, options?: { readonly background?: boolean }) => () => void
  /**
   * Whether the same requests shall always leave the same store behind: projections then work one after another, requests wait until they are at
   * rest, and real time decides and measures nothing. Default: false.
   */
  readonly isRepeatable?: boolean
  /** Undefined where the platform has none: then every tab works as if it were alone, and the storage keeps it correct. */
  readonly locks: Locks | undefined
  /** A bug or a broken environment met where nobody awaits it. Never called for an expected outcome. */
  readonly report: (error: unknown) => void
  /** Lines that a query logs (projection-language §10.5). */
  readonly log: (line: string) => void
}

/** Stamps writes: the time of their events, and new ids. */
export type WriteClock = Pick<Environment, 'now' | 'uuid'>

const platformLocks = (): Locks | undefined => {
  const manager = globalThis.navigator?.locks
  if (!manager) return undefined
  return {
    hold: (name, { mode = 'exclusive', ifAvailable = false, steal = false, signal }, work) => {
      const lost = new AbortController()
      const options = steal ? { mode, steal } : ifAvailable ? { mode, ifAvailable } : { mode, ...(signal && { signal }) }
      const held = manager.request(name, options, (lock) => work(lock !== null, lost.signal))
      // A stolen lock rejects the holder's request while its work still runs: tell the work.
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
  // eslint-disable-next-line no-console -- the last resort for what nobody awaits
  report: (error) => console.error(error),
  // eslint-disable-next-line no-console -- projection-language §10.5 asks for the debug level
  log: (line) => console.debug(line),
})
