// Decides when to give up a silent Worker: sums the time between checks of the clock, each up to a maximum.

import type { RealTime } from '../../base/time/real-time.ts'

/** Milliseconds between two checks. */
const checkEvery = 50

/**
 * The most milliseconds that count between two checks. A longer gap means that this thread stood still (a frozen page, a sleeping
 * machine), and the Worker with it; or that a background page throttles timers to one a second.
 */
const mostPerCheck = 200

/** Watches from its creation until it is stopped. */
export class Silence {
  readonly #time: RealTime
  readonly #onOver: (after: number) => void
  /** Milliseconds of silence that are allowed. */
  #allowed: number
  #lastSign: number
  #lastCheck: number
  /** Milliseconds that count since the last sign of life. */
  #counted = 0
  #cancelTimer: () => void

  /**
   * @param time the platform's real time, even where a test fakes the clock.
   * @param allowed milliseconds of silence.
   * @param onOver receives the milliseconds since the last sign of life.
   */
  constructor(time: RealTime, allowed: number, onOver: (after: number) => void) {
    this.#time = time
    this.#onOver = onOver
    this.#allowed = allowed
    this.#lastSign = this.#lastCheck = time.now()
    this.#cancelTimer = time.after(checkEvery, () => this.#check())
  }

  /** The Worker gave a sign of life. @param allowed milliseconds of silence from now on, where they change. */
  end(allowed = this.#allowed): void {
    this.#allowed = allowed
    this.#lastSign = this.#lastCheck = this.#time.now()
    this.#counted = 0
  }

  /** No more signs are expected. */
  stop(): void {
    this.#cancelTimer()
  }

  #check(): void {
    const now = this.#time.now()
    this.#counted += Math.min(now - this.#lastCheck, mostPerCheck)
    this.#lastCheck = now
    if (this.#counted >= this.#allowed) this.#onOver(now - this.#lastSign)
    else this.#cancelTimer = this.#time.after(Math.min(checkEvery, this.#allowed - this.#counted), () => this.#check())
  }
}
