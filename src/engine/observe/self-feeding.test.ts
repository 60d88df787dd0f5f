// Projections that feed themselves: hosts are told, and everything else goes on.

import { expect, it, vi } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

vi.setConfig({ testTimeout: 60_000 })

const emitsForEach = "fromAll().when({ $any: () => { emit('fed', 'Fed', {}); return {} } })"
const feedsCategory = "fromCategory('fed').when({ $any: (s, e) => { emit('fed-' + (e.sequenceNumber % 7), 'Fed', {}); return {} } })"
const counts = "fromStream('orders').when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++ } })"

/** @returns the names that a host of the store hears. */
function heardOf(store: Store) {
  const names: string[] = []
  const first = Promise.withResolvers<void>()
  store.onSelfFeeding((name) => {
    names.push(name)
    first.resolve()
  })
  return { names, first: first.promise }
}

it.each([
  ['emits for every event', emitsForEach],
  ['emits into its own category', feedsCategory],
])('a projection that %s is told of once, and appends, reads and other projections go on', async (_what, query) => {
  const store = createStore({ security: 'insecure' })
  const { names, first } = heardOf(store)
  await store.append(
    'fed-seed',
    Array.from({ length: 20 }, () => ({ type: 'Seed', data: {} })),
  )
  await store.project('orders', counts)
  await store.project('endless', query)
  await first
  for (let orders = 1; orders <= 20; orders++) {
    await store.append('orders', [{ type: 'Placed', data: {} }])
    await expect.poll(() => store.state('orders'), { timeout: 20_000 }).toEqual({ n: orders })
  }
  expect(names).toEqual(['endless'])
  await store.close()
})

it('a projection that only reads its output is not', async () => {
  const store = createStore({ security: 'insecure', systemProjections: false })
  const { names } = heardOf(store)
  await store.project('once', "fromAll().when({ Placed: () => { emit('fed', 'Fed', {}) }, Fed: (s) => s })")
  for (let batch = 0; batch < 40; batch++)
    await store.append(
      'orders',
      Array.from({ length: 50 }, () => ({ type: 'Placed', data: {} })),
    )
  await store.settled()
  expect((await store.read('fed')).length).toBe(2000)
  expect(names).toEqual([])
  await store.close()
})
