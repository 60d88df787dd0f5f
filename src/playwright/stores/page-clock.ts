// A clock that follows Playwright's: what a test does to the time of its pages happens to the store as well.

import type { BrowserContext } from '@playwright/test'
import type { Environment } from '../../base/environment.ts'
import { longestTimer } from '../../base/timer.ts'

type Clock = BrowserContext['clock']
type Time = Date | string | number

export interface PageClock extends Pick<Environment, 'now' | 'after'> {
  /** From here on it goes with the clock of this context. */
  readonly follow: (context: BrowserContext) => void
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/** @param real milliseconds of the machine's clock since 1970. */
export function createPageClock(real: () => number = Date.now): PageClock {
  /** Milliseconds that have passed for timers: `passed` until the machine's clock showed `since`, and what flows after it. */
  let passed = 0
  let since = real()
  let flows = true
  /** What the calendar shows when no millisecond has passed. */
  let origin = since
  let fixed: number | undefined
  const timers = new Set<Timer>()
  let alarm: ReturnType<typeof setTimeout> | undefined

  const ticks = (): number => passed + (flows ? real() - since : 0)
  const now = (): number => fixed ?? origin + ticks()

  const nextTimer = (): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers) if (!next || timer.due < next.due) next = timer
    return next
  }

  /** Sets the one timer of the machine to the next that is due, if time flows towards it. */
  const arm = (): void => {
    clearTimeout(alarm)
    const next = flows ? nextTimer() : undefined
    if (next) alarm = setTimeout(ring, Math.min(Math.max(0, next.due - ticks()), longestTimer))
  }

  const ring = (): void => {
    const until = ticks()
    for (let next = nextTimer(); next && next.due <= until; next = nextTimer()) {
      timers.delete(next)
      next.callback()
    }
    arm()
  }

  const restart = (at: number, isFlowing: boolean): void => {
    passed = at
    since = real()
    flows = isFlowing
    ring()
  }

  const jump = (milliseconds: number, isFlowing = flows): void => restart(ticks() + Math.max(0, milliseconds), isFlowing)

  const show = (time: number): void => {
    fixed = undefined
    origin = time - ticks()
  }

  /** What each method of Playwright's clock does to this one. */
  const effects: { readonly [Name in keyof Clock]?: (...args: Parameters<Clock[Name]>) => void } = {
    install: ({ time = real() } = {}) => {
      show(toTime(time))
      restart(ticks(), true)
    },
    fastForward: (ticks) => jump(toTicks(ticks)),
    runFor: (ticks) => jump(toTicks(ticks)),
    pauseAt: (time) => jump(toTime(time) - now(), false),
    resume: () => restart(ticks(), true),
    setFixedTime: (time) => {
      fixed = toTime(time)
    },
    setSystemTime: (time) => show(toTime(time)),
  }

  return {
    now,
    after: (milliseconds, callback) => {
      // Who only lets others go first waits for no clock.
      if (milliseconds <= 0) {
        const immediate = setTimeout(callback, 0)
        return () => clearTimeout(immediate)
      }
      const timer = { due: ticks() + milliseconds, callback }
      timers.add(timer)
      arm()
      return () => {
        timers.delete(timer)
        arm()
      }
    },
    follow: ({ clock }) => {
      for (const [name, effect] of Object.entries(effects)) listenTo(clock, name as keyof Clock, effect as (...args: unknown[]) => void)
    },
  }
}

/** Playwright tells nobody when its clock is moved: the method itself has to. The store's time is there before the pages'. */
function listenTo(clock: Clock, name: keyof Clock, effect: (...args: unknown[]) => void): void {
  const original = clock[name].bind(clock) as (...args: unknown[]) => Promise<void>
  Object.assign(clock, {
    [name]: (...args: unknown[]) => {
      effect(...args)
      return original(...args)
    },
  })
}

const toTime = (time: Time): number => new Date(time).getTime()

/** Milliseconds, `08`, `01:30` or `02:34:10`. What is none of it is refused by Playwright itself. */
function toTicks(ticks: number | string): number {
  if (typeof ticks === 'number') return ticks
  const seconds = ticks.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Number.isNaN(seconds) ? 0 : seconds * 1000
}
