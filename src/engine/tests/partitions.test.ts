import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const query = `fromStream('orders').partitionBy((event) => event.data.of).when({
  $init: () => ({ n: 0 }),
  Placed: (state) => ({ n: state.n + 1 }),
})`

test('partitions are listed as they appeared', async () => {
  const store = createStore()
  stores.push(store)
  await store.project('count', query)
  expect(await store.partitions('count')).toEqual([])
  const placed = (of: string) => ({ type: 'Placed', data: { of } })
  await store.append('orders', ['kim', 'alex', 'kim', 'zoe', 'bo'].map(placed))
  await store.settled()
  expect(await store.partitions('count')).toEqual(['kim', 'alex', 'zoe', 'bo'])
  expect(await store.state('count', 'kim')).toEqual({ n: 2 })
  expect(await store.partitions('nobody')).toEqual([])
})
