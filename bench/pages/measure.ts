// The measurements, each as a function that the runner calls in a fresh page.

import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { startStore, storeHandlers } from 'rillbox/browser'
import { appendTimes, defaultConfiguration, readTimes } from './default.ts'
import { makeEvents } from './events.ts'
import { openRawDatabase } from './floor.ts'
import { grow, growthTimes } from './growth.ts'
import { liveEvents } from './live.ts'
import { answerOfMany, closeMany, eventsOfMany, nextEventOfMany, openMany, settledMany } from './many.ts'
import { bareRuns, projectionRuns } from './projections.ts'
import { postList, prepareList } from './list.ts'
import { append, base, configuration, open } from './requests.ts'
import { appendsBesideScavenge, scavengeSteps } from './scavenge.ts'
import { longestTask } from './thread.ts'
import { median, timed } from './timing.ts'

/** One figure and the platform's own figure for the same work. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly floor?: number
  readonly unit: 'ms' | 'kB' | 'MB' | 'score' | 'tasks' | 'requests'
  /** How many events were handled meanwhile. */
  readonly events?: number
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
    const read = (url: string) => async () => await (await fetch(url, init)).text()
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

  live: liveEvents,

  default: (count: number): Promise<Figure[]> => defaultConfiguration(count),

  async scavenge(count: number): Promise<Figure[]> {
    return [...(await appendsBesideScavenge(count)), ...(await scavengeSteps(count))]
  },

  thread: (count: number): Promise<Figure[]> => longestTask(count),

  async start(): Promise<Figure[]> {
    const first = await timed(async () => void (await startStore({ baseUrl: base, name: 'start', ...configuration })))
    return [{ name: 'start of an empty store, worker script and first answer included', value: first, unit: 'ms' }]
  },

  /** In a fresh page, after `start`: the worker is registered and the database exists. */
  async restart(): Promise<Figure[]> {
    const again = await timed(async () => void (await startStore({ baseUrl: base, name: 'start', ...configuration })))
    return [{ name: 'start of a store that was there before', value: again, unit: 'ms' }]
  },
}

declare global {
  interface Window {
    measurements: typeof measurements
    projectionRuns: typeof projectionRuns
    bareRuns: typeof bareRuns
    configuration: typeof configuration
    appendTimes: typeof appendTimes
    readTimes: typeof readTimes
    grow: typeof grow
    growthTimes: typeof growthTimes
    openMany: typeof openMany
    eventsOfMany: typeof eventsOfMany
    answerOfMany: typeof answerOfMany
    settledMany: typeof settledMany
    closeMany: typeof closeMany
    nextEventOfMany: typeof nextEventOfMany
    prepareList: typeof prepareList
    postList: typeof postList
  }
}

Object.assign(window, { measurements, projectionRuns, bareRuns, configuration, appendTimes, readTimes, grow, growthTimes })
Object.assign(window, { openMany, eventsOfMany, answerOfMany, settledMany, closeMany, nextEventOfMany, prepareList, postList })
