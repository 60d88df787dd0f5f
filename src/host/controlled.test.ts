import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from 'node:http2'
import { toResponse } from '../base/answer.ts'
import { serverSentEvents } from '../devtools/remote/server-sent-events.ts'
import { controlSchemas } from '../control/schemas.ts'
import type { StorePicture } from '../engine/inspect/inspection.ts'
import type { Serving } from './node/http-server.ts'
import { serve } from './node/http-server.ts'
import { withWorkbench } from './workbench.ts'

let served: Serving
let url: string
const warned: string[] = []
beforeAll(async () => {
  served = await serve({ port: 0, control: true, security: 'insecure', systemProjections: false, warn: (line) => warned.push(line) })
  url = `http://localhost:${served.port}`
})
afterAll(() => served.close())
afterEach(() => served.store.clear())

const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Record<string, unknown> }
}

const append = (base: string, stream: string, type: string, data: object = {}) =>
  fetch(`${base}/streams/${stream}`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.eventstore.events+json' },
    body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: type, data }]),
  })
const typesIn = async (base: string, stream: string): Promise<string[]> => {
  const response = await fetch(`${base}/streams/${stream}/0/forward/20?embed=body`, { headers: { accept: 'application/json' } })
  if (!response.ok) return []
  const { entries } = (await response.json()) as { entries: { eventType: string }[] }
  return entries.map(({ eventType }) => eventType).toReversed()
}

const counting = 'fromAll().when({ $init: () => ({ n: 0 }), Placed: (s) => { s.n += 1; return s } })'
const scenario = { version: 1, events: [{ stream: 'order-1', type: 'Placed' }] }

describe('content', () => {
  test('is seeded, kept, cleared, restored and reset', async () => {
    expect(await ask('POST', '/-/seed', scenario)).toMatchObject({ status: 200, body: { kind: 'seeded', appended: 1 } })
    const { body: snapshot } = await ask('GET', '/-/snapshot')
    expect((await ask('POST', '/-/clear')).status).toBe(204)
    expect(await typesIn(url, 'order-1')).toEqual([])
    expect((await ask('POST', '/-/restore', snapshot)).status).toBe(204)
    expect(await typesIn(url, 'order-1')).toEqual(['Placed'])
    await append(url, 'order-1', 'Paid')
    expect((await ask('POST', '/-/reset')).status).toBe(204)
    expect(await typesIn(url, 'order-1')).toEqual(['Placed'])
    expect((await ask('POST', '/-/seed?onlyFresh=true', scenario)).body).toEqual({ kind: 'not-fresh' })
  })

  test('may be longer than a body that the server takes', async () => {
    const padding = ' '.repeat(30_000_001)
    const post = (path: string) =>
      fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(scenario) + padding })
    expect((await post('/-/seed')).status).toBe(200)
    const { body: other } = await ask('POST', '/-/stores')
    expect((await post(`/-/s/${String(other['name'])}/-/seed`)).status).toBe(200)
    expect((await post(`/-/s/${String(other['name'])}/streams/a`)).status).toBe(413)
    expect((await post('/streams/a')).status).toBe(413)
    await ask('DELETE', `/-/stores/${String(other['name'])}`)
  })

  test('stays as it is where a document is wrong', async () => {
    await append(url, 'order-1', 'Placed')
    expect(await ask('POST', '/-/seed', { version: 2 })).toMatchObject({ status: 422, body: { code: 'invalid-scenario' } })
    expect(await ask('POST', '/-/restore', {})).toMatchObject({ status: 422, body: { code: 'invalid-snapshot' } })
    expect(await typesIn(url, 'order-1')).toEqual(['Placed'])
  })
})

test('time stands, goes on, and is moved forward only', async () => {
  const frozen = await ask('POST', '/-/clock/freeze')
  expect(frozen.body).toMatchObject({ frozen: true })
  expect((await ask('GET', '/-/clock')).body).toEqual(frozen.body)
  const later = new Date(Date.parse(String(frozen.body['now'])) + 3_600_000).toISOString()
  expect((await ask('POST', '/-/clock/set', { now: later })).body).toEqual({ now: later, frozen: true })
  expect(await ask('POST', '/-/clock/set', { now: '2020-01-01T00:00:00Z' })).toMatchObject({ status: 409, body: { code: 'clock-refused' } })
  await ask('POST', '/-/clock/advance', { milliseconds: 1500 })
  await append(url, 'order-1', 'Placed')
  const [event] = await served.store.read('order-1')
  expect(Date.parse(event!.at)).toBe(Date.parse(later) + 1500)
  expect((await ask('POST', '/-/clock/resume')).body).toMatchObject({ frozen: false })
})

