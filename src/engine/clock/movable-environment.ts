// An environment whose clock goes as the platform's does, and can be moved ahead of it or stopped.

import type { Environment } from '../../base/platform/environment.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import type { FreezableClock } from './clock.ts'
import { readStep } from './clock.ts'
import { readTime } from './repeatable-environment.ts'

export interface MovableEnvironment extends Pick<Environment, 'after'>, FreezableClock {}

interface Timer {
  readonly due: number
  /** Starts the platform's timer for the remaining time; while the clock stands, only one that is due. */
  readonly wait: () => void
  cancel: () => void
}

export interface MovableOptions {
  /** Milliseconds since 1970. Default: the platform's time. */
  readonly start?: number
  /** Whether the clock stands at first. Default: false. */
  readonly isFrozen?: boolean
}

/**
 * For `startStore({ baseUrl, environment })` and `createStore({ environment })`: keep it outside of components, because `startStore`
 * compares it by identity.
 */
export function movableEnvironment(
  platform: Pick<Environment, 'now' | 'after'> = platformEnvironment(),
  { start = platform.now(), isFrozen = false }: MovableOptions = {},
): MovableEnvironment {
  let ahead = start - platform.now()
  /** The time that the clock shows while it stands. */
  let frozen = isFrozen ? start : undefined
  const timers = new Set<Timer>()
  const now = (): number => frozen ?? platform.now() + ahead

  const after: Environment['after'] = (milliseconds, callback, options) => {
    const due = now() + milliseconds
    const call = (): void => {
      timers.delete(timer)
      callback()
    }
    const timer: Timer = {
      due,
      cancel: () => undefined,
      wait: () => {
        timer.cancel()
        const left = Math.max(0, due - now())
        timer.cancel = frozen !== undefined && left > 0 ? () => undefined : platform.after(left, call, options)
      },
    }
    timers.add(timer)
    timer.wait()
    return () => {
      timers.delete(timer)
      timer.cancel()
    }
  }

  const waitAnew = (): void => {
    for (const timer of [...timers].toSorted((one, other) => one.due - other.due)) timer.wait()
  }
  const advance = (milliseconds: number): void => {
    const step = readStep(milliseconds, now())
    if (frozen === undefined) ahead += step
    else frozen += step
    waitAnew()
  }
  const freeze = (): void => {
    frozen ??= now()
    waitAnew()
  }
  const resume = (): void => {
    if (frozen === undefined) return
    ahead = frozen - platform.now()
    frozen = undefined
    waitAnew()
  }

  return { now, after, advance, advanceTo: (time) => advance(readTime(time) - now()), isFrozen: () => frozen !== undefined, freeze, resume }
}
