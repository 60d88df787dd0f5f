// The sandbox's clock and random numbers, as far as the environment decides about them.

import type { Primordials } from './primordials.ts'

export interface Time {
  /** Milliseconds by which the environment's clock is ahead of the engine's. */
  offset: number
  /** Where the random numbers start: the engine's own would be the same in every copy of its memory. */
  seed(start: number): void
}

/** Runs inside the sandbox, before the dialect replaces its part of `Date`; refers to nothing outside itself. */
export function setTime(p: Primordials): Time {
  const time: Time = { __proto__: null, offset: 0, seed } as Time
  const { construct, define, defineProperty, getOwnPropertyDescriptor, ownKeys } = p
  const { imul } = Math
  const Native = Date
  const nativeNow = Native.now
  const nativeText = p.uncurry(Native.prototype.toString)
  const now = (): number => nativeNow() + time.offset

  function replacement(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return nativeText(new Native(now()))
    return construct(Native, given.length === 0 ? [now()] : given, new.target === (replacement as unknown) ? Native : new.target)
  }
  for (const member of ownKeys(Native)) defineProperty(replacement, member, getOwnPropertyDescriptor(Native, member)!)
  define(replacement, 'now', { now }.now)
  define(Native.prototype, 'constructor', replacement)
  define(globalThis, 'Date', replacement)

  let state = 0
  /** A method, so that it has no `prototype`, as built-in functions have none. */
  const methods = {
    /** Mulberry32: 32 bits of state, enough for examples that must repeat. */
    random(): number {
      state = (state + 0x6d2b79f5) | 0
      const mixed = imul(state ^ (state >>> 15), state | 1)
      const stirred = mixed ^ (mixed + imul(mixed ^ (mixed >>> 7), mixed | 61))
      return ((stirred ^ (stirred >>> 14)) >>> 0) / 4294967296
    },
  }
  define(Math, 'random', methods.random)

  function seed(start: number): void {
    state = start | 0
  }

  return time
}