test('faults are added, met, listed and removed', async () => {
  const added = await ask('POST', '/-/faults', { kind: 'status', status: 503, path: '/streams/', times: 1 })
  expect(added).toMatchObject({ status: 201, body: { met: 0, rule: { kind: 'status' } } })
  expect((await append(url, 'order-1', 'Placed')).status).toBe(503)
  expect((await append(url, 'order-1', 'Placed')).status).toBe(201)
  expect((await ask('GET', '/-/faults')).body).toMatchObject({ offline: false, rules: [{ id: added.body['id'], met: 1 }] })
  expect((await ask('DELETE', `/-/faults/${String(added.body['id'])}`)).status).toBe(204)
  expect((await ask('DELETE', `/-/faults/${String(added.body['id'])}`)).status).toBe(404)
  expect(await ask('POST', '/-/faults', { kind: 'latency', milliseconds: -1 })).toMatchObject({
    status: 422,
    body: { code: 'invalid-options' },
  })
  expect((await ask('POST', '/-/faults', { kind: 'latency', milliseconds: 'forever' })).body).toMatchObject({
    rule: { milliseconds: 'forever' },
  })
  expect((await ask('PUT', '/-/faults/offline', { offline: true })).body).toMatchObject({ offline: true })
  await expect(fetch(`${url}/ping`)).rejects.toThrow('fetch failed')
  expect((await ask('DELETE', '/-/faults')).status).toBe(204)
  expect((await ask('GET', '/-/faults')).body).toEqual({ offline: false, rules: [] })
  expect((await ask('POST', '/-/faults/stop-projection', { projection: 'none' })).status).toBe(404)
})

describe('settled', () => {
  test('answers once projections have passed the end, and else with the names of those behind', async () => {
    await append(url, 'order-1', 'Placed')
    await served.store.project('counts', counting)
    expect((await ask('GET', '/-/settled')).status).toBe(204)
    expect(await served.store.state('counts')).toEqual({ n: 1 })
    await served.store.project('loops', "fromAll().when({ Echo: (s, e) => { emit('echoes', 'Echo', {}) } })")
    await append(url, 'echo', 'Echo')
    const late = await ask('GET', '/-/settled?timeout=50')
    expect(late).toMatchObject({ status: 408, body: { code: 'not-settled', projections: ['loops'] } })
  })

  test('tells of faults where it is asked to', async () => {
    await append(url, 'order-1', 'Placed')
    await served.store.project('broken', "fromAll().when({ Placed: () => { throw new Error('no stock') } })")
    const { status, body } = await ask('GET', '/-/settled?failOnFault=true')
    expect([status, body['code']]).toEqual([409, 'projection-faulted'])
    expect(body['detail']).toContain('no stock')
    expect((await ask('GET', '/-/settled')).status).toBe(204)
  })
})

test('requests are listed, archived without credentials, and forgotten', async () => {
  await ask('DELETE', '/-/requests')
  await fetch(`${url}/streams/none`, { headers: { authorization: 'Basic YWRtaW46Y2hhbmdlaXQ=', accept: 'application/json' } })
  const { body } = await ask('GET', '/-/requests')
  expect(body).toMatchObject({ pending: [], requests: [{ method: 'GET', outcome: 'answered', response: { status: 404 } }] })
  const archive = await ask('GET', '/-/requests.har')
  expect(archive.body).toMatchObject({ log: { version: '1.2', entries: [{ request: { url: `${url}/streams/none` } }] } })
  expect(JSON.stringify([body, archive.body])).not.toContain('YWRtaW46Y2hhbmdlaXQ')
  expect((await ask('DELETE', '/-/requests')).status).toBe(204)
  expect((await ask('GET', '/-/requests')).body).toEqual({ requests: [], pending: [] })
})

test('says why nothing happened, and what is wrong in a query', async () => {
  await append(url, 'order-1', 'Place')
  await served.store.project('counts', counting)
  const { body } = await ask('GET', '/-/projections/counts/explanation')
  expect(body).toMatchObject({ events: 1, handled: 0, skipped: [{ reason: 'type-not-handled', types: [{ name: 'Place', count: 1 }] }] })
  expect(body['text']).toContain('without a handler: Place')
  expect((await ask('GET', '/-/projections/none/explanation')).status).toBe(404)
  const checked = await ask('POST', '/-/check', { query: "fromStream('a').when({ $ny: (s) => s })" })
  expect(checked.body['diagnostics']).toMatchObject([{ code: 'unknown-handler', line: 1 }])
  expect((await ask('GET', '/-/picture')).body['streams']).toContainEqual({ name: 'order-1', events: 1, last: 0, deleted: 'no' })
})

