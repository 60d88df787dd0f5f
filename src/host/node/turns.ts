// Lets a few answers be made at once, so that a crowd of readers does not have all of theirs in memory together.

import type { RealTime } from '../../base/time/real-time.ts'
import { realTime } from '../../base/time/real-time.ts'

/** More would not be faster: one thread makes them all. */
const most = 16

/** Milliseconds after which a turn is over at the latest: an answer may be delayed on purpose, and others need not wait for it. */
const longest = 1000

export class Turns {
  readonly #queue: (() => void)[] = []
  readonly #time: RealTime
  #taken = 0

  constructor(time: RealTime = realTime) {
    this.#time = time
  }

  /** Waits for a turn. @returns a function that ends it; further calls do nothing. */
  async take(): Promise<() => void> {
    if (this.#taken < most) this.#taken += 1
    else await new Promise<void>((resolve) => this.#queue.push(resolve))
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      cancel()
      // The next one gets this place.
      const next = this.#queue.shift()
      if (next) next()
      else this.#taken -= 1
    }
    const cancel = this.#time.after(longest, end, { background: true })
    return end
  }
}
