// Stores of each release, as their clients see them: what 26.1 has, and what only 26.2 has.

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import type { StoreOptions } from '../options/store-options.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const origin = 'http://es.test:2113'
const stores: Store[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(stores.splice(0).map((store) => store.close()))
})

const open = (options: StoreOptions = {}): Store => {
  const store = createStore({ security: 'insecure', systemProjections: false, queries: 'in-process', ...options })
  stores.push(store)
  return store
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: string
}

const send = (store: Store, method: string, path: string, { headers = {}, body }: Sent = {}) =>
  store.fetch(new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }))

const json = { Accept: 'application/json' }
const oneEvent = (type: string) => ({ headers: { 'Content-Type': 'application/json', 'Kurrent-EventType': type }, body: '{}' })

/** Posts one event under a new id. */
const post = (store: Store, stream: string, headers: Record<string, string> = {}) => {
  const { headers: usual, body } = oneEvent('A')
  return send(store, 'POST', `/streams/${stream}`, { headers: { ...usual, 'Kurrent-EventId': crypto.randomUUID(), ...headers }, body })
}

describe('without an option', () => {
  test('a store answers as 26.1', async () => {
    const store = open()
    expect(store.release).toBe('26.1')
    expect(await (await send(store, 'GET', '/info', { headers: json })).json()).toMatchObject({ dbVersion: '26.1.0', esVersion: '26.1.0' })
  })

  test('transient projections run', async () => {
    const body = 'fromAll().when({ $any: (s) => s })'
    expect((await send(open(), 'POST', '/projections/transient?name=t', { headers: { 'Content-Type': 'x/y' }, body })).status).toBe(201)
  })

  test('an embedded link whose event is gone is a bare entry', async () => {
    expect(Object.keys(await brokenEntry('26.1'))).toEqual([
      'title',
      'id',
      'updated',
      'author',
      'summary',
      'retryCount',
      'content',
      'links',
    ])
  })

  test.each([
    ['GET', '/license', 404],
    ['GET', '/web', 302],
    ['GET', '/projections', 302],
    ['POST', '/subscriptions/s/g/truncateParked', 405],
  ])('%s %s is answered %d, as by every release before 26.2', async (method, path, status) => {
    expect((await send(open({ adminUi: true }), method, path)).status).toBe(status)
  })

  test('a query that no record of the log could hold is taken', async () => {
    expect((await createLarge('26.1')).status).toBe(201)
  })
})

describe('release 26.2', () => {
  test('refuses transient projections, whatever their body, unless an option lets them run', async () => {
    const create = (store: Store) => send(store, 'POST', '/projections/transient?name=t', { headers: { 'Content-Type': 'x/y' }, body: '(' })
    const refused = await create(open({ release: '26.2' }))
    expect([refused.status, refused.statusText, await refused.text()]).toEqual([
      500,
      'Failed',
      'Transient projections are deprecated. Use the secondary indexing query API.',
    ])
    expect((await create(open({ release: '26.2', transientProjections: true }))).status).toBe(201)
    expect((await create(open({ release: '23.10', transientProjections: false }))).status).toBe(500)
  })

  test('shows a link whose event is gone with all members', async () => {
    expect(await brokenEntry('26.2')).toMatchObject({
      eventId: '00000000-0000-0000-0000-000000000000',
      eventType: null,
      eventNumber: 0,
      streamId: null,
      linkMetaData: '',
      positionStreamId: 'links',
      positionEventNumber: 0,
      title: '7@gone',
    })
  })

  test('has a license, and no older pages', async () => {
    const store = open({ release: '26.2', adminUi: true })
    expect(await (await send(store, 'GET', '/license')).json()).toMatchObject({ isValid: 'true', licenseId: 'Single Node Dynamic License' })
    expect((await send(store, 'GET', '/web/index.html')).status).toBe(404)
    expect((await send(store, 'GET', '/')).headers.get('Location')).toBe(`${origin}/ui/cluster`)
    const secure = open({ release: '26.2', security: 'secure' })
    for (const [status, headers] of [
      [401, {}],
      [302, { 'User-Agent': 'Mozilla/5.0' }],
    ] as const) {
      const anonymous = await send(secure, 'GET', '/license', { headers })
      expect([anonymous.status, anonymous.headers.get('Location')]).toEqual([status, `${origin}/ui/login?ReturnUrl=%2Flicense`])
    }
  })

  test('faults a query that no record of the log could hold', async () => {
    const answer = await createLarge('26.2')
    expect([answer.status, answer.statusText]).toEqual([500, 'Failed'])
    const reason = await answer.text()
    // The definition around the query counts too.
    expect(reason).toMatch(/^Projection 'large' definition record size \(1680\d{4} bytes\) exceeds the maximum of 16767216 bytes\.$/)
    expect(await (await send(stores.at(-1)!, 'GET', '/projection/large')).json()).toMatchObject({ status: 'Faulted', stateReason: reason })
  })
})

