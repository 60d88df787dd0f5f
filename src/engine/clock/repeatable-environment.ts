// An environment whose clock stands still until it is moved, and whose ids repeat: a run with it is the same, byte for byte.

import type { Environment } from '../../base/platform/environment.ts'
import { StoreError } from '../../base/errors.ts'
import type { StoreClock } from './clock.ts'
import { firstTime, lastTime, readStep } from './clock.ts'
import { seededRandom } from '../faults/random.ts'

export interface RepeatableOptions {
  /** Which ids are made. Default: 1. */
  readonly seed?: number
  /** Where the clock starts: a date, an ISO text, or milliseconds since 1970. Default: 2026-01-01T00:00:00Z. */
  readonly start?: Date | string | number
}

export interface RepeatableEnvironment extends Pick<Environment, 'uuid' | 'after'>, StoreClock {
  readonly isRepeatable: true
}

interface Timer {
  readonly due: number
  readonly order: number
  readonly callback: () => void
}

/**
 * For `createStore({ environment: repeatableEnvironment() })`.
 *
 * @throws StoreError `invalid-options` if a time cannot be read.
 */
export function repeatableEnvironment(options: RepeatableOptions = {}): RepeatableEnvironment {
  const random = seededRandom(options.seed ?? 1)
  let time = readTime(options.start ?? '2026-01-01T00:00:00Z')
  let order = 0
  const timers = new Set<Timer>()

  const nextDue = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).toSorted((one, other) => one.due - other.due || one.order - other.order)[0]

  const advance = (milliseconds: number): void => {
    const until = time + readStep(milliseconds, time)
    for (let timer = nextDue(until); timer; timer = nextDue(until)) {
      timers.delete(timer)
      time = Math.max(time, timer.due)
      timer.callback()
    }
    time = Math.max(time, until)
  }

  return {
    isRepeatable: true,
    now: () => time,
    uuid: () => uuidFrom(random),
    after: (milliseconds, callback) => {
      // A zero delay only yields; it must not wait for simulated time.
      if (milliseconds <= 0) {
        const immediate = setTimeout(callback, 0)
        return () => clearTimeout(immediate)
      }
      const timer = { due: time + milliseconds, order: order++, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance,
    advanceTo: (to) => advance(readTime(to) - time),
  }
}

/** @throws StoreError `invalid-options` for what is no time, and outside of the years that a server can show. */
export function readTime(time: Date | string | number): number {
  const milliseconds = new Date(time).getTime()
  if (milliseconds >= firstTime && milliseconds <= lastTime) return milliseconds
  if (!Number.isNaN(milliseconds))
    throw new StoreError('invalid-options', `"${String(time)}" is outside of the years that a server can show.`, {
      hint: 'Give a time from the year 1 to the year 9999.',
    })
  throw new StoreError('invalid-options', `"${String(time)}" is no time.`, {
    hint: 'Give a date, an ISO text like "2026-01-01T00:00:00Z", or milliseconds since 1970.',
  })
}

/** A version 4 id, as a random one would look. */
function uuidFrom(random: () => number): string {
  const digit = (below: number) => Math.floor(random() * below)
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => (place === 'x' ? digit(16) : 8 + digit(4)).toString(16))
}
