// Plays steps one after the other: slowly enough to read a few, fast enough to see thousands pass.

/** Milliseconds per step, and the most for a whole run. */
const pace = 700
const longest = 20_000
/** Milliseconds between two frames at most speed. */
const shortest = 50

export class Playback {
  readonly #onTick: () => void
  #timer: ReturnType<typeof setInterval> | undefined
  /** Steps per tick. */
  #stride = 1

  /** @param onTick moves on, with `nextPlace`. */
  constructor(onTick: () => void) {
    this.#onTick = onTick
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined
  }

  /** @param ahead number of steps until the end. */
  start(ahead: number): void {
    this.stop()
    if (ahead <= 0) return
    const { milliseconds, stride } = tempo(ahead)
    this.#stride = stride
    this.#timer = setInterval(this.#onTick, milliseconds)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * Stops at the end, and at the first step where the reader wants to stop.
   *
   * @returns the place to go to; undefined if there is none.
   */
  nextPlace(place: number, last: number, isStop: (place: number) => boolean): number | undefined {
    const goal = Math.min(place + this.#stride, last)
    for (let next = place + 1; next <= goal; next++) {
      if (!isStop(next) && next < last) continue
      this.stop()
      return next
    }
    if (goal <= place) this.stop()
    return goal > place ? goal : undefined
  }
}

/** The time between two ticks, and the steps of each. */
export function tempo(ahead: number): { readonly milliseconds: number; readonly stride: number } {
  const milliseconds = Math.min(pace, Math.max(shortest, longest / ahead))
  return { milliseconds, stride: Math.max(1, Math.round((ahead * milliseconds) / longest)) }
}