const createLarge = (release: Release) =>
  send(open({ release }), 'POST', '/projections/continuous?name=large&enabled=no', {
    headers: { 'Content-Type': 'application/json' },
    body: `fromAll().when({ $any: (s) => s }) // ${'x'.repeat(16_800_000)}`,
  })

async function brokenEntry(release: Release): Promise<Record<string, unknown>> {
  const store = open({ release })
  await store.append('links', { type: '$>', data: '7@gone' })
  const feed = (await (await send(store, 'GET', '/streams/links?embed=body', { headers: json })).json()) as {
    entries: [Record<string, unknown>]
  }
  return feed.entries[0]
}

describe('the expected version -5', () => {
  test('holds where a stream is soft-deleted', async () => {
    const store = open()
    const expected = { 'Kurrent-ExpectedVersion': '-5' }
    const missing = await post(store, 's', expected)
    expect([missing.status, missing.headers.get('Kurrent-CurrentVersion'), missing.headers.get('ES-CurrentVersion')]).toEqual([
      400,
      '-1',
      '-1',
    ])
    await post(store, 's')
    expect((await post(store, 's', expected)).status).toBe(400)
    expect((await send(store, 'DELETE', '/streams/s', { headers: expected })).status).toBe(400)
    await send(store, 'DELETE', '/streams/s')
    const revived = await post(store, 's', expected)
    expect([revived.status, revived.headers.get('Location')]).toEqual([201, `${origin}/streams/s/1`])
  })

  test('is malformed in release 23.10', async () => {
    const headers = {
      'Content-Type': 'application/json',
      'ES-EventType': 'A',
      'ES-EventId': crypto.randomUUID(),
      'ES-ExpectedVersion': '-5',
    }
    const answer = await send(open({ release: '23.10' }), 'POST', '/streams/s', { headers, body: '{}' })
    expect(await answer.text()).toBe('ES-ExpectedVersion header in wrong format.')
  })
})

describe('media types', () => {
  test.each([
    ['26.1', undefined, 'application/vnd.kurrent.streamdesc+json; charset=utf-8'],
    ['26.1', 'application/vnd.kurrent.atom+json', 'application/vnd.kurrent.atom+json; charset=utf-8'],
    ['26.1', 'application/vnd.eventstore.atom+json', 'application/vnd.eventstore.atom+json; charset=utf-8'],
    ['23.10', undefined, 'application/vnd.eventstore.streamdesc+json; charset=utf-8'],
    ['23.10', 'application/vnd.kurrent.atom+json', null],
  ] as const)('release %s answers Accept %s with %s', async (release, accept, type) => {
    const store = open({ release })
    await store.append('s', { type: 'A' })
    const answer = await send(store, 'GET', '/streams/s', accept ? { headers: { Accept: accept } } : {})
    expect(answer.headers.get('Content-Type')).toBe(type)
  })

  test('the tag of a feed belongs to the type of the answer, in the feed too', async () => {
    const store = open()
    await store.append('s', { type: 'A' })
    const answer = await send(store, 'GET', '/streams/s', { headers: json })
    expect(`"${((await answer.json()) as { eTag: string }).eTag}"`).toBe(answer.headers.get('ETag'))
  })
})

test.each([
  ['26.1', '/ui/streams/a%2Fb%20c', '/ui/streams/a%2Fb%20c/0'],
  ['23.10', '/web/index.html#/streams/a/b c', '/web/index.html#/streams/a/b c/0'],
] as const)('release %s leads a browser to the page of a stream', async (release, stream, event) => {
  const store = open({ release })
  await store.append('a/b c', { type: 'A' })
  const pageOf = async (path: string) => await (await send(store, 'GET', path, { headers: { Accept: 'text/html' } })).text()
  expect(await pageOf('/streams/a%2Fb%20c')).toContain(`location.replace("${stream}")`)
  expect(await pageOf('/streams/a%2Fb%20c/0')).toContain(`location.replace("${event}")`)
})

