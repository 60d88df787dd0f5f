// Decides when a Worker that says nothing is given up: by looks at the time that count what passed between them, but never much.

import type { RealTime } from '../../base/real-time.ts'

/** Milliseconds between two looks. */
const lookEvery = 50

/**
 * The most that passes between two looks, in milliseconds: where more does, it was this thread that stood still (a frozen page, a machine
 * that slept), and the Worker with it; or it is a page in the background, which looks once a second.
 */
const mostPerLook = 200

export interface Silence {
  /** Something was heard. @param allowed milliseconds of silence from now on, where they change. */
  end(allowed?: number): void
  /** Nothing more is expected. */
  stop(): void
}

/**
 * @param time the platform's own, however a test has replaced it.
 * @param allowed milliseconds.
 * @param onOver is given the milliseconds since something was heard.
 */
export function watchSilence(time: RealTime, allowed: number, onOver: (after: number) => void): Silence {
  let most = allowed
  let heardAt = time.now()
  let last = heardAt
  let counted = 0
  let cancel = time.after(lookEvery, look)

  function look(): void {
    const now = time.now()
    counted += Math.min(now - last, mostPerLook)
    last = now
    if (counted >= most) onOver(now - heardAt)
    else cancel = time.after(Math.min(lookEvery, most - counted), look)
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
