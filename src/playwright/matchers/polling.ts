// Repeats a check until it holds, or the time is up.

/** The finding of one look. */
export interface Look {
  readonly pass: boolean
  /** No later look can find anything else. */
  readonly final?: boolean
  /** For the failure message: the actual value. */
  readonly explain: () => string | Promise<string>
}

export interface PollOptions {
  /** Waits until it does not hold. */
  readonly isNot: boolean
  /** In milliseconds. */
  readonly timeout: number
}

/** Milliseconds between looks; the last one repeats. A look asks this process only, so the first ones come soon. */
const pauses = [5, 10, 20, 50, 100, 250]

/** @returns the last look. */
export async function poll(look: () => Promise<Look>, { isNot, timeout }: PollOptions): Promise<Look> {
  const deadline = performance.now() + timeout
  for (let round = 0; ; round++) {
    const seen = await look()
    const left = deadline - performance.now()
    if (seen.pass !== isNot || seen.final || left <= 0) return seen
    const pause = pauses[Math.min(round, pauses.length - 1)]!
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
  }
}
