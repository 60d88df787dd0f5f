// Measures how long others wait while a scavenge drops invisible events.

import type { Storage, Store } from 'rillbox/browser'
import { indexedDbStorage } from 'rillbox/browser'
import { batches, makeEvents } from './events.ts'
import { openRawDatabase } from './floor.ts'
import type { Figure } from './measure.ts'
import { admin, append, base, open } from './requests.ts'
import { collectGarbage, timed, timesDuring, usualMost } from './timing.ts'

/**
 * Appends one event after the other beside a scavenge, and beside another writer that appends as many events: every heavy writer meets the
 * pauses of the browser's database and the collections of the page's garbage.
 *
 * @param count of events that the scavenge drops.
 */
export async function appendsBesideScavenge(count: number): Promise<Figure[]> {
  const store = open('scavenge')
  await litter(store, count)
  const one = () => append(store, 'beside', makeEvents(1))
  const others = batches(makeEvents(count), 250)
  await rested()
  const besideWriter = await timesDuring(async () => {
    for (const batch of others) await append(store, 'another', batch)
  }, one)
  await rested()
  const besideScavenge = await timesDuring(() => scavenged(store), one)
  await checkCleared(store, count)
  await store.close()
  return compared(
    `appends while a scavenge drops ${count} events, against those while another writer appends as many`,
    besideScavenge,
    besideWriter,
  )
}

/**
 * Times how long each step of a scavenge holds the storage, and equally many plain writes of equally many events, with equal pauses.
 *
 * @param count of events that the scavenge drops.
 */
export async function scavengeSteps(count: number): Promise<Figure[]> {
  const watched = watchWrites(indexedDbStorage({ name: 'scavenge-steps' }))
  const store = open('scavenge-steps', { storage: watched.storage })
  await litter(store, count)
  await rested()
  watched.times.length = 0
  const milliseconds = await timed(() => scavenged(store))
  const steps = [...watched.times]
  await checkCleared(store, count)
  await store.close()

  const raw = await openRawDatabase('scavenge-floor')
  const busy = steps.reduce((sum, time) => sum + time, 0)
  const rest = (milliseconds - busy) / steps.length
  const written = batches(makeEvents(count), Math.ceil(count / steps.length))
  await rested()
  const writes: number[] = []
  for (const batch of written) {
    writes.push(await timed(() => raw.write(batch)))
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
  raw.close()
  return compared(`steps of that scavenge, for which an append has to wait, against plain writes of as many events`, steps, writes)
}

const compared = (what: string, times: readonly number[], floor: readonly number[]): Figure[] => [
  { name: `99 of 100 ${what}`, value: usualMost(times), floor: usualMost(floor), unit: 'ms' },
  { name: `longest of the ${what}`, value: Math.max(...times), floor: Math.max(...floor), unit: 'ms' },
]

/** Starts a scavenge and waits until its log says that it is over. */
async function scavenged(store: Pick<Store, 'fetch'>): Promise<void> {
  const started = await store.fetch(
    new Request(`${base}/admin/scavenge`, { method: 'POST', headers: { ...admin, accept: 'application/json' } }),
  )
  const { scavengeId } = (await started.json()) as { scavengeId: string }
  const log = new Request(`${base}/streams/$scavenges-${scavengeId}/head`, {
    headers: { ...admin, accept: 'application/vnd.eventstore.event+json' },
  })
  for (;;) {
    const { eventType } = (await (await store.fetch(log.clone())).json()) as { eventType?: string }
    if (eventType === '$scavengeCompleted') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Lets the page collect the garbage of the preparation, and the database tidy up: a major collection of that takes 40 to 70 ms by itself,
 * and would count as a wait.
 */
async function rested(): Promise<void> {
  collectGarbage()
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

/** Most events are in one long stream, the others in many small ones: both limits of a step are reached. */
async function litter(store: Pick<Store, 'fetch'>, count: number): Promise<void> {
  for (const batch of batches(makeEvents(count), 500)) await append(store, 'long', batch)
  for (let index = 0; index < count / 20; index++) {
    await append(store, `small-${index}`, makeEvents(2))
    await store.fetch(new Request(`${base}/streams/small-${index}`, { method: 'DELETE', headers: admin }))
  }
  await append(store, '$$long', [{ eventId: crypto.randomUUID(), eventType: '$metadata', data: { $maxCount: 10 } }])
}

/** Checks that few invisible events are left: a scavenge leaves each deleted stream its last event. */
async function checkCleared(store: Pick<Store, 'snapshot'>, count: number): Promise<void> {
  const left = (await store.snapshot()).events.filter(({ stream }) => stream === 'long' || stream.startsWith('small-'))
  if (left.length > 10 + count / 20) throw new Error(`The scavenge left ${left.length} events.`)
}

/** Times how long each write holds the storage. */
function watchWrites(storage: Storage): { readonly storage: Storage; readonly times: number[] } {
  const times: number[] = []
  const write: Storage['write'] = async (work) => {
    let started = 0
    const result = await storage.write((tx) => {
      started = performance.now()
      return work(tx)
    })
    times.push(performance.now() - started)
    return result
  }
  return { storage: { ...storage, write }, times }
}
