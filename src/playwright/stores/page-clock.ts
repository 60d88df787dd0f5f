// A clock that follows Playwright's: the store's time moves whenever a test moves the time of its pages.

import type { BrowserContext } from '@playwright/test'
import type { Environment } from '../../base/platform/environment.ts'
import { longestTimer } from '../../base/time/timer.ts'

type Clock = BrowserContext['clock']
type Time = Date | string | number

export interface PageClock extends Pick<Environment, 'now' | 'after'> {
  /** From now on the store's time follows the clock of this context. */
  readonly follow: (context: BrowserContext) => void
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/** @param real milliseconds of the machine's clock since 1970. */
export function createPageClock(real: () => number = Date.now): PageClock {
  const clock = new SimulatedTime(real)
  return {
    now: () => clock.now(),
    after: (milliseconds, callback) => {
      // A delay of zero only lets other tasks run first and depends on no clock.
      if (milliseconds > 0) return clock.after(milliseconds, callback)
      const immediate = setTimeout(callback, 0)
      return () => clearTimeout(immediate)
    },
    follow: (context) => {
      for (const [name, effect] of Object.entries(effectsOn(clock))) {
        listenTo(context.clock, name as keyof Clock, effect as (...args: unknown[]) => void)
      }
    },
  }
}

/** The effect of each method of Playwright's clock on the store's time. */
const effectsOn = (clock: SimulatedTime): { readonly [Name in keyof Clock]?: (...args: Parameters<Clock[Name]>) => void } => ({
  install: ({ time } = {}) => clock.install(time === undefined ? undefined : toTime(time)),
  fastForward: (ticks) => clock.jump(toTicks(ticks)),
  runFor: (ticks) => clock.jump(toTicks(ticks)),
  pauseAt: (time) => clock.pauseAt(toTime(time)),
  resume: () => clock.resume(),
  setFixedTime: (time) => clock.fix(toTime(time)),
  setSystemTime: (time) => clock.show(toTime(time)),
})

/** A calendar and timers that flow with the machine's clock, and can be stopped and moved. */
class SimulatedTime {
  readonly #real: () => number
  /** Milliseconds that had passed for timers when the machine's clock showed `#since`. */
  #passed = 0
  #since: number
  #flows = true
  /** The calendar's time after zero milliseconds. */
  #origin: number
  #fixed: number | undefined
  readonly #timers = new Set<Timer>()
  #alarm: ReturnType<typeof setTimeout> | undefined

  constructor(real: () => number) {
    this.#real = real
    this.#since = real()
    this.#origin = this.#since
  }

  now(): number {
    return this.#fixed ?? this.#origin + this.#ticks()
  }

  /** @returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void {
    const timer = { due: this.#ticks() + milliseconds, callback }
    this.#timers.add(timer)
    this.#setAlarm()
    return () => {
      this.#timers.delete(timer)
      this.#setAlarm()
    }
  }

  install(time: number = this.#real()): void {
    this.show(time)
    this.resume()
  }

  /** Sets the calendar; timers keep their distance. */
  show(time: number): void {
    this.#fixed = undefined
    this.#origin = time - this.#ticks()
  }

  fix(time: number): void {
    this.#fixed = time
  }

  jump(milliseconds: number, flows: boolean = this.#flows): void {
    this.#restart(this.#ticks() + Math.max(0, milliseconds), flows)
  }

  pauseAt(time: number): void {
    this.jump(time - this.now(), false)
  }

  resume(): void {
    this.#restart(this.#ticks(), true)
  }

  #ticks(): number {
    return this.#passed + (this.#flows ? this.#real() - this.#since : 0)
  }

  #restart(passed: number, flows: boolean): void {
    this.#passed = passed
    this.#since = this.#real()
    this.#flows = flows
    this.#callDue()
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) if (!next || timer.due < next.due) next = timer
    return next
  }

  /** Sets one timer of the machine for the earliest timer here, while time flows. */
  #setAlarm(): void {
    clearTimeout(this.#alarm)
    const next = this.#flows ? this.#nextTimer() : undefined
    if (next) this.#alarm = setTimeout(() => this.#callDue(), Math.min(Math.max(0, next.due - this.#ticks()), longestTimer))
  }

  #callDue(): void {
    const until = this.#ticks()
    for (let next = this.#nextTimer(); next && next.due <= until; next = this.#nextTimer()) {
      this.#timers.delete(next)
      next.callback()
    }
    this.#setAlarm()
  }
}

/** Playwright emits no event when its clock moves, so its methods are wrapped. The store's time moves before the pages'. */
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

/** Milliseconds, `08`, `01:30` or `02:34:10`; Playwright itself refuses anything else. */
function toTicks(ticks: number | string): number {
  if (typeof ticks === 'number') return ticks
  const seconds = ticks.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Number.isNaN(seconds) ? 0 : seconds * 1000
}
