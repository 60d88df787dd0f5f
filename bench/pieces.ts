// Measures the longest piece of work on the store's thread for requests and queries that are as long as the server allows, in Node, in
// processor time of that thread; one line of JSON per request.
//
//   node bench/pieces.ts [--only TEXT] [--disk]      --disk keeps the store in a folder, as `rillbox serve --db` does
//
// Code is cold at the first request, as it is for those who send one; but its modules are loaded, which takes longer here than in the package.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { garbageCollector } from '../e2e/soak/garbage-collector.ts'
import type { Store } from '../src/index.ts'
import { createStore } from '../src/index.ts'
import { memoryStorage } from '../src/storage/memory/memory.ts'
import { sqliteStorage } from '../src/storage/sqlite/sqlite.ts'

const { values: given } = parseArgs({ options: { only: { type: 'string' }, disk: { type: 'boolean', default: false } } })

const collectGarbage = garbageCollector()

const base = 'http://localhost:2113'
const million = 1_000_000
const authorization = `Basic ${btoa('admin:changeit')}`
const list = 'application/vnd.eventstore.events+json'
const id = crypto.randomUUID()
const keys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"${n}":${n}`).join()}}`

interface Sent {
  readonly method?: string
  readonly path: string
  readonly type?: string
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What is sent before and what is measured. */
interface Case {
  readonly before?: readonly Sent[]
  readonly request: Sent
  /** Waits until projections have handled everything. */
  readonly settles?: boolean
}

const project = (name: string, body: string): Sent => ({
  path: `/projections/continuous?name=${name}&emit=yes&enabled=yes&trackemittedstreams=no`,
  type: 'application/json',
  body,
})
const events = (count: number, data: (n: number) => object, type = 'T'): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ eventId: crypto.randomUUID(), eventType: type, data: data(n) })))
const xml = (inside: string): string =>
  `<events><event><eventId>${id}</eventId><eventType>T</eventType><data>${inside}</data></event></events>`

/** One event, with these members behind its id and type. */
const oneEvent = (members: string): Case => ({
  request: { path: '/streams/a', type: list, body: `[{"eventId":"${id}","eventType":"T",${members}}]` },
})
const filledWith = (text: string): string => text.repeat(Math.floor((28 * million) / text.length))

function repeated(headers: Readonly<Record<string, string>>): Case {
  const request = { path: '/streams/a', type: list, headers, body: events(250_000, () => ({})) }
  return { before: [request], request }
}

