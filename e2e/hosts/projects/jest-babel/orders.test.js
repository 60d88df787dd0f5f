import { createStore } from 'rillbox'
import { storeHandlers } from 'rillbox/node'
import { given } from 'rillbox/testing'

const query =
  "fromStream('order-1').when({ $init: () => ({ sum: 0 }), OrderPlaced: (state, event) => ({ sum: state.sum + event.data.total }) })"

const store = createStore({ security: 'insecure' })
afterAll(() => store.close())

test('append, read, and a projection', async () => {
  await store.project('sales', query)
  await store.append('order-1', { type: 'OrderPlaced', data: { total: 42 } })
  await store.settled()
  expect((await store.read('order-1'))[0].data).toStrictEqual({ total: 42 })
  expect(await store.state('sales')).toStrictEqual({ sum: 42 })
})

test('a projection is tested by itself', async () => {
  const run = await given([{ stream: 'order-1', type: 'OrderPlaced', data: { total: 5 } }]).when(query)
  expect(run.state).toStrictEqual({ sum: 5 })
})

test('a handler answers as the store', async () => {
  const [handler] = storeHandlers(store, { baseUrl: 'http://localhost:2113' })
  expect(handler).toBeDefined()
})
