import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createStore, storeHandlers } from 'rillbox/node'
import { placeOrder, sales, shopName } from './orders.js'

const baseUrl = 'http://localhost:2113'
const store = createStore({ baseUrl, security: 'insecure' })
const server = setupServer(
  http.get('http://shop.test/name', () => HttpResponse.text('The shop')),
  ...storeHandlers(store, { baseUrl }),
)

beforeAll(() => server.listen())
beforeEach(() => store.clear())
afterAll(async () => {
  server.close()
  await store.close()
})

test('an order is written once', async () => {
  expect(await placeOrder(1, 12)).toBe(201)
  await expect(placeOrder(1, 13)).rejects.toThrow('Wrong expected EventNumber')
  expect(await store.read('order-1')).toMatchObject([{ type: 'OrderPlaced', data: { total: 12 } }])
})

test('a projection follows', async () => {
  await store.project(
    'sales',
    'fromAll().when({ $init: () => ({ sum: 0 }), OrderPlaced: (state, event) => ({ sum: state.sum + event.data.total }) })',
  )
  await placeOrder(1, 12)
  await placeOrder(2, 30)
  await store.settled()
  expect(await sales()).toEqual({ sum: 42 })
})

test('other handlers answer as they did', async () => {
  expect(await shopName()).toBe('The shop')
})

test('a dropped connection is a failed fetch', async () => {
  const repair = store.faults.add({ kind: 'dropped' })
  await expect(placeOrder(1, 12)).rejects.toThrow(/fetch/i)
  repair()
  expect(await placeOrder(1, 12)).toBe(201)
})
