// A page that works on its store until it is killed, and that can tell afterwards what is in the store.

import type { StartedStore } from 'rillbox/browser'
import { startStore } from 'rillbox/browser'
import type { Choices } from '../../soak/random.ts'
import { choices } from '../../soak/random.ts'
import type { Acknowledged, Contents, RaceWins, WentOn } from '../../soak/contents.ts'
import { projections, workStreams } from '../../soak/contents.ts'

const baseUrl = 'http://localhost:2113'
const admin = { authorization: `Basic ${btoa('admin:changeit')}` }
const scratch = 'scratch-1'

declare global {
  interface Window {
    soak: typeof soak
    /** Tells the test, which outlives the page. */
    acknowledged(batch: Acknowledged): Promise<void>
  }
}

let store: StartedStore

const soak = {
  async start(): Promise<void> {
    store = await startStore({ baseUrl, name: 'soak' })
  },

  /** Creates the projections, where they are not there. */
  async prepare(): Promise<void> {
    for (const [name, query] of Object.entries(projections))
      if ((await send(`/projection/${name}`)).status === 404) await store.project(name, query)
    await append('$$' + scratch, [{ eventType: '$metadata', data: { $maxCount: 3 } }])
    await store.settled()
  },

  /** Appends, reads and scavenges without end. Begins at once; what was acknowledged is told as it comes. */
  work(seed: number): void {
    void workOn(choices(seed))
  },

  /** Everything there is, once all projections have come to the end. */
  async contents(): Promise<Contents> {
    await store.settled({ failOnFault: true })
    const streams: Record<string, Contents['streams'][string]> = {}
    for (const stream of workStreams) {
      const events = await store.read<{ value: number }>(stream)
      const copies = await store.read<{ from: number }>(`copied-${stream}`)
      streams[stream] = {
        events: events.map(({ id, number, data }) => ({ id, number, value: data.value })),
        copiesOf: copies.map(({ data }) => data.from),
        state: await store.state('counted', stream),
      }
    }
    const linked = await store.read('linked')
    return { streams, links: linked.map(({ stream, number }) => `${number}@${stream}`), total: await store.state('total') }
  },

  /** Appends one event after the other on an expected version, against other pages that do the same. @returns the numbers it won. */
  async race(stream: string, milliseconds: number): Promise<RaceWins> {
    const won: { number: number; id: string }[] = []
    let [lost, version] = [0, -1]
    for (const started = performance.now(); performance.now() - started < milliseconds;) {
      const id = crypto.randomUUID()
      const answer = await append(stream, [{ eventId: id, eventType: 'Raced', data: {} }], version)
      if (answer.status === 201) won.push({ number: ++version, id })
      else if (answer.status === 400) {
        lost += 1
        version = Number(answer.headers.get('ES-CurrentVersion'))
      } else throw new Error(`${answer.status} ${answer.statusText}`)
    }
    return { won, lost }
  },

  read: (stream: string) => store.read(stream).then((events) => events.map(({ id, number }) => ({ id, number }))),

  /** Appends an event and waits until a projection has counted it, whichever tab runs it. */
  async goesOn(): Promise<void> {
    const answer = await appendSurely('probe', [{ eventId: crypto.randomUUID(), eventType: 'Probed', data: {} }])
    const number = Number(answer.headers.get('location')!.split('/').at(-1))
    await until('No projection has counted the event', async () => ((await store.state<{ n: number }>('probed'))?.n ?? 0) > number)
  },

  /** The id of this tab where it runs the projections. */
  async ownLead(): Promise<string | undefined> {
    const name = crypto.randomUUID()
    const { held = [] } = await navigator.locks.request(name, () => navigator.locks.query())
    const own = held.find((lock) => lock.name === name)?.clientId
    return own !== undefined && (await leader()) === own ? own : undefined
  },

  /** As `goesOn`, begun when another tab than the given one runs the projections. */
  async goesOnAfter(before: string): Promise<WentOn> {
    await until('No other tab runs the projections', async () => ![undefined, before].includes(await leader()))
    const handedOver = Date.now()
    await soak.goesOn()
    return { handedOver, counted: Date.now() }
  },

  /** Uses the processor, so that the process of this tab can be told from others. */
  spin(milliseconds: number): void {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  },
}

window.soak = soak

interface NewEvent {
  readonly eventId?: string
  readonly eventType: string
  readonly data: unknown
}

/** The tab that runs the projections. */
async function leader(): Promise<string | undefined> {
  const { held = [] } = await navigator.locks.query()
  return held.find(({ name }) => name?.endsWith(':projections'))?.clientId
}

/** Milliseconds for anything that this page waits for. */
const patience = 30_000

/** @throws Error with the sentence, where it does not become so. */
async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patience; !(await isSo()); await pause(5))
    if (performance.now() > end) throw new Error(`${otherwise} within ${patience} ms.`)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(baseUrl + path, { ...init, headers: { ...admin, ...(init.headers as Record<string, string>) } })

const append = (stream: string, events: readonly NewEvent[], version?: number): Promise<Response> =>
  send(`/streams/${encodeURIComponent(stream)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/vnd.eventstore.events+json',
      ...(version !== undefined && { 'es-expectedversion': String(version) }),
    },
    body: JSON.stringify(events.map((event) => ({ eventId: crypto.randomUUID(), ...event }))),
  })

/** Asks again, with the same ids, if there was no answer: the worker between page and store may have been killed. */
async function appendSurely(stream: string, events: readonly NewEvent[]): Promise<Response> {
  for (;;) {
    const answer = await append(stream, events).catch(() => undefined)
    if (answer?.status === 201) return answer
    if (answer) throw new Error(`${stream}: ${answer.status} ${answer.statusText}`)
    await pause(10)
  }
}

async function workOn(random: Choices): Promise<never> {
  for (;;) {
    const choice = random.below(100)
    if (choice < 4) await send('/admin/scavenge', { method: 'POST' }).catch(() => undefined)
    else if (choice < 15) await appendSurely(scratch, [{ eventType: 'Scratched', data: {} }])
    else if (choice < 25)
      await send(`/streams/${random.pick(workStreams)}?embed=body`, { headers: { accept: 'application/json' } }).catch(() => undefined)
    else await workOnce(random)
  }
}

async function workOnce(random: Choices): Promise<void> {
  const stream = random.pick(workStreams)
  const events = Array.from({ length: 1 + random.below(8) }, () => ({
    eventId: crypto.randomUUID(),
    eventType: 'Worked',
    data: { value: random.below(1000) },
  }))
  const answer = await appendSurely(stream, events)
  const first = Number(answer.headers.get('location')!.split('/').at(-1))
  void window.acknowledged({ stream, first, ids: events.map(({ eventId }) => eventId) })
}
