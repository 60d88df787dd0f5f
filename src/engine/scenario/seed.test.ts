import { afterEach, describe, expect, it } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { OpenQuery } from '../../query/query.ts'
import { openInProcess } from '../queries/open-query.ts'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import type { Scenario } from './scenario.ts'
import type { Store } from '../store.ts'
import type { StoreOptions } from '../options/store-options.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const open = (options: StoreOptions = {}): Store => {
  const store = createStore({ systemProjections: false, ...options })
  stores.push(store)
  return store
}

const text = async (store: Store, path: string): Promise<string> => await (await store.direct(new Request(`http://es.test${path}`))).text()

const refusal = (seeded: Promise<unknown>): Promise<string> =>
  seeded.then(
    () => 'seeded',
    (error: unknown) => (isStoreError(error, 'invalid-scenario') ? error.message : String(error)),
  )

const counting = 'fromAll().when({ $init: () => ({ n: 0 }), placed: (state) => { state.n++; return state } })'

describe('seed', () => {
  it('ends by its signal before the events are written, and not behind', async () => {
    const store = open()
    const controller = new AbortController()
    const document: Scenario = { version: 1, events: [{ stream: 'a', type: 'T' }], projections: [{ name: 'p', query: counting }] }
    const seeded = store.seed(document, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(seeded).rejects.toThrow('enough')
    expect(await store.read('a')).toEqual([])
    const other = new AbortController()
    store.onChange(() => other.abort(new Error('too late')))
    expect(await store.seed(document, { signal: other.signal })).toEqual({ kind: 'seeded', appended: 1, known: 0 })
    expect(other.signal.aborted).toBe(true)
  })

  it('writes events in their order, with their times and ids', async () => {
    const store = open()
    const id = '5C0D2F1E-7A5B-4C37-9D5E-3A1F0E6B8C21'
    const seeded = await store.seed({
      version: 1,
      clock: '2026-01-01T09:00:00Z',
      events: [
        { stream: 'order-1', type: 'placed', data: { total: 12 }, id },
        { stream: 'order-2', type: 'placed', data: 'just text', at: '2026-01-01T09:05:00Z' },
        { stream: 'order-1', type: 'paid', metadata: { by: 'ann' } },
      ],
    })
    expect(seeded).toEqual({ kind: 'seeded', appended: 3, known: 0 })
    const order = await store.read('order-1')
    expect(order).toMatchObject([
      { number: 0, id: id.toLowerCase(), type: 'placed', data: { total: 12 }, metadata: undefined, at: '2026-01-01T09:00:00Z' },
      { number: 1, type: 'paid', data: undefined, metadata: { by: 'ann' }, at: '2026-01-01T09:05:00Z' },
    ])
    expect(await store.read('order-2')).toMatchObject([{ data: 'just text', at: '2026-01-01T09:05:00Z' }])
    const { events } = await store.snapshot()
    expect(events.slice(-3).map(({ stream, type }) => `${stream} ${type}`)).toEqual(['order-1 placed', 'order-2 placed', 'order-1 paid'])
  })

  it('keeps data as a file of the scenario would hold them', async () => {
    const store = open()
    const event = { stream: 's', type: 't', data: { at: new Date(0), note: undefined, share: Number.NaN } }
    await store.seed({ version: 1, events: [event] })
    event.data.at = new Date(1)
    const expected = [{ data: { at: '1970-01-01T00:00:00.000Z', share: null } }]
    expect(await store.read('s')).toMatchObject(expected)
    await store.reset()
    expect(await store.read('s')).toMatchObject(expected)
    expect(await refusal(store.seed({ version: 1, events: [{ stream: 's', type: 't', data: { total: 5n } }] }))).toContain('BigInt')
    expect(await store.read('s')).toHaveLength(1)
  })

  it('is finished by the next page where the first one is left before the projections are there', async () => {
    const storage = { ...memoryStorage(), close: () => Promise.resolve() }
    const document: Scenario = {
      version: 1,
      events: [{ stream: 'a', type: 'placed' }],
      projections: [
        { name: 'first', query: counting },
        { name: 'second', query: counting },
      ],
    }
    let opened = 0
    const openQuery: OpenQuery = (source, options) => (++opened > 1 ? Promise.reject(new Error('left')) : openInProcess(source, options))
    const left = open({ storage, openQuery, environment: { report: () => undefined } })
    await expect(left.seed(document, { onlyFresh: true })).rejects.toThrow('left')
    await left.close()
    const next = open({ storage })
    expect(await next.seed(document, { onlyFresh: true })).toEqual({ kind: 'seeded', appended: 0, known: 1 })
    await next.settled()
    expect(await Promise.all(['first', 'second'].map((name) => next.state(name)))).toEqual([{ n: 1 }, { n: 1 }])
    expect(await next.seed(document, { onlyFresh: true })).toEqual({ kind: 'not-fresh' })
  })

  it('is done once by tabs that seed at the same time', async () => {
    const storage = { ...memoryStorage(), name: crypto.randomUUID() }
    const document: Scenario = { version: 1, events: [{ stream: 'a', type: 'placed' }], projections: [{ name: 'count', query: counting }] }
    const tabs = [open({ storage }), open({ storage })]
    const seeded = await Promise.all(tabs.map((tab) => tab.seed(document, { onlyFresh: true })))
    expect(seeded).toEqual([
      { kind: 'seeded', appended: 1, known: 0 },
      { kind: 'seeded', appended: 0, known: 1 },
    ])
    await tabs[1]!.settled()
    expect(await tabs[1]!.state('count')).toEqual({ n: 1 })
  })

  it('keeps data as the server would keep them', async () => {
    const [seeded, posted] = [open(), open()]
    const data = { b: 1, a: [1.5, 'é\u2028', null, {}], 2: [] }
    await seeded.seed({ version: 1, events: [{ stream: 's', type: 't', data }] })
    await posted.append('s', { type: 't', data })
    const stored = async (store: Store) => (await store.snapshot()).events.at(-1)!
    expect((await stored(seeded)).data).toBe((await stored(posted)).data)
    expect((await stored(seeded)).isJson).toBe(true)
  })

  it('creates users, metadata and projections', async () => {
    const store = open()
    await store.seed({
      version: 1,
      users: [
        { login: 'ann', password: 'secret', groups: ['$admins'] },
        { login: 'bob', password: 'x', disabled: true },
      ],
      streams: { orders: { $maxCount: 2 } },
      events: Array.from({ length: 5 }, () => ({ stream: 'orders', type: 'placed' })),
      projections: [
        { name: 'count', query: counting },
        { name: 'idle', query: counting, enabled: false, emit: false },
        { name: 'broken', query: 'fromAll(' },
      ],
    })
    await store.settled()
    const asAnn = new Request('http://es.test/users', { headers: { Authorization: `Basic ${btoa('ann:secret')}` } })
    const { data } = (await (await store.fetch(asAnn)).json()) as { data: { loginName: string; disabled: boolean }[] }
    expect(data.map(({ loginName, disabled }) => [loginName, disabled])).toEqual([
      ['admin', false],
      ['ann', false],
      ['bob', true],
      ['ops', false],
    ])
    expect((await store.read('orders')).map(({ number }) => number)).toEqual([3, 4])
    expect(await store.state('count')).toEqual({ n: 5 })
    expect(JSON.parse(await text(store, '/projection/count'))).toMatchObject({ status: 'Running', mode: 'Continuous' })
    expect(JSON.parse(await text(store, '/projection/idle'))).toMatchObject({ status: 'Stopped' })
    expect(JSON.parse(await text(store, '/projection/broken'))).toMatchObject({ status: 'Faulted' })
  })

  it('takes a query as a list of lines', async () => {
    const store = open()
    const query = [
      "fromStream('a').when({",
      '  // Counts.',
      '  $init: () => ({ n: 0 }),',
      '  placed: (state) => ({ n: state.n + 1 }),',
      '})',
    ]
    await store.seed({ version: 1, events: [{ stream: 'a', type: 'placed' }], projections: [{ name: 'count', query }] })
    await store.settled()
    expect(await store.state('count')).toEqual({ n: 1 })
    expect(await text(store, '/projection/count/query')).toBe(query.join('\n'))
    expect(await refusal(store.seed({ version: 1, projections: [{ name: 'other', query: ['fromAll()', 5] as string[] }] }))).toContain(
      'projections[0].query: expected a text, a list of lines, or a path like "./totals.js", found a list',
    )
  })

  it('gives the same store in every run, byte for byte', async () => {
    const scenario: Scenario = {
      version: 1,
      clock: '2026-02-01T00:00:00Z',
      users: [{ login: 'ann', password: 'x' }],
      events: [{ stream: 'a', type: 'placed', data: { n: 1 } }],
      projections: [{ name: 'count', query: counting }],
    }
    const run = async () => {
      const store = open({ environment: repeatableEnvironment({ start: scenario.clock }) })
      await store.seed(scenario)
      await store.settled()
      const { events } = await store.snapshot()
      return JSON.stringify(events)
    }
    expect(await run()).toBe(await run())
  })

  it('skips events that the store has, and can go on from there', async () => {
    const store = open()
    const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003']
    const events = ids.map((id) => ({ stream: 'a', type: 't', id }))
    await store.seed({ version: 1, events: events.slice(0, 2) })
    expect(await store.seed({ version: 1, events })).toEqual({ kind: 'seeded', appended: 1, known: 2 })
    expect((await store.read('a')).map(({ id }) => id)).toEqual(ids)
  })

  it('can write metadata as events, in between and over deletions', async () => {
    const store = open()
    await store.append('a', [{ type: 't' }, { type: 't' }])
    await store.direct(new Request('http://es.test/streams/a', { method: 'DELETE' }))
    await store.seed({
      version: 1,
      events: [
        { stream: 'a', type: 'again' },
        { stream: '$$a', type: '$metadata', data: { $maxCount: 1 } },
        { stream: 'a', type: 'last' },
      ],
    })
    expect((await store.read('a')).map(({ type }) => type)).toEqual(['last'])
  })

  it('seeds thousands of events in one go', async () => {
    const store = open()
    const events = Array.from({ length: 3000 }, (_, n) => ({ stream: `s-${n % 7}`, type: 't', data: { n } }))
    await store.seed({ version: 1, events })
    expect((await store.read('s-3')).map(({ data }) => (data as { n: number }).n)).toEqual(
      Array.from({ length: 429 }, (_, index) => index * 7 + 3).filter((n) => n < 3000),
    )
  })

  it('leaves a store alone that is not fresh, where that is asked for', async () => {
    const storage = memoryStorage()
    const store = open({ storage })
    const scenario: Scenario = { version: 1, users: [{ login: 'ann', password: 'x' }] }
    expect(await store.seed(scenario, { onlyFresh: true })).toMatchObject({ kind: 'seeded' })
    expect(await store.seed(scenario, { onlyFresh: true })).toEqual({ kind: 'not-fresh' })
    const used = open()
    await used.append('a', { type: 't' })
    expect(await used.seed({ version: 1, events: [{ stream: 'b', type: 't' }] }, { onlyFresh: true })).toEqual({ kind: 'not-fresh' })
    expect(await used.read('b')).toEqual([])
    await used.clear()
    expect(await used.seed(scenario, { onlyFresh: true })).toMatchObject({ kind: 'seeded' })
  })
})

describe('seed writes nothing if', () => {
  /** Problems reported for the scenario, and the events written nevertheless. */
  const attempt = async (store: Store, scenario: unknown) => {
    await store.ready()
    const before = await store.snapshot()
    const refused = await refusal(store.seed(scenario as Scenario))
    const after = await store.snapshot()
    return { refused, written: after.events.slice(before.events.length) }
  }
  const events = [{ stream: 'a', type: 't' }]
  const saying = (message: string) => ({ refused: expect.stringContaining(message) as string, written: [] })

  it('the document is no scenario', async () => {
    expect(await attempt(open(), { version: 1, events: [...events, {}] })).toEqual(saying('events[1].stream: is missing'))
  })

  it('a stream was deleted for good', async () => {
    const store = open()
    await store.append('gone', { type: 't' })
    await store.direct(new Request('http://es.test/streams/gone', { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } }))
    const scenario = { version: 1, users: [{ login: 'ann', password: 'x' }], events: [...events, { stream: 'gone', type: 't' }] }
    expect(await attempt(store, scenario)).toEqual(saying('events[1].stream: the stream "gone" was deleted for good'))
    expect(await attempt(store, { version: 1, streams: { gone: { $maxCount: 5 } }, events })).toEqual(saying('streams["gone"]'))
  })

  it('a user or a projection is there already', async () => {
    const store = open()
    await store.project('count', counting)
    await store.settled()
    const users = [{ login: 'admin', password: 'other' }]
    expect(await attempt(store, { version: 1, events, users })).toEqual(saying('users[0].login: the store has a user'))
    const projections = [{ name: 'count', query: '' }]
    expect(await attempt(store, { version: 1, events, projections })).toEqual(saying('projections[0].name: the store has'))
  })
})
