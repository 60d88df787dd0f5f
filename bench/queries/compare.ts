// Measures what a comparison of two queries costs beside one run of each, over 10,000 events; prints one line of JSON.
//
//   node bench/queries/compare.ts [--events 10000]
//
// Processor time of the process, in which the engine of queries runs; the shortest of some rounds in turns.

import { parseArgs } from 'node:util'
import { compareTraces } from '../../src/engine/queries/compare/compare.ts'
import type { TracePart } from '../../src/engine/observe/trace.ts'
import { createStore } from '../../src/engine/store.ts'

const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } })
const count = Number(values.events)

const store = createStore({ systemProjections: false, queries: 'in-process' })
for (let from = 0; from < count; from += 500) {
  const events = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({ type: 'OrderPlaced', data: { total: from + index } }))
  await store.append(`order-${from % 7}`, events)
}
const query = (extra: string): string =>
  `fromAll().when({ $init: () => ({ count: 0, sum: 0 }), OrderPlaced: (state, event) => { state.count++; state.sum += event.data.total${extra} } })`
const [one, other] = [query(''), query(' + 1')]

async function consume(parts: AsyncIterable<TracePart>): Promise<void> {
  for await (const part of parts) if (part.kind === 'ended' && part.fault) throw new Error(part.fault.message)
}

async function inTurns(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 5; round++) {
    for (const [index, work] of works.entries()) {
      const begun = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(begun)
      best[index] = Math.min(best[index]!, (user + system) / 1000)
    }
  }
  return best
}

const [compared, first, second] = (await inTurns(
  async () => await compareTraces(store.trace(one), store.trace(other)),
  async () => await consume(store.trace(one)),
  async () => await consume(store.trace(other)),
)) as [number, number, number]
await store.close()
const times = Math.round((compared / (first + second)) * 100) / 100
console.log(JSON.stringify({ events: count, compare: Math.round(compared), runs: [Math.round(first), Math.round(second)], times }))
