import { createStore } from 'rillbox'
import { given } from 'rillbox/testing'

const query =
  "fromStream('order-1').when({ $init: () => ({ sum: 0 }), OrderPlaced: (state, event) => ({ sum: state.sum + event.data.total }) })"

// Jest's realm has its own classes: batches of events once reached the sandbox empty.
test.each([undefined, 'worker', 'in-process'])('append, read, and a projection; queries: %s', async (queries) => {
  const store = createStore({ security: 'insecure', ...(queries && { queries }) })
  // Several in one batch: their numbers travel in a buffer.
  await store.append(
    'order-1',
    [10, 12, 20].map((total) => ({ type: 'OrderPlaced', data: { total } })),
  )
  await store.project('sales', query)
  await store.settled()
  expect((await store.read('order-1')).map(({ data }) => data)).toStrictEqual([{ total: 10 }, { total: 12 }, { total: 20 }])
  expect(await store.state('sales')).toStrictEqual({ sum: 42 })
  await store.close()
})

test('bytes are written and read, and a snapshot holds them', async () => {
  const store = createStore({ security: 'insecure' })
  const body = new Uint8Array([0, 255, 1])
  const headers = { 'content-type': 'application/octet-stream', 'ES-EventType': 'Scan', 'ES-EventId': crypto.randomUUID() }
  const written = await store.fetch(new Request('http://localhost:2113/streams/scans', { method: 'POST', headers, body }))
  expect(written.status).toBe(201)
  const snapshot = JSON.parse(JSON.stringify(await store.snapshot()))
  const copy = createStore({ security: 'insecure' })
  await copy.restore(snapshot)
  const read = await copy.fetch(new Request('http://localhost:2113/streams/scans/0', { headers: { accept: 'application/octet-stream' } }))
  expect([...new Uint8Array(await read.arrayBuffer())]).toEqual([0, 255, 1])
  await store.close()
  await copy.close()
})

test('a projection is tested by itself', async () => {
  const run = await given([{ stream: 'order-1', type: 'OrderPlaced', data: { total: 5 } }]).when(query)
  expect(run.state).toStrictEqual({ sum: 5 })
})