describe('a store for each test', () => {
  test('is another one, reached below its own path and on a port of its own, until it is closed', async () => {
    const { status, body: own, headers } = await ask('POST', '/-/stores', { name: 'mine', scenario })
    expect([status, headers.get('location'), own['url']]).toEqual([201, '/-/stores/mine', `${url}/-/s/mine`])
    expect(await typesIn(String(own['url']), 'order-1')).toEqual(['Placed'])
    await append(String(own['url']), 'order-1', 'Paid')
    expect(await typesIn(url, 'order-1')).toEqual([])
    const links = await fetch(`${String(own['url'])}/streams/order-1`, { headers: { accept: 'application/vnd.eventstore.atom+json' } })
    expect(((await links.json()) as { id: string }).id).toBe(`${url}/-/s/mine/streams/order-1`)
    expect((await ask('POST', '/-/s/mine/-/reset')).status).toBe(204)
    expect(await typesIn(String(own['url']), 'order-1')).toEqual(['Placed'])
    const [, port] = /^kurrentdb:\/\/localhost:(\d+)\?tls=false$/.exec(String(own['connectionString'])) ?? []
    expect(await callsFeatures(Number(port))).toBe(200)
    expect((await ask('GET', '/-/stores')).body['stores']).toEqual([own])
    expect(await ask('POST', '/-/stores', { name: 'mine' })).toMatchObject({ status: 409, body: { code: 'name-taken' } })
    expect((await ask('DELETE', '/-/stores/mine')).status).toBe(204)
    expect(await ask('GET', '/-/s/mine/streams/order-1')).toMatchObject({ status: 404, body: { code: 'no-such-store' } })
    await expect(callsFeatures(Number(port))).rejects.toThrow('ECONNREFUSED')
    expect((await ask('GET', '/-/s/mine/-/stores')).status).toBe(404)
  })

  test('needs no wish, has a free name, and one with a seed repeats its ids and its time', async () => {
    const made = await Promise.all([ask('POST', '/-/stores'), ask('POST', '/-/stores', { seed: 4 }), ask('POST', '/-/stores', { seed: 4 })])
    const names = made.map(({ body }) => String(body['name']))
    expect(new Set(names).size).toBe(3)
    expect((await ask('GET', `/-/s/${names[1]}/-/clock`)).body).toEqual({ now: '2026-01-01T00:00:00.000Z', frozen: true })
    const snapshots = await Promise.all(names.slice(1).map((name) => ask('GET', `/-/s/${name}/-/snapshot`)))
    expect(snapshots[0]!.body).toEqual(snapshots[1]!.body)
    for (const name of names) expect((await ask('DELETE', `/-/stores/${name}`)).status).toBe(204)
  })

  test('branches off with the content and the time of its origin', async () => {
    await append(url, 'order-1', 'Placed')
    await ask('POST', '/-/clock/freeze')
    const { body: branch } = await ask('POST', '/-/branch', { name: 'other' })
    await append(String(branch['url']), 'order-1', 'Paid')
    expect(await typesIn(String(branch['url']), 'order-1')).toEqual(['Placed', 'Paid'])
    expect(await typesIn(url, 'order-1')).toEqual(['Placed'])
    expect((await ask('GET', '/-/s/other/-/clock')).body).toEqual((await ask('GET', '/-/clock')).body)
    await Promise.all([ask('DELETE', '/-/stores/other'), ask('POST', '/-/clock/resume')])
  })

  test('refuses what it does not know by name', async () => {
    const { status, body } = await ask('POST', '/-/stores', { Name: 'x' })
    expect([status, body['code']]).toEqual([400, 'invalid-request'])
    expect(body['detail']).toContain('Name: is not known here')
    expect(await ask('POST', '/-/stores', { name: '../x' })).toMatchObject({ status: 400 })
    expect(await ask('POST', '/-/stores', { scenario: { version: 7 } })).toMatchObject({ status: 422, body: { code: 'invalid-scenario' } })
    expect((await ask('GET', '/-/stores')).body).toEqual({ stores: [] })
  })
})