const cases: Readonly<Record<string, () => Case>> = {
  'a list of 50,000 events': () => ({ request: { path: '/streams/a', type: list, body: events(50_000, (n) => ({ n })) } }),
  'a list of 250,000 events': () => ({ request: { path: '/streams/a', type: list, body: events(250_000, () => ({})) } }),
  'a list of 250,000 events that is here': () => repeated({}),
  'a list of 250,000 events that is here, with an expected version': () => repeated({ 'es-expectedversion': '-1' }),
  'a list of large events': () => ({
    request: { path: '/streams/a', type: list, body: events(7, () => ({ text: 'x'.repeat(4_000_000) })) },
  }),
  'one event of a million keys': () => ({
    request: { path: '/streams/a', type: list, body: `[{"eventId":"${id}","eventType":"T","data":${keys(million)}}]` },
  }),
  'JSON inside a string': () => ({
    request: { path: '/streams/a', type: list, body: JSON.stringify([{ eventId: id, eventType: 'T', data: keys(350_000) }]) },
  }),
  'JSON of 29 MB inside a string': () => ({
    request: { path: '/streams/a', type: list, body: JSON.stringify([{ eventId: id, eventType: 'T', data: keys(1_400_000) }]) },
  }),
  'a string of 28 MB': () => oneEvent(`"data":"${filledWith('abcdef\\nghij')}"`),
  'a string of 28 MB that the platform refuses': () => oneEvent(`"data":"${filledWith("abcdef\\'ghij")}"`),
  'a name of 28 MB': () => oneEvent(`"${filledWith("abcdef\\'ghij")}":1`),
  'a name of 28 MB inside the data': () => oneEvent(`"data":{"${filledWith('abcdef\\nghij')}":1}`),
  'a number of 28 MB inside the data': () => oneEvent(`"data":{"a":${filledWith('1')}}`),
  'an id of 28 MB': () => oneEvent(`"eventId":"${filledWith('abcdef\\nghij')}"`),
  'comments of 28 MB': () => oneEvent(`${filledWith('//\n')}"data":1`),
  'blanks of 28 MB': () => oneEvent(`${filledWith(' ')}"data":1`),
  'a string of 28 MB inside JSON inside a string': () => oneEvent(`"data":"{\\"a\\":\\"${filledWith('abcdef\\\\nghij')}\\"}"`),
  'JSON of a type inside a string': () => ({
    request: {
      path: '/streams/a',
      type: list,
      body: JSON.stringify([{ eventId: id, eventType: 'T', data: `{"$type":"x",${keys(350_000).slice(1)}` }]),
    },
  }),
  'one event of many elements in XML': () => ({
    request: { path: '/streams/a', type: 'application/vnd.eventstore.events+xml', body: xml('<b/>'.repeat(million)) },
  }),
  'one event of many names in XML': () => ({
    request: {
      path: '/streams/a',
      type: 'application/vnd.eventstore.events+xml',
      body: xml(Array.from({ length: 300_000 }, (_, n) => `<b${n}/>`).join('')),
    },
  }),
  'one element of many attributes': () => ({
    request: {
      path: '/streams/a',
      type: 'application/vnd.eventstore.events+xml',
      body: xml(`<b ${Array.from({ length: 300_000 }, (_, n) => `b${n}=""`).join(' ')}/>`),
    },
  }),
  'a text of many entities': () => ({
    request: { path: '/streams/a', type: 'application/vnd.eventstore.events+xml', body: xml('&lt;'.repeat(million)) },
  }),
  'bare JSON of a million keys': () => ({
    request: { path: `/streams/a/incoming/${id}`, type: 'application/json', body: keys(350_000) },
  }),
  'metadata of many keys': () => ({
    request: {
      path: '/streams/a/metadata',
      type: list,
      body: `[{"eventId":"${id}","eventType":"$metadata","data":${keys(250_000)}}]`,
    },
  }),
  'an event of many keys': () => ({
    before: [{ path: '/streams/a', type: list, body: `[{"eventId":"${id}","eventType":"T","data":${keys(200_000)}}]` }],
    request: { method: 'GET', path: '/streams/a/0', accept: 'application/json' },
  }),
  'a page of 20 events of 4 MB': () => ({
    before: Array.from({ length: 4 }, () => ({ path: '/streams/a', type: list, body: events(5, () => ({ text: 'x'.repeat(4_000_000) })) })),
    request: { method: 'GET', path: '/streams/a', accept: 'application/vnd.eventstore.atom+json' },
  }),
  'a page of 20 links to events of 4 MB': () => ({
    before: [
      ...Array.from({ length: 4 }, () => ({ path: '/streams/a', type: list, body: events(5, () => ({ text: 'x'.repeat(4_000_000) })) })),
      {
        path: '/streams/b',
        type: list,
        body: JSON.stringify(Array.from({ length: 20 }, (_, n) => ({ eventId: crypto.randomUUID(), eventType: '$>', data: `${n}@a` }))),
      },
    ],
    request: { method: 'GET', path: '/streams/b', accept: 'application/vnd.eventstore.atom+json' },
  }),
  'a page of one event of many keys': () => ({
    before: [{ path: '/streams/a', type: list, body: `[{"eventId":"${id}","eventType":"T","data":${keys(200_000)}}]` }],
    request: { method: 'GET', path: '/streams/a?embed=pretty', accept: 'application/vnd.eventstore.atom+json' },
  }),
  'the same in XML': () => ({
    before: [{ path: '/streams/a', type: list, body: `[{"eventId":"${id}","eventType":"T","data":${keys(200_000)}}]` }],
    request: { method: 'GET', path: '/streams/a/0?format=xml' },
  }),
  'a configuration of a million keys': () => ({
    before: [project('p', 'fromAll().when({})')],
    request: { method: 'PUT', path: '/projection/p/config', type: 'application/json', body: keys(million) },
  }),
  'reading events with a million keys': () => ({
    request: {
      path: '/projections/read-events',
      type: 'application/json',
      body: `{"query":{"streams":["s"],"allEvents":true,"options":${keys(million)}},"position":{"$s":{"s":-1}}}`,
    },
  }),
  'a user of two million keys': () => ({ request: { path: '/users', type: 'application/json', body: keys(1_900_000) } }),
  'a user of a million keys': () => ({ request: { path: '/users', type: 'application/json', body: keys(million) } }),
  'fromStreams of 100,000 names': () => ({
    request: project('p', `fromStreams(Array.from({length: 100000}, (_, n) => 's' + n)).when({$any: (s) => s})`),
    settles: true,
  }),
  'fromStreams of 100,000 names, written out': () => ({
    request: project('p', `fromStreams(${JSON.stringify(Array.from({ length: 40_000 }, (_, n) => `s${n}`))}).when({$any: (s) => s})`),
    settles: true,
  }),
  'emitting into its own category': () => ({
    before: [{ path: '/streams/c-1', type: list, body: events(5000, (n) => ({ n })) }],
    request: project('p', `fromCategory('c').when({T: (s, e) => { emit('c-2', 'U', e.data) }})`),
    settles: true,
  }),
  'partitions with names of 1 MB': () => ({
    before: [{ path: '/streams/c-1', type: list, body: events(10, (n) => ({ n })) }],
    request: project(
      'p',
      `fromStream('c-1').partitionBy((e) => 'x'.repeat(1000000) + e.data.n).when({$init: () => ({n: 0}), T: (s) => { s.n++; return s }})`,
    ),
    settles: true,
  }),
  'a state of 5 MB': () => ({
    before: [{ path: '/streams/c-1', type: list, body: events(20, (n) => ({ n })) }],
    request: project(
      'p',
      `fromStream('c-1').when({$init: () => ({n: 0, text: 'x'.repeat(5000000)}), T: (s) => { s.n++; return s }}).outputState()`,
    ),
    settles: true,
  }),
}

