const { createStore } = require('rillbox')
const { given } = require('rillbox/testing')

const query =
  "fromStream('order-1').when({ $init: () => ({ sum: 0 }), OrderPlaced: (state, event) => ({ sum: state.sum + event.data.total }) })"
const base = 'http://localhost:2113'

const store = createStore({ security: 'insecure' })
beforeEach(() => store.clear())
afterAll(() => store.close())

test('append, read, and a projection', async () => {
  await store.project('sales', query)
  const response = await store.fetch(
    new Request(`${base}/streams/order-1`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.eventstore.events+json' },
      body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: { total: 42 } }]),
    }),
  )
  expect(response.status).toBe(201)
  await store.settled()
  expect((await store.read('order-1'))[0].data).toStrictEqual({ total: 42 })
  expect(await store.state('sales')).toStrictEqual({ sum: 42 })
})

test('a page shows what a request of it was answered', async () => {
  await store.append('order-1', { type: 'OrderPlaced', data: { total: 42 } })
  const answer = await store.fetch(new Request(`${base}/streams/order-1/0`, { headers: { accept: 'application/json' } }))
  document.body.textContent = `${(await answer.json()).total} euros`
  expect(document.querySelector('body').textContent).toBe('42 euros')
})

test("jsdom's signal ends a long poll", async () => {
  await store.append('order-1', { type: 'OrderPlaced', data: { total: 42 } })
  const controller = new AbortController()
  const poll = store.fetch(
    new Request(`${base}/streams/order-1/1/forward/20`, {
      headers: { accept: 'application/vnd.eventstore.atom+json', 'ES-LongPoll': '20' },
      signal: controller.signal,
    }),
  )
  controller.abort()
  await expect(poll).rejects.toMatchObject({ name: 'AbortError' })
})

test('addresses are relative to the page', () => {
  expect(new Request('/streams').url).toBe('http://localhost/streams')
})

test('a projection is tested by itself', async () => {
  const run = await given([{ stream: 'order-1', type: 'OrderPlaced', data: { total: 5 } }]).when(query)
  expect(run.state).toStrictEqual({ sum: 5 })
})