describe('events as they come', () => {
  test('are sent one by one, and go on where a client left', async () => {
    await append(url, 'order 1', 'Placed', { n: 1 })
    const read = async (headers: Record<string, string>, work: (next: () => Promise<string>) => Promise<void>) => {
      const leaving = new AbortController()
      const response = await fetch(`${url}/-/events?stream=order+1`, { headers, signal: leaving.signal })
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      await work(async () => {
        while (!/data: .*\n\n$/.test(text)) text += (await reader.read()).value ?? ''
        const message = text
        text = ''
        return message
      })
      leaving.abort()
    }
    await read({}, async (next) => {
      expect(await next()).toMatch(/id: 0\ndata: \{"stream":"order 1","number":0,.*"type":"Placed","data":\{"n":1\}/)
      await append(url, 'order 1', 'Paid')
      expect(await next()).toMatch(/^id: 1\n.*"type":"Paid"/)
    })
    await read({ 'last-event-id': '0' }, async (next) => expect(await next()).toMatch(/id: 1\n/))
  })

  test('end with a word where the content is replaced', async () => {
    const response = await fetch(`${url}/-/events?from=end`)
    await served.store.clear()
    expect(await response.text()).toContain('event: ended\ndata: {"code":"contents-replaced"')
  })
})

test('a route that takes no body refuses members, which would have no effect', async () => {
  await append(url, 'order-1', 'Placed')
  const refused = await ask('POST', '/-/clear', { stream: 'order-1' })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid-request', problems: [{ path: 'stream', message: 'is not known here; known are none' }] },
  })
  const broken = await fetch(`${url}/-/clear`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[1' })
  expect(broken.status).toBe(400)
  expect(await typesIn(url, 'order-1')).toEqual(['Placed'])
  expect((await ask('POST', '/-/clear', {})).status).toBe(204)
})

describe('strangers', () => {
  test.each([
    ['a page of another origin', { origin: 'http://localhost:3000' }, 'foreign-page'],
    ['an image of another site', { 'sec-fetch-site': 'same-site' }, 'foreign-page'],
  ])('%s is refused, and gets no CORS header', async (_who, headers, code) => {
    const refused = await ask('POST', '/-/clear', undefined, headers)
    expect(refused).toMatchObject({ status: 403, body: { code } })
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await ask('OPTIONS', '/-/clear', undefined, headers)).status).toBe(403)
  })

  test('content that a page may send anywhere is not taken', async () => {
    const plain = await fetch(`${url}/-/seed`, {
      method: 'POST',
      body: JSON.stringify(scenario),
      headers: { 'content-type': 'text/plain' },
    })
    expect(plain.status).toBe(415)
    expect(await ask('POST', '/-/seed', undefined)).toMatchObject({ status: 400, body: { code: 'invalid-json' } })
  })
})

test('what is not there is said, with what may be meant', async () => {
  expect(await ask('GET', '/-/setled')).toMatchObject({ status: 404, body: { didYouMean: '/settled' } })
  const wrong = await ask('GET', '/-/clear')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  const unread = await ask('GET', '/-/settled?failOnFault=maybe')
  expect([unread.status, unread.body['detail']]).toEqual([400, 'failOnFault: expected true or false, found "maybe"'])
  expect(await ask('GET', '/-/settled?timeot=5')).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  expect((await ask('GET', '/-/')).body).toEqual({ server: 'rillbox', release: '26.1', url, openapi: `${url}/-/openapi.json` })
  const { body } = await ask('GET', '/-/openapi.json')
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url }] })
  expect(Object.keys(body['paths'] as object)).toEqual(expect.arrayContaining(['/streams/{stream}', '/-/stores', '/-/s/{store}/-/settled']))
})

test("without the option there are no such routes, and the clock is the platform's", async () => {
  const noted: string[] = []
  const plain = await serve({ port: 0, systemProjections: false, warn: (line) => noted.push(line) })
  const response = await fetch(`${plain.url}/-/clock`)
  expect([response.status, plain.store.clock.advance]).toEqual([404, undefined])
  expect(noted).toEqual(['GET /-/clock looks for control routes, which answer where "rillbox serve --control" runs.'])
  await plain.close()
})

/** The status of a call over HTTP/2, as a client of gRPC makes its first. */
const callsFeatures = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const session = connect(`http://localhost:${port}`)
    session.on('error', reject)
    const stream = session.request({
      ':method': 'POST',
      ':path': '/event_store.client.server_features.ServerFeatures/GetSupportedMethods',
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    stream.on('error', reject)
    stream.on('response', (headers) => {
      resolve(Number(headers[':status']))
      session.destroy()
    })
    stream.end(Buffer.from([0, 0, 0, 0, 0]))
  })

