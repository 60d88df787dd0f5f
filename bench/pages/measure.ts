// The measurements, each as a function that the runner calls in a fresh page.

import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import type { Storage, Store } from 'rillbox/browser'
import { indexedDbStorage, startStore, storeHandlers } from 'rillbox/browser'
import { batches, makeEvents, queries } from './events.ts'
import { openRawDatabase } from './floor.ts'
import { bareRuns, projectionRuns } from './projections.ts'
import { admin, append, base, open, project, state } from './requests.ts'
import { longest, median, timed } from './timing.ts'

/** One figure and what the platform alone needs for the same. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly floor?: number
  readonly unit: 'ms' | 'kB' | 'score'
  /** How many events were handled meanwhile. */
  readonly events?: number
}

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
 * Lets the page collect what the preparation left behind, and the database tidy up: a major collection of that takes 40 to 70 ms by itself,
 * and would be counted as somebody's wait.
 */
async function rested(): Promise<void> {
  if (!globalThis.gc) throw new Error('The browser has to be started with --js-flags=--expose-gc.')
  globalThis.gc()
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

/** Most events stand in one long stream, the others in many small ones: a step of the scavenge is full in two ways. */
async function litter(store: Pick<Store, 'fetch'>, count: number): Promise<void> {
  for (const batch of batches(makeEvents(count), 500)) await append(store, 'long', batch)
  for (let index = 0; index < count / 20; index++) {
    await append(store, `small-${index}`, makeEvents(2))
    await store.fetch(new Request(`${base}/streams/small-${index}`, { method: 'DELETE', headers: admin }))
  }
  await append(store, '$$long', [{ eventId: crypto.randomUUID(), eventType: '$metadata', data: { $maxCount: 10 } }])
}

/** Checks that little is left of what nobody can see: a scavenge leaves each deleted stream its last event. */
async function checkCleared(store: Pick<Store, 'snapshot'>, count: number): Promise<void> {
  const left = (await store.snapshot()).events.filter(({ stream }) => stream === 'long' || stream.startsWith('small-'))
  if (left.length > 10 + count / 20) throw new Error(`The scavenge left ${left.length} events.`)
}

/** Times how long each write has the storage for itself. */
function watchWrites(storage: Storage): { readonly storage: Storage; start(): void; longest(): number } {
  let most = 0
  const write: Storage['write'] = async (work) => {
    let started = 0
    const result = await storage.write((tx) => {
      started = performance.now()
      return work(tx)
    })
    most = Math.max(most, performance.now() - started)
    return result
  }
  return { storage: { ...storage, write }, start: () => (most = 0), longest: () => most }
}

export const measurements = {
  async request(): Promise<Figure[]> {
    const store = open('request')
    await append(store, 'small', makeEvents(20))
    const page = `${base}/streams/small/head/backward/20?embed=body`
    const init = { headers: { accept: 'application/vnd.eventstore.atom+json' } }
    const answer = await store.fetch(new Request(page, init))
    const body = await answer.text()
    const ready = http.get('http://static.example/page', () => new Response(body, { headers: { 'content-type': 'application/json' } }))
    await setupWorker(ready, ...storeHandlers(store, { baseUrl: base })).start({ quiet: true, onUnhandledFrame: 'bypass' })
    const read = (url: string) => async () => (await fetch(url, init)).text()
    const floor = await median(300, read('http://static.example/page'))
    return [
      {
        name: 'GET of a page of 20 through msw, against a ready answer through msw',
        value: await median(300, read(page)),
        floor,
        unit: 'ms',
      },
    ]
  },

  async append(): Promise<Figure[]> {
    const store = open('append')
    const raw = await openRawDatabase('append-floor')
    const figures: Figure[] = []
    for (const [size, rounds] of [
      [1, 300],
      [500, 30],
    ] as const) {
      const events = (round: number) => makeEvents(size).map((event) => ({ ...event, round }))
      const stored = (round: number) =>
        events(round).map(({ eventId, eventType, data }, number) => ({
          id: eventId,
          type: eventType,
          data: JSON.stringify(data),
          metadata: '',
          isJson: true,
          stream: `append-${size}`,
          number,
          created: Date.now(),
        }))
      const ready = Array.from({ length: rounds * 2 }, (_, round) => [events(round), stored(round)] as const)
      const floor = await median(rounds, (round) => raw.write(ready[round + rounds]![1]))
      const value = await median(rounds, (round) => append(store, `append-${size}`, ready[round + rounds]![0]))
      figures.push({
        name: `append of ${size} through store.fetch, against one IndexedDB record of the same events`,
        value,
        floor,
        unit: 'ms',
      })
    }
    await store.close()
    raw.close()
    return figures
  },

  async visible(): Promise<Figure[]> {
    const store = open('visible')
    await append(store, 'bench', makeEvents(1))
    await project(store, 'seen', queries.counting.query('bench'))
    await store.settled()
    let count = 1
    const value = await median(60, async () => {
      await append(store, 'bench', makeEvents(1))
      count += 1
      while ((JSON.parse(await state(store, 'seen')) as { count: number }).count < count)
        await new Promise((resolve) => setTimeout(resolve))
    })
    await store.close()
    return [{ name: 'from an append to the new state in an answer', value, unit: 'ms' }]
  },

  async scavenge(count: number): Promise<Figure[]> {
    const store = open('scavenge')
    await litter(store, count)
    const one = () => append(store, 'beside', makeEvents(1))
    // Whoever writes much meets the pauses of the browser's database: another writer of as many events is what a scavenge compares with.
    const others = batches(makeEvents(count), 250)
    await rested()
    const floor = await longest(one, async () => {
      for (const batch of others) await append(store, 'another', batch)
    })
    await rested()
    const value = await longest(one, () => scavenged(store))
    await checkCleared(store, count)
    await store.close()

    const watched = watchWrites(indexedDbStorage({ name: 'scavenge-steps' }))
    const alone = open('scavenge-steps', { storage: watched.storage })
    await litter(alone, count)
    await rested()
    watched.start()
    await scavenged(alone)
    const longestWrite = watched.longest()
    await checkCleared(alone, count)
    await alone.close()
    return [
      {
        name: `longest append while a scavenge drops ${count} events, against the longest while somebody appends as many`,
        value,
        floor,
        unit: 'ms',
      },
      { name: 'longest write of that scavenge, for which an append would have to wait', value: longestWrite, unit: 'ms' },
    ]
  },

  async start(): Promise<Figure[]> {
    const first = await timed(async () => void (await startStore({ baseUrl: base, name: 'start' })))
    return [{ name: 'start of an empty store, worker script and first answer included', value: first, unit: 'ms' }]
  },

  /** In a page of its own, after `start`: the worker is registered and the database is there. */
  async restart(): Promise<Figure[]> {
    const again = await timed(async () => void (await startStore({ baseUrl: base, name: 'start' })))
    return [{ name: 'start of a store that was there before', value: again, unit: 'ms' }]
  },
}

declare global {
  interface Window {
    measurements: typeof measurements
    projectionRuns: typeof projectionRuns
    bareRuns: typeof bareRuns
  }
}

Object.assign(window, { measurements, projectionRuns, bareRuns })
