// Repeats a piece of work and says how long it took.

/** The middle of the times of `rounds` runs, in milliseconds, after some uncounted ones. */
export async function median(rounds: number, work: (round: number) => Promise<unknown>, warmUp = Math.ceil(rounds / 5)): Promise<number> {
  for (let round = -warmUp; round < 0; round++) await work(round)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(() => work(round)))
  return middle(times)
}

/** The median; of an even number of times, the mean of the two in the middle. */
export function middle(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds of each run, one after the other, as long as something else goes on. */
export async function timesDuring(meanwhile: () => Promise<void>, work: () => Promise<unknown>): Promise<number[]> {
  let isOver = false
  const over = meanwhile().finally(() => (isOver = true))
  const times: number[] = []
  while (!isOver) times.push(await timed(work))
  await over
  return times
}

/** The 99th percentile of the times. */
export const usualMost = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!

/** Collects the garbage of a preparation, which would count against the work behind it. */
export function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('The browser has to be started with --js-flags=--expose-gc.')
  globalThis.gc()
}
