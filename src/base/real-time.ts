// The platform's timers as they were when the package was loaded: a test that replaces them must not move what watches real work.

import { startTimer } from './timer.ts'

const { setTimeout, clearTimeout, performance: clock } = globalThis
const timers = { setTimeout, clearTimeout }
const read = clock.now

export interface RealTime {
  /** Milliseconds since some moment. */
  readonly now: () => number
  /**
   * Calls back once; the result cancels it.
   *
   * @param options `background`: nobody waits for it, so it must not keep a process alive.
   */
  readonly after: (milliseconds: number, callback: () => void, options?: { readonly background?: boolean }) => () => void
}

export const realTime: RealTime = {
  now: () => read.call(clock),
  after: (milliseconds, callback, { background = false } = {}) => startTimer(timers, milliseconds, callback, background),
}