/** The messages of server-sent events, until one holds. */
async function messagesUntil(response: Response, holds: (data: Record<string, unknown>) => boolean): Promise<Record<string, unknown>[]> {
  const messages: Record<string, unknown>[] = []
  for await (const { data } of serverSentEvents(response)) {
    messages.push(JSON.parse(data) as Record<string, unknown>)
    if (holds(messages.at(-1)!)) break
  }
  return messages
}

describe('what one sees from afar', () => {
  test('is the picture of the store, as its schema has it', async () => {
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
    ajv.addSchema({ $id: 'api', components: { schemas: controlSchemas } })
    const validate = ajv.compile({ $ref: 'api#/components/schemas/Picture' })
    const read = async (query = '') => {
      const { body } = await ask('GET', `/-/picture${query}`)
      expect(validate(body) ? [] : validate.errors).toEqual([])
      return body as unknown as StorePicture & { hasGrown?: boolean }
    }
    expect((await read()).shown).toBeUndefined()
    await append(url, 'order-1', 'Placed')
    await append(url, 'order-2', 'Placed')
    await served.store.project('broken', 'fromAll(')
    await served.store.project('counts', counting.replace('fromAll()', 'fromAll().foreachStream()'))
    await served.store.settled()
    const picture = await read('?projection=counts&partition=order-2&states=5&writersOf=order-1&writersOf=order-2')
    expect(picture).toEqual(
      JSON.parse(
        JSON.stringify(
          await served.store.inspect({ projection: 'counts', partition: 'order-2', states: 5, writersOf: ['order-1', 'order-2'] }),
        ),
      ),
    )
    expect(picture.shown).toMatchObject({ partitions: ['order-1', 'order-2'], state: '{"n":1}' })
    expect(picture.projections.slice(-2).map(({ name, activity }) => [name, activity])).toEqual([
      ['broken', 'faulted'],
      ['counts', 'running'],
    ])
    expect((await read(`?since=${picture.end}`)).hasGrown).toBe(false)
    await append(url, 'order-1', 'Paid')
    expect((await read(`?since=${picture.end}`)).hasGrown).toBe(true)
  })

  test('is told to have changed, until the store is closed', async () => {
    const { body: named } = await ask('POST', '/-/stores', { name: 'watched' })
    const response = await fetch(`${String(named['control'])}/changes`)
    const kindOf = (kind: string) => messagesUntil(response.clone(), (data) => data['kind'] === kind)
    const told = Promise.all(['content', 'requests', 'control'].map(kindOf))
    // A question changes nothing.
    const { pathname } = new URL(String(named['control']))
    await ask('POST', `${pathname}/check`, { query: counting })
    await append(String(named['url']), 'order-1', 'Placed')
    const first = await messagesUntil(response.clone(), ({ kind }) => kind === 'content')
    expect(first.map(({ kind }) => kind)).not.toContain('control')
    await ask('POST', `${pathname}/clock/advance`, { milliseconds: 1 })
    for (const messages of await told) expect(messages).not.toEqual([])
    const ended = response.text()
    await ask('DELETE', '/-/stores/watched')
    await ended
  })

  test('are the steps of a query', async () => {
    for (const type of ['Placed', 'Paid']) await append(url, 'order-1', type)
    const trace = (body: object) =>
      fetch(`${url}/-/trace`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const parts = await messagesUntil(await trace({ query: counting, lines: true, conditions: ['state.n > 0'] }), () => false)
    expect(parts.map(({ kind }) => kind)).toEqual(['opened', 'steps', 'ended'])
    const steps = parts.flatMap(({ steps = [] }) => steps as Record<string, unknown>[])
    expect(steps).toMatchObject([
      { handler: 'Placed', state: { before: '', after: '{"n":1}' }, met: [0] },
      { event: { type: 'Paid' }, skipped: expect.anything() as unknown },
    ])
    expect(await messagesUntil(await trace({ query: 'fromAll(' }), () => false)).toMatchObject([{ kind: 'ended', fault: { line: 1 } }])
    expect((await ask('POST', '/-/trace', { query: counting, limit: 5 })).status).toBe(400)
  })

  test('are answers of the store as to an administrator, past faults and the log', async () => {
    const { body: named } = await ask('POST', '/-/stores', { name: 'read', security: 'secure' })
    const [control, base] = [String(named['control']), String(named['url'])]
    const authorization = `Basic ${btoa('admin:changeit')}`
    await fetch(`${base}/streams/order-1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'es-eventtype': 'Placed', 'es-eventid': crypto.randomUUID(), authorization },
      body: '{"n":1}',
    })
    await ask('PUT', `${new URL(control).pathname}/faults/offline`, { offline: true })
    const direct = (path: string, accept: string) => fetch(`${control}/direct?path=${encodeURIComponent(path)}`, { headers: { accept } })
    const feed = await direct('/streams/%24all?embed=body', 'application/vnd.eventstore.atom+json')
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/vnd.eventstore.atom+json; charset=utf-8'])
    expect(((await feed.json()) as { id: string }).id).toBe(`${base}/streams/%24all`)
    expect(await (await direct('/streams/order-1/0', 'application/json')).json()).toEqual({ n: 1 })
    expect((await direct('/streams/none', 'application/json')).status).toBe(404)
    expect(await (await direct('streams', 'application/json')).json()).toMatchObject({ code: 'invalid-request' })
    expect((await ask('GET', `${new URL(control).pathname}/requests`)).body['requests']).toHaveLength(1)
    await ask('DELETE', '/-/stores/read')
  })

  test('are the streams that a deletion takes along', async () => {
    await served.store.project('mirror', "fromStream('order-1').when({ Placed: (s, e) => { emit('seen', 'Seen', {}) } })", { track: true })
    await append(url, 'order-1', 'Placed')
    await served.store.settled()
    const { body } = await ask('GET', '/-/projections/mirror/removed-streams?deleteEmittedStreams=true')
    expect(body['streams']).toEqual(expect.arrayContaining([{ stream: 'seen', role: 'emitted' }]))
    expect((await ask('GET', '/-/projections/none/removed-streams')).body).toEqual({ streams: [] })
  })

  test('are the requests since the last look', async () => {
    for (const name of ['one', 'two']) await fetch(`${url}/streams/${name}`)
    const { body } = await ask('GET', '/-/requests')
    const ids = (body['requests'] as { id: number }[]).map(({ id }) => id)
    const later = (await ask('GET', `/-/requests?after=${ids.at(-2)}`)).body
    expect({ ...later, requests: (later['requests'] as { id: number }[]).map(({ id }) => id) }).toEqual({
      requests: ids.slice(-1),
      first: ids[0],
      pending: [],
    })
    // Who knows others sees by that that they are gone.
    await ask('DELETE', '/-/requests')
    expect((await ask('GET', `/-/requests?after=${ids.at(-1)}`)).body).toEqual({ requests: [], pending: [] })
  })
})

describe('the workbench at /ui', () => {
  const loaded = '// the workbench'
  const options = {
    hosts: [],
    isExposed: false,
    readScript: async (name: string) => (name === 'workbench.js' ? scriptOf(loaded) : undefined),
  }
  const scriptOf = (text: string) => new TextEncoder().encode(text)
  const page = async (path: string, headers: Record<string, string> = {}, control = true) => {
    const answer = withWorkbench((request) => served.store.fetch(request), { ...options, control })
    const answered = await answer(new Request(`${url}${path}`, { headers }))
    return 'kind' in answered ? toResponse(answered) : answered
  }

  test('is a page and scripts with a policy that frames and foreign scripts do not pass', async () => {
    for (const [path, type] of [
      ['/ui', 'text/html; charset=utf-8'],
      ['/ui/', 'text/html; charset=utf-8'],
      ['/ui/workbench.js', 'text/javascript; charset=utf-8'],
      ['/ui/page.css', 'text/css; charset=utf-8'],
    ] as const) {
      const { status, headers } = await page(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, type])
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.has('access-control-allow-origin')).toBe(false)
    }
    expect(await (await page('/ui/workbench.js')).text()).toBe(loaded)
    expect((await page('/ui/other.js')).status).toBe(404)
    expect((await ask('GET', '/ui')).body).toContain('workbench.js')
  })

  test('says why there is nothing without the control routes', async () => {
    expect(await (await page('/ui', {}, false)).text()).toContain('rillbox serve --control')
    expect((await page('/ui/workbench.js', {}, false)).status).toBe(404)
  })

  test.each<Record<string, string>>([
    { origin: 'https://stranger.test' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused to pages of others: %o', async (headers) => {
    for (const path of ['/ui', '/ui/workbench.js']) expect((await page(path, headers)).status).toBe(403)
  })
})
