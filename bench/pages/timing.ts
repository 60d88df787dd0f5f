// Repeats a piece of work and says how long it took.

/** The middle of the times of `rounds` runs, in milliseconds, after some that nobody counts. */
export async function median(rounds: number, work: (round: number) => Promise<unknown>, warmUp = Math.ceil(rounds / 5)): Promise<number> {
  for (let round = -warmUp; round < 0; round++) await work(round)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(() => work(round)))
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)]!
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
