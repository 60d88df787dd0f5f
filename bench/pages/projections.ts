// Times one query over many events in a page, again and again: with a fresh store each time, or with the bare loop.

import type { BenchEvent, BenchQuery } from './events.ts'
import { batches, makeEvents, queries } from './events.ts'
import { bareLoop } from './floor.ts'
import { append, open, project, state } from './requests.ts'
import { collectGarbage, timed } from './timing.ts'

export type QueryName = keyof typeof queries

const eventsOf = (name: QueryName, count: number): BenchEvent[] =>
  makeEvents(count, name === 'partitioned' ? Math.min(10_000, count / 2) : 50)

const inTurn = async (runs: number, run: (index: number) => Promise<number>): Promise<number[]> => {
  const times: number[] = []
  for (let index = 0; index < runs; index++) times.push(await run(index))
  return times
}

/** @returns the milliseconds of each run, from the request that creates the projection until it has settled. */
export function projectionRuns(name: QueryName, count: number, runs: number): Promise<number[]> {
  const { query }: BenchQuery = queries[name]
  return inTurn(runs, async (index) => {
    const store = open(`projection-${name}-${index}`)
    for (const batch of batches(eventsOf(name, count), 500)) await append(store, 'bench', batch)
    await store.settled()
    collectGarbage()
    const milliseconds = await timed(async () => {
      await project(store, name, query('bench'))
      await store.settled()
    })
    const seen = JSON.parse(await state(store, name, name === 'partitioned' ? 'customer-0' : '')) as Record<string, number>
    if (!Object.values(seen).some((figure) => figure > 0)) throw new Error(`${name} did not count`)
    await store.close()
    return milliseconds
  })
}

/** @returns the milliseconds of each run. */
export function bareRuns(name: QueryName, count: number, runs: number): Promise<number[]> {
  const { floor }: BenchQuery = queries[name]
  const texts = batches(eventsOf(name, count), 500).map((batch) => JSON.stringify(batch))
  return inTurn(runs, () => bareLoop(floor, texts))
}
