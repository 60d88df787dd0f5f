// Counts how much a store reads from its storage while the system projections keep up with appends, as stores run by default.

import { expect, test } from 'vitest'
import type { Range, ReadTransaction, Storage } from '../../storage/storage.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

/** Reads since the storage was opened. */
interface Counts {
  /** Reads of single streams, and the events that they brought. */
  streamReads: number
  streamEvents: number
  /** Events that reads of the log brought. */
  logEvents: number
}

function counted(storage: Storage): { readonly storage: Storage; readonly counts: Counts } {
  const counts: Counts = { streamReads: 0, streamEvents: 0, logEvents: 0 }
  const watch = <T extends ReadTransaction>(tx: T): T => ({
    ...tx,
    async stream(stream: string, range: Range) {
      const events = await tx.stream(stream, range)
      counts.streamReads++
      counts.streamEvents += events.length
      return events
    },
    async log(range: Range) {
      const events = await tx.log(range)
      counts.logEvents += events.length
      return events
    },
  })
  const watched: Storage = {
    ...storage,
    read: (work) => storage.read((tx) => work(watch(tx))),
    write: (work) => storage.write((tx) => work(watch(tx))),
  }
  return { storage: watched, counts }
}

const base = 'http://localhost:2113'
const authorization = `Basic ${btoa('admin:changeit')}`

async function append(store: Store, stream: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: crypto.randomUUID(),
    eventType: n % 4 ? 'Ordered' : 'Refunded',
    data: { n },
  }))
  await post(store, stream, events)
}

const setMetadata = (store: Store, stream: string, metadata: object): Promise<void> =>
  post(store, `$$${stream}`, [{ eventId: crypto.randomUUID(), eventType: '$metadata', data: metadata }])

async function post(store: Store, stream: string, events: readonly unknown[]): Promise<void> {
  const headers = { 'content-type': 'application/vnd.eventstore.events+json', authorization }
  const request = new Request(`${base}/streams/${encodeURIComponent(stream)}`, { method: 'POST', headers, body: JSON.stringify(events) })
  expect((await store.fetch(request)).status).toBe(201)
}

/** Lets pending tasks run, as a client does between two requests. */
const task = () => new Promise((resolve) => setTimeout(resolve))

const repeat = async (times: number, work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < times; round++) {
    await work(round)
    await task()
  }
}

const shapes: readonly [name: string, events: number, fill: (store: Store) => Promise<void>][] = [
  ['10 batches of 500 to one stream', 5000, (store) => repeat(10, () => append(store, 'order-1', 500))],
  ['300 events to one stream one by one', 300, (store) => repeat(300, () => append(store, 'order-1', 1))],
  ['300 events to as many streams', 300, (store) => repeat(300, (round) => append(store, `order-${round}`, 1))],
  [
    'batches with changes of the metadata between them',
    5010,
    (store) =>
      repeat(10, async (round) => {
        await append(store, 'order-1', 500)
        await setMetadata(store, 'order-1', { $maxCount: 1000 + round })
      }),
  ],
]

/** @param open a storage with no other user. */
export function defaultConfigurationContract(name: string, open: () => Storage): void {
  test.each(shapes)(`${name}: the system projections read no stream for %s`, { timeout: 40_000 }, async (_, events, fill) => {
    const { storage, counts } = counted(open())
    const store = createStore({ baseUrl: base, storage })
    await store.settled()
    await fill(store)
    await store.settled()
    // Writing reads no more than the ends of streams.
    expect(counts.streamReads).toBeLessThan(2 * events + 200)
    expect(counts.streamEvents).toBeLessThan(2 * events + 200)
    // Each of the five reads each event about once, and each link that the others make of it.
    expect(counts.logEvents).toBeLessThan(5 * 7 * events + 1000)
    const accept = 'application/vnd.eventstore.event+json'
    const last = await store.fetch(new Request(`${base}/streams/$ce-order/head`, { headers: { accept, authorization } }))
    expect(last.status).toBe(200)
    await store.close()
  })
}