describe('the list of groups', () => {
  const links = (relations: readonly string[]) => relations.map((rel) => expect.objectContaining({ rel }) as unknown)
  const grouped = async (): Promise<Store> => {
    const store = open()
    const create = { headers: { 'Content-Type': 'application/json' }, body: '{}' }
    for (const path of ['c/one', 'a/one', 'b/one', 'a/two']) await send(store, 'PUT', `/subscriptions/${path}`, create)
    return store
  }
  const namesIn = (list: unknown) =>
    (list as { eventStreamId: string; groupName: string }[]).map(({ eventStreamId, groupName }) => `${eventStreamId}/${groupName}`)

  test('is in order of streams, and groups of a stream in order of their creation', async () => {
    expect(namesIn(await (await send(await grouped(), 'GET', '/subscriptions', { headers: json })).json())).toEqual([
      'a/one',
      'a/two',
      'b/one',
      'c/one',
    ])
  })

  test('comes in pages of streams', async () => {
    const store = await grouped()
    const page = (await (await send(store, 'GET', '/subscriptions?offset=1&count=1', { headers: json })).json()) as Record<string, unknown>
    expect(page).toMatchObject({ offset: 1, count: 1, total: 3, links: links(['self', 'first', 'previous', 'next']) })
    expect(namesIn(page['subscriptions'])).toEqual(['b/one'])
    const last = (await (await send(store, 'GET', '/subscriptions?offset=9&count=2', { headers: json })).json()) as Record<string, unknown>
    expect(last).toMatchObject({ subscriptions: [], links: links(['self', 'first', 'previous']) })
    const first = (await (await send(store, 'GET', '/subscriptions?count=2', { headers: json })).json()) as Record<string, unknown>
    expect(namesIn(first['subscriptions'])).toEqual(['a/one', 'a/two', 'b/one'])
  })

  test('counts streams whose groups are gone', async () => {
    const store = await grouped()
    for (const group of ['one', 'two']) await send(store, 'DELETE', `/subscriptions/a/${group}`)
    const page = (await (await send(store, 'GET', '/subscriptions?count=2', { headers: json })).json()) as Record<string, unknown>
    expect([page['total'], namesIn(page['subscriptions'])]).toEqual([3, ['b/one']])
  })

  test.each([
    ['?offset=0', 'Count "" must be a positive integer'],
    ['?count=0', 'Count "0" must be a positive integer'],
    ['?count=x', 'Count "x" must be a positive integer'],
    ['?count=x&offset=-1', 'Offset "-1" must be a non-negative integer'],
    ['?count=1&offset=-1', 'Offset "-1" must be a non-negative integer'],
  ])('refuses %s', async (query, text) => {
    const answer = await send(open(), 'GET', `/subscriptions${query}`, { headers: json })
    expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([400, 'text/plain', text])
  })
})

test('the last scavenge can be asked for', async () => {
  const store = open()
  const last = async (): Promise<unknown> => await (await send(store, 'GET', '/admin/scavenge/last', { headers: json })).json()
  expect(await last()).toEqual({ scavengeId: '00000000-0000-0000-0000-000000000000', scavengeLink: '', scavengeResult: 'Unknown' })
  const { scavengeId } = (await (await send(store, 'POST', '/admin/scavenge', { headers: json })).json()) as { scavengeId: string }
  await vi.waitFor(async () =>
    expect(await last()).toEqual({ scavengeId, scavengeLink: `/admin/scavenge/${scavengeId}`, scavengeResult: 'Success' }),
  )
})

test.each([
  ['26.1', 'kurrentdb_', 'text/plain; version=0.0.4; charset=utf-8'],
  ['23.10', 'eventstore_', 'text/plain; charset=utf-8'],
] as const)('metrics of release %s begin with %s', async (release, prefix, type) => {
  const answer = await send(open({ release }), 'GET', '/metrics')
  expect(answer.headers.get('Content-Type')).toBe(type)
  expect(await answer.text()).toContain(`\n${prefix}incoming_http_requests_total `)
})