await measure(undefined, { request: { path: '/streams/a', type: list, body: events(1, () => ({})) }, settles: true })
for (const [name, prepare] of Object.entries(cases))
  if (given.only === undefined || name.includes(given.only)) await measure(name, prepare())

async function measure(name: string | undefined, { before = [], request, settles }: Case): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-pieces-'))
  const storage = given.disk ? sqliteStorage({ folder }) : memoryStorage()
  const store = createStore({ storage, environment: { log: () => undefined } })
  await store.settled()
  for (const each of before) await answered(store, requestOf(each))
  await store.settled()
  const sent = requestOf(request)
  // What earlier requests have left is not the work of this one.
  collectGarbage()
  const watch = watchPieces()
  const status = await answered(store, sent)
  if (settles) await store.settled()
  const { longest, total } = await watch.end()
  if (name !== undefined) console.log(JSON.stringify({ name, status, longest: Math.round(longest), total: Math.round(total) }))
  await store.close()
  rmSync(folder, { recursive: true })
}

/** Encoding the body is the client's work. */
function requestOf({ method = 'POST', path, type, accept = '*/*', headers: given, body }: Sent): Request {
  const headers = { authorization, accept, ...given, ...(type !== undefined && { 'content-type': type }) }
  return new Request(base + path, { method, headers, ...(body !== undefined && { body: new TextEncoder().encode(body) }) })
}

async function answered(store: Store, request: Request): Promise<number> {
  const response = await store.fetch(request)
  await response.arrayBuffer()
  return response.status
}

/** @returns a function that ends the watch, with the longest piece of work between two turns of the event loop, in ms of processor time. */
function watchPieces() {
  const cpu = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const start = cpu()
  let longest = 0
  let isOver = false
  const done = (async () => {
    for (let last = start; !isOver;) {
      await nextTurn()
      const now = cpu()
      longest = Math.max(longest, now - last)
      last = now
    }
  })()
  return {
    async end() {
      isOver = true
      await done
      return { longest, total: cpu() - start }
    },
  }
}
