// Decides when to give up a silent Worker: sums the time between checks of the clock, each up to a maximum.

import type { RealTime } from '../../base/time/real-time.ts'

/** Milliseconds between two checks. */
const checkEvery = 50

/**
 * The most milliseconds that count between two checks. A longer gap means that this thread stood still (a frozen page, a sleeping
 * machine), and the Worker with it; or that a background page throttles timers to one a second.
 */
const mostPerCheck = 200

export interface Silence {
  /** The Worker gave a sign of life. @param allowed milliseconds of silence from now on, where they change. */
  end(allowed?: number): void
  /** No more signs are expected. */
  stop(): void
}

/**
 * @param time the platform's real time, even where a test fakes the clock.
 * @param allowed milliseconds of silence.
 * @param onOver receives the milliseconds since the last sign of life.
 */
export function watchSilence(time: RealTime, allowed: number, onOver: (after: number) => void): Silence {
  let most = allowed
  let heardAt = time.now()
  let last = heardAt
  let counted = 0
  let cancel = time.after(checkEvery, check)

  function check(): void {
    const now = time.now()
    counted += Math.min(now - last, mostPerCheck)
    last = now
    if (counted >= most) onOver(now - heardAt)
    else cancel = time.after(Math.min(checkEvery, most - counted), check)
  }

  return {
    end(allowedNow = most) {
      most = allowedNow
      heardAt = time.now()
      last = heardAt
      counted = 0
    },
    stop: () => cancel(),
  }
}
