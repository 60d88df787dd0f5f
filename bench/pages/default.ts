// Times appends and page reads, beside the system projections (the default) and without them.

import { batches, makeEvents } from './events.ts'
import type { Figure } from './measure.ts'
import { append, base, open } from './requests.ts'
import { middle, timed } from './timing.ts'

export interface AppendTimes {
  /** Milliseconds of each batch. */
  readonly batches: readonly number[]
  /** Milliseconds from the last answer until every projection has passed it. */
  readonly caughtUp: number
}

/** Appends 10 batches of 500 events to one stream, one after the other. @param name of the database. */
export async function appendTimes(name: string, systemProjections: boolean): Promise<AppendTimes> {
  const store = open(name, { systemProjections })
  await store.settled()
  const times: number[] = []
  for (const batch of batches(makeEvents(5000), 500)) times.push(await timed(() => append(store, 'order-1', batch)))
  const caughtUp = await timed(() => store.settled().then(() => undefined))
  await store.close()
  return { batches: times, caughtUp }
}

/** Milliseconds of 100 page reads, begun when `count` events have just been appended. @param name of the database. */
export async function readTimes(name: string, systemProjections: boolean, count: number): Promise<readonly number[]> {
  const store = open(name, { systemProjections })
  await store.settled()
  const all = batches(makeEvents(count), 500)
  for (const batch of all) await append(store, 'order-1', batch)
  const page = new Request(`${base}/streams/order-1/40/forward/20?embed=body`, {
    headers: { accept: 'application/vnd.eventstore.atom+json' },
  })
  const times: number[] = []
  for (let read = 0; read < 100; read++) {
    times.push(await timed(async () => void (await (await store.fetch(page.clone())).text())))
    // Like a page that waits for its user.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await store.settled()
  await store.close()
  return times
}

/** In turn, so that both share the good and bad moments of the machine. */
export async function defaultConfiguration(count: number): Promise<Figure[]> {
  const bare = await appendTimes('default-off', false)
  const own = await appendTimes('default-on', true)
  const bareReads = await readTimes('default-reads-off', false, count)
  const reads = await readTimes('default-reads-on', true, count)
  const appends = 'of 10 appends of 500 to one stream beside the system projections, against those without'
  const pages = `of 100 reads of a page right behind ${count} appended events, beside the system projections, against those without`
  return [
    ...compared(appends, own.batches, bare.batches),
    { name: 'from the last of these appends until all projections are caught up', value: own.caughtUp, floor: bare.caughtUp, unit: 'ms' },
    ...compared(pages, reads, bareReads),
  ]
}

const compared = (what: string, times: readonly number[], floor: readonly number[]): Figure[] => [
  { name: `shortest ${what}`, value: Math.min(...times), floor: Math.min(...floor), unit: 'ms' },
  { name: `median ${what}`, value: middle(times), floor: middle(floor), unit: 'ms' },
  { name: `longest ${what}`, value: Math.max(...times), floor: Math.max(...floor), unit: 'ms' },
]
