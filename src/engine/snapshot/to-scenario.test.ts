import { afterEach, describe, expect, test } from 'vitest'
import type { Scenario } from '../scenario/scenario.ts'
import { scenarioOfSnapshot } from './to-scenario.ts'
import { scenarioProblems } from '../scenario/problems.ts'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

async function seeded(scenario: Scenario): Promise<Store> {
  const store = createStore()
  stores.push(store)
  await store.seed(scenario)
  await store.settled()
  return store
}

const exported = async (store: Store) => scenarioOfSnapshot(await store.snapshot())

const totals = `fromCategory('cart').foreachStream().when({
  $init: () => ({ total: 0 }),
  ItemAdded(state, event) {
    state.total += event.data.price
    if (state.total > 10) emit('large-carts', 'CartGrewLarge', { total: state.total })
    linkTo('items', event)
  },
})`

const carts: Scenario = {
  version: 1,
  streams: { 'cart-1': { $maxCount: 5 } },
  events: [
    { stream: 'cart-1', type: 'ItemAdded', data: { price: 8 }, metadata: { by: 'ann' }, at: '2026-01-01T09:00:00.000Z' },
    { stream: 'cart-2', type: 'ItemAdded', data: { price: 3.5 } },
    { stream: 'cart-1', type: 'ItemAdded', data: { price: 7 }, at: '2026-01-01T09:05:00.000Z' },
    { stream: 'notes', type: 'Noted', data: 'a text' },
    { stream: 'notes', type: 'Noted', data: '{"as":  "written"}', isJson: true },
    { stream: 'notes', type: 'Empty' },
  ],
  projections: [{ name: 'totals', query: totals }],
}

describe('the scenario of a store', () => {
  test('is the one that it was filled with, whatever projections made of it', async () => {
    const store = await seeded(carts)
    expect(await store.read('large-carts')).toHaveLength(1)
    expect(await exported(store)).toEqual({ scenario: carts, leftOut: [] })
  })

  test('is one that fills another store with the same', async () => {
    const store = await seeded(carts)
    await store.append('cart-2', [
      { type: 'ItemAdded', data: { price: 20 } },
      { type: 'ItemAdded', data: { price: 1 } },
    ])
    await store.settled()
    const { scenario } = await exported(store)
    expect(scenarioProblems(scenario)).toEqual([])
    const other = await seeded(scenario)
    const content = async (from: Store, stream: string) =>
      (await from.read(stream)).map(({ number, type, data, at }) => [number, type, data, at])
    for (const stream of ['cart-1', 'cart-2', 'notes']) expect(await content(other, stream)).toEqual(await content(store, stream))
    // Written again, at another time.
    const made = async (from: Store, stream: string) => (await from.read(stream)).map(({ number, data }) => [number, data])
    for (const stream of ['items', 'large-carts']) expect(await made(other, stream)).toEqual(await made(store, stream))
    expect(await other.state('totals', 'cart-2')).toEqual({ total: 24.5 })
  })

  test('shows the later fate of streams: truncation and deletion stand among the events', async () => {
    const store = await seeded({
      version: 1,
      events: [
        { stream: 'a', type: 'One', data: {} },
        { stream: '$$a', type: '$metadata', data: { $tb: 1 } },
        { stream: 'a', type: 'Two', data: {} },
        { stream: 'b', type: 'One', data: {} },
      ],
    })
    await store.direct(new Request('http://store/streams/b', { method: 'DELETE' }))
    const other = await seeded((await exported(store)).scenario)
    expect((await other.read('a')).map(({ number }) => number)).toEqual([1])
    expect(await other.read('b')).toEqual([])
    await other.append('b', { type: 'Two', data: {} })
    expect((await other.read('b')).map(({ number }) => number)).toEqual([1])
  })

  test('names the streams that it cannot say', async () => {
    const store = await seeded({ version: 1, events: ['gone', 'kept'].map((stream) => ({ stream, type: 'One', data: {} })) })
    await store.direct(new Request('http://store/streams/gone', { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } }))
    const { scenario, leftOut } = await exported(store)
    expect(leftOut).toEqual(['gone'])
    expect(scenario.events?.map(({ stream }) => stream)).toEqual(['kept'])
  })

  test('keeps the ids that other events name, and no others', async () => {
    const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
    const store = await seeded({
      version: 1,
      events: [
        { stream: 'a', type: 'Cause', data: {}, id: ids[0] },
        { stream: 'a', type: 'Effect', data: {}, metadata: { $causationId: ids[0] }, id: ids[1] },
      ],
    })
    expect((await exported(store)).scenario.events?.map(({ id }) => id)).toEqual([ids[0], undefined])
  })

  test('has no users in it', async () => {
    const store = await seeded({ version: 1, users: [{ login: 'ann', password: 'secret-of-ann' }], events: [{ stream: 'a', type: 'T' }] })
    const { scenario } = await exported(store)
    expect(scenario.users).toBeUndefined()
    expect(JSON.stringify(scenario)).not.toContain('ann')
  })

  test('keeps the flags of projections, and the events that disabled ones have emitted', async () => {
    const projections: Scenario['projections'] = [
      { name: 'flags', query: "fromStream('a').when({ T() { emit('b', 'U', {}) } })", track: true, enabled: true },
      { name: 'once', query: 'fromAll().when({ $init: () => ({}) })', mode: 'one-time', checkpoints: true },
      { name: 'quiet', query: 'fromAll().when({ $init: () => ({}) })', emit: false },
      { name: 'second', query: 'fromAll().when({ $init: () => ({}) })', engine: 2 },
    ]
    const store = await seeded({ version: 1, events: [{ stream: 'a', type: 'T', data: {} }], projections })
    expect((await exported(store)).scenario.projections?.map(({ name }) => name)).toEqual(['flags', 'once', 'quiet', 'second'])
    await store.direct(new Request('http://store/projection/flags/command/disable', { method: 'POST' }))
    const { scenario } = await exported(store)
    const { enabled: _, ...first } = projections[0]!
    expect(scenario.projections).toContainEqual({ ...first, enabled: false })
    expect(scenario.projections).toContainEqual(projections[2])
    expect(scenario.projections).toContainEqual(projections[3])
    expect(scenario.events?.map(({ stream }) => stream)).toContain('b')
  })
})
