// Measures many stores of one process: what a store for each test costs, and whether they slow each other down.
//
//   npm run guest && npx node bench/stores.ts [--stores 200]
//
// Prints one line of JSON per figure. Ratios are taken within one run; starts in processor time, which other work on the machine does not lengthen.

import { parseArgs } from 'node:util'
import { createStore, serve } from '../src/server.ts'
import { garbageCollector } from '../e2e/soak/garbage-collector.ts'

const { values } = parseArgs({ options: { stores: { type: 'string', default: '200' } } })
const count = Number(values.stores)

const print = (name: string, figures: Readonly<Record<string, number>>): void =>
  console.log(
    JSON.stringify({ name, ...Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(value.toPrecision(3))])) }),
  )

const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)]!

const collectGarbage = garbageCollector()

/** Milliseconds of this process's processors. */
const used = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Megabytes: what the process holds, with what the load before has left behind, and the objects in it, which tell the stores alone. */
function memory(): { readonly process: number; readonly heap: number } {
  collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { process: rss / 1e6, heap: (heapUsed + external) / 1e6 }
}

const served = await serve({ port: 0, control: true, security: 'insecure', warn: () => undefined })
const url = `http://127.0.0.1:${served.port}`

async function openOne(): Promise<string> {
  const response = await fetch(`${url}/-/stores`, { method: 'POST' })
  if (response.status !== 201) throw new Error(`A store was answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { url: string }).url
}

/** Appends and reads in turn, one request after the other; `lanes` at once. @returns milliseconds of each request. */
async function load(bases: readonly string[], requests: number, lanes: number): Promise<readonly number[]> {
  const times: number[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let n = next++; n < requests; n = next++) {
      const base = bases[n % bases.length]!
      const begun = performance.now()
      const response =
        n % 2 === 0
          ? await fetch(`${base}/streams/orders`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'ES-EventType': 'Placed', 'ES-EventId': crypto.randomUUID() },
              body: '{"total":12}',
            })
          : await fetch(`${base}/streams/orders/0/forward/20`, { headers: { Accept: 'application/vnd.eventstore.atom+json' } })
      await response.arrayBuffer()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return times
}

/**
 * The processor time of one start of each kind, in turn: whatever warms up, warms up for both. The client of the requests works in this process
 * too, so a request that does nothing is measured beside them. One follows `createStore()` as well: a store goes on starting its projections
 * while an answer is on its way, and for that both have the same time.
 */
async function starts(rounds: number): Promise<{ readonly alone: number; readonly served: number; readonly request: number }> {
  const [alone, named, requests]: [number[], number[], number[]] = [[], [], []]
  const nothing = async (): Promise<void> => void (await (await fetch(`${url}/-/clock`)).arrayBuffer())
  for (let round = 0; round < rounds; round++) {
    let begun = used()
    const store = createStore({ security: 'insecure' })
    await store.ready()
    await nothing()
    alone.push(used() - begun)
    await store.close()
    begun = used()
    await nothing()
    requests.push(used() - begun)
    begun = used()
    const base = await openOne()
    named.push(used() - begun)
    await fetch(`${url}/-/stores/${base.split('/').at(-1)!}`, { method: 'DELETE' })
  }
  const middle = (times: readonly number[]): number => percentile(times.slice(5), 0.5)
  const request = middle(requests)
  return { alone: middle(alone) - request, served: middle(named) - request, request }
}

const { alone, served: named, request } = await starts(65)
print('start, milliseconds of processor without the request', {
  'createStore()': alone,
  'POST /-/stores': named,
  'a request of nothing': request,
  ratio: named / alone,
})

const [first] = [await openOne()]
await load([first], 1000, 8)
const one = await load([first], 2000, 8)
const before = memory()
const begun = performance.now()
const all = [first, ...(await Promise.all(Array.from({ length: count - 1 }, openOne)))]
const opening = performance.now() - begun
const after = memory()
print(`memory of ${count} stores, MB`, {
  before: before.process,
  after: after.process,
  'heap before': before.heap,
  'heap after': after.heap,
  'each, kB of heap': ((after.heap - before.heap) * 1000) / (count - 1),
  'opening, ms': opening,
})
await load(all, 2 * count, 8)
const many = await load(all, 2000, 8)
const [p95OfOne, p95OfAll] = [percentile(one, 0.95), percentile(many, 0.95)]
print('p95 of a request, milliseconds', { one: p95OfOne, [`${count}`]: p95OfAll, ratio: p95OfAll / p95OfOne })
await served.close()
