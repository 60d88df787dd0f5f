import { afterEach, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createStore } from '../store.ts'

const stores: Store[] = []
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

const query = `fromStream('orders').partitionBy((event) => event.data.of).when({
  $init: () => ({ n: 0 }),
  Placed: (state) => ({ n: state.n + 1 }),
})`

test.each([1, 2] as const)('partitions stay listed through a stop and a start: engine %i', async (engine) => {
  const store = createStore()
  stores.push(store)
  // The stream of its state is named like that of a partition of the other.
  await store.project('count-all', "fromStream('orders').when({ Placed: (state) => state })", { engine: 2 })
  await store.project('count', query, { engine })
  const placed = (of: string) => ({ type: 'Placed', data: { of } })
  await store.append('orders', ['kim', 'alex', 'kim'].map(placed))
  await store.settled()
  const command = async (name: string, what: string) =>
    await store.direct(new Request(`http://store/projection/${name}/command/${what}`, { method: 'POST' }))
  await command('count-all', 'disable')
  await command('count', 'disable')
  expect(new Set(await store.partitions('count'))).toEqual(new Set(['kim', 'alex']))
  await command('count', 'enable')
  await store.append('orders', [placed('zoe'), placed('kim')])
  await store.settled()
  expect(await store.partitions('count')).toEqual(['alex', 'zoe', 'kim'])
  expect(await store.state('count', 'alex')).toEqual({ n: 1 })
  expect(await store.partitions('count-all')).toEqual([])
})

test('a reset leaves no partition of before', async () => {
  const store = createStore()
  stores.push(store)
  await store.project('count', query)
  await store.append('orders', { type: 'Placed', data: { of: 'kim' } })
  await store.settled()
  for (const what of ['disable', 'reset'])
    await store.direct(new Request(`http://store/projection/count/command/${what}`, { method: 'POST' }))
  expect(await store.partitions('count')).toEqual([])
})

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
