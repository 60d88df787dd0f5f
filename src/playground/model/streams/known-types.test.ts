import { expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { readKnownTypes } from './known-types.ts'

test('finds the types of a stream, newest first, with the data of their last events', async () => {
  const store = createStore({ queries: 'in-process' })
  await store.append('cart-1', [
    { type: 'ItemAdded', data: { price: 1 } },
    { type: 'ItemAdded', data: { price: 2, tags: ['a'] } },
    { type: 'CheckedOut' },
  ])
  await store.append('other-1', { type: 'Other', data: { n: 1 } })
  expect(await readKnownTypes(store, 'cart-1')).toEqual([
    { type: 'CheckedOut', event: '2@cart-1', data: undefined },
    { type: 'ItemAdded', event: '1@cart-1', data: '{\n  "price": 2,\n  "tags": ["a"]\n}' },
  ])
  // A stream without events gets the types of the store, without those of the system.
  expect((await readKnownTypes(store, 'new-1')).map(({ type }) => type)).toEqual(['Other', 'CheckedOut', 'ItemAdded'])
  expect((await readKnownTypes(store, '')).map(({ event }) => event)).toEqual(['0@other-1', '2@cart-1', '1@cart-1'])
  await store.close()
})
