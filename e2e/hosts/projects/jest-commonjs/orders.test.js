const { createStore, isStoreError } = require('rillbox')
const { createStore: createNodeStore, storeHandlers } = require('rillbox/node')
const { given } = require('rillbox/testing')

const query =
  "fromStream('order-1').when({ $init: () => ({ sum: 0 }), OrderPlaced: (state, event) => ({ sum: state.sum + event.data.total }) })"
const placed = (total) => ({ type: 'OrderPlaced', data: { total, lines: [{ sku: 'a' }] } })

const store = createStore({ security: 'insecure' })
beforeEach(() => store.clear())
afterAll(() => store.close())

test('an order is written, over HTTP too, and read', async () => {
  await store.append('order-1', placed(12))
  const response = await store.fetch(
    new Request('http://localhost:2113/streams/order-1', {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.eventstore.events+json' },
      body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total: 30 } }]),
    }),
  )
  expect(response.status).toBe(201)
  const [first, second] = await store.read('order-1')
  expect(first.data).toStrictEqual({ total: 12, lines: [{ sku: 'a' }] })
  expect(second).toMatchObject({ type: 'OrderPlaced', data: { total: 30 } })
})

test('a projection follows, in a thread', async () => {
  await store.project('sales', query)
  await store.append('order-1', placed(12))
  await store.append('order-1', placed(30))
  await store.settled()
  expect(await store.state('sales')).toStrictEqual({ sum: 42 })
})

test('a projection is tested by itself', async () => {
  const run = await given([{ stream: 'order-1', type: 'OrderPlaced', data: { total: 5 } }]).when(query)
  expect(run.state).toStrictEqual({ sum: 5 })
})

test('an impossible call names its reason', async () => {
  expect(() => createStore({ colour: 'blue' })).toThrow('colour')
  const report = jest.fn()
  const here = createStore({ security: 'insecure', queries: 'in-process', environment: { report } })
  await expect(here.project('sales', query)).rejects.toThrow('500')
  await here.close()
  const [error] = report.mock.calls[0]
  expect(isStoreError(error, 'sandbox-unavailable')).toBe(true)
  expect(error.hint).toMatch(/leave .* out, .* threads/)
})

test('entries share one store, which is a handler for msw', async () => {
  expect(createNodeStore).toBe(createStore)
  expect(storeHandlers(store, { baseUrl: 'http://localhost:2113' })).toHaveLength(1)
})
