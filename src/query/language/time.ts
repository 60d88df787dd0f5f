// The sandbox's clock and random numbers, as far as the environment decides about them.

import type { Clock } from './guest.ts'
import type { Primordials } from './primordials.ts'

export interface Time {
  /** Sets the clock, to milliseconds since 1970. */
  set(now: number): void
  /** Where the random numbers start: the engine's own would be the same in every copy of its memory. */
  seed(start: number): void
}

/** Runs inside the sandbox, before the dialect replaces its part of `Date`; refers to nothing outside itself. */
export function setTime(p: Primordials, clock: Clock): Time {
  const { construct, define, defineProperty, getOwnPropertyDescriptor, ownKeys } = p
  const { imul } = Math
  const Native = Date
  const nativeNow = Native.now
  const nativeText = p.uncurry(Native.prototype.toString)

  /** Looks at the clock in one entry for which it stands still: more often than that only loops look, and they wait for it. */
  const calmLooks = 64
  /** Milliseconds, as in `limits.ts`: who waits longer than a time limit is interrupted, however busy the machine is. */
  const longestGap = 5
  let shown = 0
  let entry = -1
  let looks = 0
  let since = 0

  /** What a handler stores is the same in every run with the same clock, and yet time passes for who waits (projection-language §17.2). */
  function now(): number {
    if (entry !== clock.entries) {
      entry = clock.entries
      looks = 0
      since = nativeNow()
    }
    looks += 1
    if (looks > calmLooks) {
      const real = nativeNow()
      const gap = real - since
      // The platform's clock may be set back.
      if (gap > 0) shown += gap < longestGap ? gap : longestGap
      since = real
    }
    return shown
  }

  function replacement(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return nativeText(new Native(now()))
    return construct(Native, given.length === 0 ? [now()] : given, new.target === (replacement as unknown) ? Native : new.target)
  }
  for (const member of ownKeys(Native)) defineProperty(replacement, member, getOwnPropertyDescriptor(Native, member)!)
  define(Native.prototype, 'constructor', replacement)
  define(globalThis, 'Date', replacement)

  let state = 0
  /** Methods, so that they have no `prototype`, as built-in functions have none. */
  const methods = {
    now: (): number => now(),
    /** Mulberry32: 32 bits of state, enough for examples that must repeat. */
    random(): number {
      state = (state + 0x6d2b79f5) | 0
      const mixed = imul(state ^ (state >>> 15), state | 1)
      const stirred = mixed ^ (mixed + imul(mixed ^ (mixed >>> 7), mixed | 61))
      return ((stirred ^ (stirred >>> 14)) >>> 0) / 4294967296
    },
  }
  define(replacement, 'now', methods.now)
  define(Math, 'random', methods.random)

  return {
    set(time) {
      shown = time
      entry = -1
    },
    seed(start) {
      state = start | 0
    },
  }
}