describe('strict CORS', () => {
  const told = vi.fn<(text: string) => void>()
  const put = (release: Release) => {
    vi.spyOn(console, 'error').mockImplementation(told)
    const store = open({ release, strictCors: 'http://page.test' })
    return send(store, 'PUT', '/subscriptions/s/g', { headers: { 'Content-Type': 'application/json' }, body: '{}' })
  }

  test('refuses PUT under 26.1, and names the release', async () => {
    expect((await put('26.1')).type).toBe('error')
    expect(told).toHaveBeenLastCalledWith(
      expect.stringMatching(/PUT is not in Access-Control-Allow-Methods \(OPTIONS, GET\)\..*KurrentDB 26\.1\.$/),
    )
  })

  test('lets PUT pass under 23.10', async () => {
    expect((await put('23.10')).status).toBe(201)
  })
})

describe('the release of a scenario', () => {
  test('is told where the store is of another one', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await open({ release: '23.10' }).seed({ version: 1, release: '23.10' })
    expect(warn).not.toHaveBeenCalled()
    await open({ release: '26.2' }).seed({ version: 1, release: '23.10' })
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('made for release 23.10, but the store answers as 26.2'))
  })

  test('is refused by name where it is unknown', async () => {
    const scenario = { version: 1, release: '24.10' } as never
    await expect(open().seed(scenario)).rejects.toThrow('release: expected one of "23.10", "26.1", "26.2", found "24.10"')
  })
})

test('answers beside the routes let other origins read them, and no more, since 25.0', async () => {
  const allowed = async (release: Release, path: string, headers: Record<string, string> = { Origin: 'http://app.test' }) => {
    const answer = await send(open({ release }), 'GET', path, { headers })
    const [origin, names] = ['Access-Control-Allow-Origin', 'Access-Control-Allow-Headers'].map((name) => answer.headers.get(name))
    return [origin, names !== null]
  }
  for (const path of ['/nowhere', '/health/live', '/license']) {
    expect([path, await allowed('26.2', path)]).toEqual([path, ['*', false]])
    expect([path, await allowed('26.2', path, {})]).toEqual([path, [null, false]])
  }
  expect(await allowed('23.10', '/nowhere')).toEqual(['*', true])
  expect(await allowed('23.10', '/health/live')).toEqual([null, false])
})

describe('a start behind the last number of a hard-deleted stream of several', () => {
  const restarted = async (release: Release): Promise<{ store: Store; statistics: () => Promise<unknown> }> => {
    const store = open({ release })
    for (const stream of ['a', 'b']) await store.append(stream, { type: 'T' })
    await store.project('p', "fromStreams(['a', 'b']).when({ $init: () => ({ n: 0 }), T: (s) => { s.n++ } })")
    await store.settled()
    await send(store, 'DELETE', '/streams/a', { headers: { 'ES-HardDelete': 'true' } })
    await store.append('b', { type: 'T' })
    await store.settled()
    for (const command of ['disable', 'enable']) await send(store, 'POST', `/projection/p/command/${command}`)
    await store.settled({ failOnFault: false })
    return { store, statistics: async () => await (await send(store, 'GET', '/projection/p', { headers: json })).json() }
  }

  test('faults, shows the state of its checkpoint, and stays faulted when it is disabled', async () => {
    const { store, statistics } = await restarted('26.1')
    expect(await statistics()).toMatchObject({
      status: 'Faulted (Enabled)',
      stateReason: expect.stringMatching(/^System\.ArgumentException: Invalid sequence number \(Parameter 'streams'\)\r\n/) as string,
    })
    expect(await (await send(store, 'GET', '/projection/p/state')).text()).toBe('{"n":3}')
    await send(store, 'POST', '/projection/p/command/disable')
    expect(await statistics()).toMatchObject({ status: 'Stopped/Faulted' })
  })

  test('goes on with the other streams under 23.10, whose server would only rest', async () => {
    const { store, statistics } = await restarted('23.10')
    await store.append('b', { type: 'T' })
    await store.settled()
    expect(await statistics()).toMatchObject({ status: 'Running' })
    expect(await store.state('p')).toEqual({ n: 4 })
  })
})
