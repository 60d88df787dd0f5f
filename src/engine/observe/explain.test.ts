// What became of a store's events in a projection, counted by reason and said in lines.

import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'
import { printExplanation } from './explanation-text.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

async function storeWith(query: string): Promise<Store> {
  const store = createStore({ systemProjections: false })
  stores.push(store)
  await store.append('order-1', [
    { type: 'OrderPlaced', data: { total: 4 } },
    { type: 'OrderPlaced', data: { total: 5 } },
    { type: 'OrderShipped', data: {} },
  ])
  await store.append('cart-1', { type: 'ItemAdded', data: { price: 1 } })
  await store.project('totals', query)
  await store.settled()
  return store
}

test('counts by reason, with types and streams, and names the mistyped word', async () => {
  const store = await storeWith("fromStream('order-1').when({ OrderPlacd: (state, event) => ({ last: event.data.total }) })")
  const found = await store.explain('totals')
  expect(found).toMatchObject({
    events: 4,
    handled: 0,
    skipped: [
      {
        reason: 'type-not-handled',
        count: 3,
        types: [
          { name: 'OrderPlaced', count: 2 },
          { name: 'OrderShipped', count: 1 },
        ],
      },
      { reason: 'stream-not-read', count: 1, streams: [{ name: 'cart-1', count: 1 }] },
    ],
    fault: undefined,
    diagnostics: [{ code: 'unknown-type', line: 1 }],
  })
  expect(printExplanation(found)).toBe(
    [
      '4 events read, 0 handled.',
      '  3 of types without a handler: OrderPlaced (2), OrderShipped',
      '  1 in streams that the query does not read: cart-1',
      '  Line 1:30: No event of type OrderPlacd was seen. Did you mean OrderPlaced?',
    ].join('\n'),
  )
})

test('counts what was handled, and the events behind a fault', async () => {
  const store = await storeWith("fromStream('order-1').when({ $any: (state, event) => ({ n: event.data.total.toFixed() }) })")
  const found = await store.explain('totals')
  expect(found).toMatchObject({ events: 4, handled: 2, fault: { message: expect.stringContaining('toFixed') as string } })
  expect(printExplanation(found)).toContain('The query faulted: ')
})

test('changes nothing, also with an emitting query', async () => {
  const store = await storeWith("fromStream('order-1').when({ $any: (state, event) => { emit('out', 'Seen', {}) } })")
  const before = (await store.read('out')).length
  expect((await store.explain('totals')).handled).toBe(3)
  expect((await store.read('out')).length).toBe(before)
})

test('refuses a name without a projection as the server does', async () => {
  const store = await storeWith('fromAll()')
  await expect(store.explain('nope')).rejects.toMatchObject({ name: 'RefusedRequest', status: 404 })
})

test.each(['$by_category', '$streams', '$by_event_type', '$stream_by_category', '$by_correlation_id'])(
  'the built-in %s runs',
  async (name) => {
    const store = createStore()
    stores.push(store)
    await store.append('order-1', { type: 'OrderPlaced', data: { total: 4 } })
    const found = await store.explain(name)
    expect(found).toMatchObject({ fault: undefined, diagnostics: [] })
    expect(found.events).toBeGreaterThan(0)
    expect(printExplanation(found)).not.toContain('fault')
  },
)
