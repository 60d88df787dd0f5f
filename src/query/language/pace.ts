// Looks at the host's watch between events, however few questions the engine itself asks: slow built-in functions keep it from asking.

export type Pace = ReturnType<typeof keepPace>

/**
 * Runs inside the sandbox, before the dialect replaces its part of `Date`; refers to nothing outside itself.
 *
 * @param look of the host (`Sandbox.look`); it costs as much as a handler or two.
 */
export function keepPace(look: () => void) {
  const { now } = Date
  /** Events at most between two looks at the time. If each of them takes 15 ms, the host hears nothing for half a second. */
  const longest = 32
  /** Milliseconds between two looks at the watch. */
  const lookEvery = 4
  let stretch = 1
  /** How many events may pass until the next look. */
  let left = 1
  let since = 0
  let looked = 0

  return {
    /** A run or a load begins. */
    begin(): void {
      since = now()
      looked = since
      left = stretch
    },

    /** An event is over. */
    passed(): void {
      left -= 1
      if (left <= 0) pause()
    },
  }

  function pause(): void {
    const time = now()
    const took = time - since
    since = time
    if (took < 2) stretch = stretch < longest ? stretch * 2 : longest
    else stretch = 1
    left = stretch
    // The platform's clock may be set back.
    if (time >= looked && time - looked < lookEvery) return
    looked = time
    look()
  }
}
