// The sandbox's clock and random numbers, controlled by the environment.

import { clock } from './guest.ts'
import { construct, define, defineProperty, getOwnPropertyDescriptor, ownKeys, uncurry } from './primordials.ts'

const { imul } = Math
const Native = Date
const nativeNow = Native.now
const nativeText = uncurry(Native.prototype.toString)

/** Reads of the clock in one entry during which it stands still; only loops that wait for it read it more often. */
const calmLooks = 64
/** Milliseconds, as in `time-limit.ts`: a loop that waits beyond the limit is interrupted, even on a busy machine. */
const longestGap = 5
let shown = 0
let entry = -1
let looks = 0
let since = 0

/** Handlers store the same times in every run with the same clock, and yet time passes for loops that wait (projection-language §17.2). */
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
let state = 0

/** Methods, because these have no `prototype`, like built-in functions. */
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
/** Replaces `Date` and `Math.random`, before the dialect replaces its part of `Date`. */
export function installTime(): void {
  for (const member of ownKeys(Native)) defineProperty(replacement, member, getOwnPropertyDescriptor(Native, member)!)
  define(Native.prototype, 'constructor', replacement)
  define(globalThis, 'Date', replacement)
  define(replacement, 'now', methods.now)
  define(Math, 'random', methods.random)
}

/** Sets the clock, to milliseconds since 1970. */
export function setTime(time: number): void {
  shown = time
  entry = -1
}

/** Seeds the random numbers: the engine's own would be the same in every copy of its memory. */
export function seedRandom(start: number): void {
  state = start | 0
}
