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
