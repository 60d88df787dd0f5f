// Limits the time for parsing and translating a text: counts what the machine spends on it, not what it spends elsewhere.

/** Thrown where a text takes too long. */
export class TooLong extends Error {
  /** Milliseconds. */
  readonly took: number

  constructor(took: number) {
    super('The text takes too long.')
    this.took = took
  }
}

/** Steps between two looks at the clock. */
const steps = 64

/** The most milliseconds that so few steps take: a longer gap is a busy machine or a frozen tab. */
const longestGap = 5

export class Effort {
  readonly #limit: number
  readonly #now: () => number
  #last: number
  #left = steps
  #took = 0

  /** @param limit milliseconds. */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
    this.#last = now()
  }

  /** Milliseconds until now. */
  get took(): number {
    return this.#took
  }

  /** One token is read, or one node visited. @throws TooLong */
  step(): void {
    this.#left -= 1
    if (this.#left > 0) return
    this.#left = steps
    const now = this.#now()
    this.#took += Math.min(now - this.#last, longestGap)
    this.#last = now
    if (this.#took >= this.#limit) throw new TooLong(this.#took)
  }
}
