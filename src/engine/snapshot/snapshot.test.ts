import { afterEach, describe, expect, it } from 'vitest'
import { useFakeIndexedDb } from '../../storage/indexeddb/fake-indexeddb.fixture.ts'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { repeatableEnvironment } from '../clock/repeatable-environment.ts'
import { openCounting } from '../../projections/run/tests/counting-query.fixture.ts'
import { sourcesFixture } from '../../projections/model/definition/definition.fixture.ts'
import type { OpenQuery, Query } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Snapshot } from './snapshot.ts'
import type { Store } from '../store.ts'
import type { StoreOptions } from '../options/store-options.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const open = (options: StoreOptions = {}): Store => {
  const store = createStore(options)
  stores.push(store)
  return store
}

const request = (store: Store, method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  store.direct(new Request(`http://es.test${path}`, { method, body, headers }))

/** @returns the tables, with other members in the first run of a projection. */
const withRun = ({ tables }: Snapshot, others: object) =>
  tables.map(({ name, rows }) => ({
    name,
    rows: name === 'projection-runs' ? rows.map(([key, run], index) => [key, index === 0 ? { ...(run as object), ...others } : run]) : rows,
  }))

/** @param place of the event in the stream `a`; undefined changes the first one of the log. */
const changed = (snapshot: Snapshot, place: number | undefined, change: object) => {
  const chosen = place === undefined ? snapshot.events[0] : snapshot.events.find(({ stream, number }) => stream === 'a' && number === place)
  return snapshot.events.map((event) => (event === chosen ? { ...event, ...change } : event))
}

const withSwappedNumbers = (snapshot: Snapshot) =>
  snapshot.events.map((event) => (event.stream === 'a' ? { ...event, number: 1 - event.number } : event))

const copied = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot)) as Snapshot

const totals = `fromCategory('order').foreachStream().when({
  $init: () => ({ total: 0 }),
  placed: (state, event) => { state.total += event.data.n; emit('totals', 'total', { total: state.total }) },
})`

/** A store in which much has happened: links, emitted events, deletions, a scavenge, bytes, a subscription, a faulted projection. */
async function eventful(options: StoreOptions = {}): Promise<Store> {
  const store = open(options)
  await store.append(
    'order-1',
    [1, 2, 3].map((n) => ({ type: 'placed', data: { n } })),
  )
  await store.append('order-2', { type: 'placed', data: { n: 10 }, metadata: 'plain' })
  await request(store, 'POST', '/streams/bytes', '\u0000ÿ', {
    'Content-Type': 'application/octet-stream',
    'ES-EventType': 'raw',
    'ES-EventId': crypto.randomUUID(),
  })
  await request(store, 'POST', '/streams/order-1/metadata', '{"$maxCount":2}', {
    'Content-Type': 'application/json',
    'ES-EventId': crypto.randomUUID(),
  })
  await store.append('gone', { type: 'a' })
  await request(store, 'DELETE', '/streams/gone', undefined, { 'ES-HardDelete': 'true' })
  await request(store, 'PUT', '/subscriptions/order-1/readers', '{"startFrom":0}', { 'Content-Type': 'application/json' })
  await request(store, 'GET', '/subscriptions/order-1/readers/1', undefined, { Accept: 'application/vnd.eventstore.competingatom+json' })
  await store.project('totals', totals)
  await store.project('broken', 'fromAll().when({ placed: () => { throw new Error("no") } })')
  await store.settled()
  await request(store, 'POST', '/admin/scavenge')
  await expect.poll(async () => (await store.snapshot()).dropped.length).toBeGreaterThan(0)
  await store.settled()
  return store
}

describe.each([
  { place: 'in memory', options: (): StoreOptions => ({}) },
  {
    place: 'in IndexedDB',
    options: (): StoreOptions => {
      useFakeIndexedDb()
      return { storage: indexedDbStorage({ name: 'snapshot' }) }
    },
  },
])('a snapshot, restored $place', ({ options }) => {
  it('is the same store to the last detail', async () => {
    const snapshot = await (await eventful()).snapshot()
    const other = open(options())
    await other.append('other', { type: 'a' })
    await other.restore(copied(snapshot))
    // Before runners write anything themselves.
    expect(await other.snapshot()).toEqual(snapshot)
    await other.settled()
    expect(await other.snapshot()).toEqual(snapshot)
    expect(JSON.stringify(await other.snapshot())).toBe(JSON.stringify(snapshot))
  })

  it('goes on where it was', async () => {
    const snapshot = await (await eventful()).snapshot()
    const other = open(options())
    await other.restore(copied(snapshot))
    // The first order is hidden by `$maxCount`.
    expect(await other.state('totals', 'order-1')).toEqual({ total: 5 })
    await other.append('order-1', { type: 'placed', data: { n: 4 } })
    await other.settled()
    expect(await other.state('totals', 'order-1')).toEqual({ total: 9 })
    expect((await other.read<{ total: number }>('totals')).map(({ data }) => data.total)).toEqual([2, 5, 10, 9])
    await expect(other.append('gone', { type: 'a' })).rejects.toMatchObject({ status: 410 })
    expect(await (await request(other, 'GET', '/projection/broken')).json()).toMatchObject({
      status: expect.stringMatching(/^Faulted/) as string,
    })
  })
})

