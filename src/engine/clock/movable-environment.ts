// An environment whose clock goes as the platform's does, and can be moved ahead of it.

import type { Environment } from '../../base/platform/environment.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import type { StoreClock } from './clock.ts'
import { readStep } from './clock.ts'
import { readTime } from './repeatable-environment.ts'

export interface MovableEnvironment extends Pick<Environment, 'after'>, StoreClock {}

interface Timer {
  readonly due: number
  /** Starts the platform's timer for the remaining time. */
  readonly wait: () => void
  cancel: () => void
}

/**
 * For `startStore({ baseUrl, environment })` and `createStore({ environment })`: keep it outside of components, because `startStore`
 * compares it by identity.
 */
export function movableEnvironment(platform: Pick<Environment, 'now' | 'after'> = platformEnvironment()): MovableEnvironment {
  let ahead = 0
  const timers = new Set<Timer>()
  const now = (): number => platform.now() + ahead

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
        timer.cancel = platform.after(Math.max(0, due - now()), call, options)
      },
    }
    timers.add(timer)
    timer.wait()
    return () => {
      timers.delete(timer)
      timer.cancel()
    }
  }

  const advance = (milliseconds: number): void => {
    ahead += readStep(milliseconds, now())
    for (const timer of [...timers].toSorted((one, other) => one.due - other.due)) timer.wait()
  }

  return { now, after, advance, advanceTo: (time) => advance(readTime(time) - now()) }
}
