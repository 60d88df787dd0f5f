// The platform's timers at load time: fake timers of a test must not affect watchdogs over real work.

import { startTimer } from './timer.ts'

const { setTimeout, clearTimeout, performance: clock } = globalThis
const timers = { setTimeout, clearTimeout }
const read = clock.now

export interface RealTime {
  /** Milliseconds since some moment. */
  readonly now: () => number
  /**
   * Calls back once; the returned function cancels it.
   *
   * @param options `background`: the timer must not keep a process alive.
   */
  readonly after: (milliseconds: number, callback: () => void, options?: { readonly background?: boolean }) => () => void
}

export const realTime: RealTime = {
  now: () => read.call(clock),
  after: (milliseconds, callback, { background = false } = {}) => startTimer(timers, milliseconds, callback, background),
}

/** Globals that tell whose timers these are. */
interface Globals {
  readonly setTimeout: (...given: never[]) => unknown
  readonly document?: unknown
  readonly process?: unknown
}

/** @returns whether a test has faked the timers, as a page's clock in Playwright does; false where nobody can tell. */
export function looksFaked({ setTimeout, document, process }: Globals): boolean {
  // Libraries for Node leave their clock on it. Node's own are not native, those of a page are.
  return 'clock' in setTimeout || (document !== undefined && process === undefined && !String(setTimeout).includes('[native code]'))
}

/** Whether the timers were faked before the package was loaded: then none of `realTime` need ever fire. */
export const areTimersFaked = looksFaked(globalThis)
