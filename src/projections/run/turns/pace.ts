// Lets the system projections take the events of several appends together: each time costs them as much as many events do.

import { isHidden } from '../../../base/platform/visibility.ts'
import type { RealTime } from '../../../base/time/real-time.ts'
import { areTimersFaked, realTime } from '../../../base/time/real-time.ts'

/** Milliseconds from one waking to the next. */
const interval = 5

export class Pace<Sleeper extends { wake(): void }> {
  readonly #time: RealTime | undefined
  readonly #held = new Set<Sleeper>()
  #wokenAt = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined
  #hurries = 0

  /** @param time undefined where no timer can be trusted to fire: then nobody is held. */
  constructor(time = areTimersFaked ? undefined : realTime) {
    this.#time = time
  }

  /** Whether someone is to be woken. */
  get isHolding(): boolean {
    return this.#held.size > 0
  }

  /**
   * Wakes all of them, now or soon: after a longer rest the first event waits for nothing.
   *
   * @param isAside whether even that one waits, because others have more urgent work.
   */
  wake(sleepers: readonly Sleeper[], isAside = false): void {
    if (sleepers.length === 0) return
    for (const sleeper of sleepers) this.#held.add(sleeper)
    const time = this.#time
    const left = time ? (isAside ? 0 : this.#wokenAt - time.now()) + interval : 0
    // The browser lets timers of a hidden page wait for seconds.
    if (!time || left <= 0 || this.#hurries > 0 || isHidden()) this.#wakeNow()
    else this.#cancelTimer ??= time.after(left, () => this.#wakeNow())
  }

  /** Somebody waits for all of them: nobody is held until the returned function is called. */
  hurry(): () => void {
    this.#hurries++
    this.#wakeNow()
    return () => void this.#hurries--
  }

  /** Forgets whom to wake. */
  stop(): void {
    this.#held.clear()
    this.#endTimer()
  }

  #wakeNow(): void {
    this.#endTimer()
    if (this.#held.size === 0) return
    this.#wokenAt = this.#time?.now() ?? 0
    const woken = [...this.#held]
    this.#held.clear()
    for (const sleeper of woken) sleeper.wake()
  }

  #endTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }
}
