// The platform's timers as they were when the package was loaded: a test that replaces them must not move what watches real work.

const { setTimeout: start, clearTimeout: stop } = globalThis
const { performance: clock } = globalThis
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
  after(milliseconds, callback, { background = false } = {}) {
    const timer: number | { unref?(): unknown } = start(callback, milliseconds)
    if (background && typeof timer === 'object') timer.unref?.()
    return () => stop(timer as number)
  },
}
