// Stores with many projections in a page: their events, a start, and a hand-over to another tab.

import type { Store } from 'rillbox/browser'
import { makeEvents } from './events.ts'
import { append, base, open, project, state } from './requests.ts'

/** Reads a category, as most projections do. */
const query = "fromCategory('order').foreachStream().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })"

const stores = new Map<string, Store>()

/** Opens the database, and makes sure that it has this many projections, which have handled an event. */
export async function openMany(name: string, projections: number): Promise<void> {
  const store = open(name)
  stores.set(name, store)
  for (let n = 0; n < projections; n++) await project(store, `p${n}`, query)
  await append(store, 'order-1', makeEvents(1))
  await store.settled()
}

/** One event after the other, each awaited by all projections. */
export async function eventsOfMany(name: string, rounds: number): Promise<void> {
  const store = stores.get(name)!
  for (let round = 0; round < rounds; round++) {
    await append(store, 'order-1', makeEvents(1))
    await store.settled()
  }
}

/** Opens the database until it answers. */
export async function answerOfMany(name: string): Promise<void> {
  const store = open(name)
  stores.set(name, store)
  const answer = await store.fetch(new Request(`${base}/streams/order-1/0`, { headers: { accept: 'application/json' } }))
  if (answer.status !== 200) throw new Error(`The store answered ${answer.status}.`)
}

export const settledMany = (name: string): Promise<void> => stores.get(name)!.settled()

/** Ends the page's store, as a tab does that goes away. */
export const closeMany = (name: string): Promise<void> => stores.get(name)!.close()

/** @returns the milliseconds from an event until all projections have counted it. */
export async function nextEventOfMany(name: string, projections: number): Promise<number> {
  const store = stores.get(name)!
  const count = async (projection: number): Promise<number> => {
    const text = await state(store, `p${projection}`, 'order-1')
    return text === '' ? 0 : (JSON.parse(text) as { n: number }).n
  }
  const before = await count(0)
  const begun = performance.now()
  await append(store, 'order-1', makeEvents(1))
  for (let n = 0; n < projections;) {
    if ((await count(n)) > before) n++
    else await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return performance.now() - begun
}