describe('restore', () => {
  it('takes a store back to each of several moments, whatever its projections did since', async () => {
    const store = open()
    await store.project('totals', totals)
    const place = async (n: number) => {
      await store.append('order-1', { type: 'placed', data: { n } })
      await store.settled()
      return await store.snapshot()
    }
    const start = await place(1)
    const left = await place(10)
    await store.restore(start)
    const right = await place(100)
    await store.restore(left)
    await place(1000)
    expect(await store.state('totals', 'order-1')).toEqual({ total: 1011 })
    await store.restore(right)
    await place(10000)
    expect(await store.state('totals', 'order-1')).toEqual({ total: 10101 })
    expect((await store.read<{ total: number }>('totals')).map(({ data }) => data.total)).toEqual([1, 101, 10101])
  })

  it('keeps out what another tab computes from the earlier content', async () => {
    let arrival: { readonly arrived: () => void; readonly leave: Promise<void> } | undefined
    const openQuery: OpenQuery = async (source, options) => {
      const query = (await openCounting({ sources: sourcesFixture() })(source, options)) as Query
      const run: Query['run'] = async (texts, limits) => {
        arrival?.arrived()
        await arrival?.leave
        return await query.run(texts, limits)
      }
      return { ...query, run }
    }
    const storage = { ...memoryStorage(), name: crypto.randomUUID() }
    const leader = open({ storage, openQuery })
    await leader.project('counter', 'counts events of s')
    await leader.append('s', { type: 'a' })
    await leader.settled()
    const other = open({ storage, openQuery })
    const snapshot = await other.snapshot()
    // Twice, because the second content has the fences of the first one.
    for (let time = 0; time < 2; time++) {
      const { promise: hasArrived, resolve: arrived } = Promise.withResolvers<void>()
      const { promise: leave, resolve: goOn } = Promise.withResolvers<void>()
      arrival = { arrived, leave }
      await leader.append('s', { type: 'a' })
      await hasArrived
      await other.restore(snapshot)
      goOn()
      arrival = undefined
      await leader.settled()
      expect(await leader.state('counter')).toEqual({ n: 1 })
    }
    await leader.append('s', { type: 'a' })
    await leader.settled()
    expect(await leader.state('counter')).toEqual({ n: 2 })
  })

  it('reaches the projections of the tab that runs them', async () => {
    useFakeIndexedDb()
    const first = open({ storage: indexedDbStorage({ name: 'shared' }) })
    await first.project('totals', totals)
    const second = open({ storage: indexedDbStorage({ name: 'shared' }) })
    const place = async (n: number) => {
      await first.append('order-1', { type: 'placed', data: { n } })
      await first.settled()
      return await second.snapshot()
    }
    const start = await place(1)
    const left = await place(10)
    await second.restore(start)
    await place(100)
    await second.restore(left)
    await place(1000)
    expect(await second.state('totals', 'order-1')).toEqual({ total: 1011 })
  })

  it('wakes callers that wait for news', async () => {
    const store = open()
    await store.append('a', [{ type: 'x' }, { type: 'y' }])
    const snapshot = await store.snapshot()
    await store.clear()
    const waiting = request(store, 'GET', '/streams/a/1/forward/20', undefined, {
      'ES-LongPoll': '60',
      Accept: 'application/vnd.eventstore.atom+json',
    })
    await store.append('b', { type: 'z' })
    await store.restore(snapshot)
    const { entries } = (await (await waiting).json()) as { entries: { summary: string }[] }
    expect(entries.map(({ summary }) => summary)).toEqual(['y'])
  })

  it.each<[string, (snapshot: Snapshot) => unknown]>([
    ['expected an object', () => null],
    ['format: expected "rillbox-snapshot"', (snapshot) => ({ ...snapshot, format: 'other' })],
    ['version: expected 1 or 2', (snapshot) => ({ ...snapshot, version: 3 })],
    ['events[0].type: is missing', (snapshot) => ({ ...snapshot, events: [{ ...snapshot.events[0], type: undefined }] })],
    ['events[1].position: positions must grow', (snapshot) => ({ ...snapshot, events: snapshot.events.toReversed() })],
    ['events[0].data', (snapshot) => ({ ...snapshot, events: changed(snapshot, undefined, { data: { $bytes: '%' } }) })],
    ['events[0].created: expected a time', (snapshot) => ({ ...snapshot, events: [{ ...snapshot.events[0], created: 2 ** 53 }] })],
    ['heads[0]: expected what is known of a stream', (snapshot) => ({ ...snapshot, heads: [{ stream: 'a' }] })],
    ['events[0].number: no head says', (snapshot) => ({ ...snapshot, heads: [] })],
    [
      'number: no head says',
      (snapshot) => ({
        ...snapshot,
        end: snapshot.end + 1,
        events: [...snapshot.events, { ...snapshot.events.find(({ stream }) => stream === 'a')!, number: 2, position: snapshot.end }],
      }),
    ],
    ['events[0].id: expected a GUID', (snapshot) => ({ ...snapshot, events: changed(snapshot, undefined, { id: 'no-guid' }) })],
    ['number: numbers must grow within a stream', (snapshot) => ({ ...snapshot, events: changed(snapshot, 1, { number: 0 }) })],
    ['number: numbers must grow within a stream', (snapshot) => ({ ...snapshot, events: withSwappedNumbers(snapshot) })],
    [
      'events: ids or numbers were changed',
      (snapshot) => ({ ...snapshot, events: changed(snapshot, undefined, { id: snapshot.events.at(-1)!.id }) }),
    ],
    ['events: ids or numbers were changed', (snapshot) => ({ ...snapshot, events: snapshot.events.slice(1) })],
    ['stands for nothing', (snapshot) => ({ ...snapshot, version: 1, sum: undefined, tables: [{ name: 't', rows: [['k', { $x: 1 }]] }] })],
    ['(dropped, heads, tables) was changed', (snapshot) => ({ ...snapshot, sum: undefined })],
    ['(dropped, heads, tables) was changed', (snapshot) => ({ ...snapshot, version: 1, heads: snapshot.heads.toReversed() })],
    ['(dropped, heads, tables) was changed', (snapshot) => ({ ...snapshot, tables: snapshot.tables.slice(1) })],
    ['(dropped, heads, tables) was changed', (snapshot) => ({ ...snapshot, tables: withRun(snapshot, { state: 5 }) })],
  ])('refuses anything but a snapshot (%s), and leaves the store as it was', async (message, spoil) => {
    const store = open()
    await store.append('a', [{ type: 'x' }, { type: 'y' }])
    await store.settled()
    const snapshot = await store.snapshot()
    await expect(store.restore(spoil(copied(snapshot)) as Snapshot)).rejects.toMatchObject({
      code: 'invalid-snapshot',
      message: expect.stringContaining(message.startsWith('events[0].data') ? 'Bytes are expected' : message) as string,
    })
    expect(await store.snapshot()).toEqual(snapshot)
  })

  it('takes a snapshot whose members a tool has put in another order', async () => {
    const store = open()
    await store.append('a', { type: 'x', data: { z: 1, a: 2 } })
    await store.settled()
    const snapshot = await store.snapshot()
    const reordered = JSON.parse(JSON.stringify(snapshot), (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
    ) as Snapshot
    expect(JSON.stringify(reordered)).not.toBe(JSON.stringify(snapshot))
    await store.restore(reordered)
    expect(await store.snapshot()).toEqual(snapshot)
  })
})

describe('clear', () => {
  it('leaves a store like a fresh one: ids and positions from 0, system projections at work', async () => {
    const store = open({ environment: repeatableEnvironment({ seed: 1 }) })
    await store.ready()
    await store.settled()
    const fresh = await store.snapshot()
    await store.append('order-1', { type: 'placed', data: { n: 1 } })
    await store.project('totals', totals)
    await store.settled()
    await store.clear()
    await store.settled()
    const cleared = await store.snapshot()
    const shape = ({ end, events, heads, tables }: Snapshot) => ({
      end,
      events: events.map(({ stream, number, position, type }) => [stream, number, position, type]),
      heads,
      tables: tables.map(({ name, rows }) => [name, rows.length]),
    })
    expect(shape(cleared)).toEqual(shape(fresh))
    expect(cleared.events[0]).toMatchObject({ position: 0, number: 0 })

    await store.append('order-1', { type: 'placed', data: { n: 5 } })
    await store.project('totals', totals)
    await store.settled()
    expect((await store.read('$ce-order')).map(({ stream, number }) => `${number}@${stream}`)).toEqual(['0@order-1'])
    expect(await store.state('totals', 'order-1')).toEqual({ total: 5 })
  })
})
