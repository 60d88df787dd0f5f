import { expect, test } from 'vitest'
import { promiseClientModule } from './promise-client.ts'
import type { SentRequest } from './request.ts'

const base = 'http://localhost:2113'
const id = 'fbf4b1a1-b4a3-4dfe-a01f-ec52c34e16e4'
const request = (method: string, path: string, more: Partial<SentRequest> = {}): SentRequest => ({
  method,
  url: base + path,
  headers: [],
  body: '',
  ...more,
})

test('is written as people write it', () => {
  const headers: SentRequest['headers'] = [
    ['authorization', `Basic ${btoa("ops:it's:me")}`],
    ['content-type', 'application/vnd.kurrent.events+json; charset=utf-8'],
    ['es-expectedversion', '3'],
  ]
  const body = JSON.stringify([{ eventId: id, eventType: 'ItemAdded', data: { price: 5 } }])
  expect(promiseClientModule(request('POST', '/streams/cart-1', { headers, body })))
    .toBe(`import { HTTPClient } from 'geteventstore-promise'

const client = new HTTPClient({
  hostname: 'localhost',
  port: 2113,
  credentials: { username: 'ops', password: "it's:me" },
})
const result = await client.writeEvents('cart-1', [
  {
    eventId: '${id}',
    eventType: 'ItemAdded',
    data: {
      price: 5,
    },
  },
], { expectedVersion: 3 })`)
})

const single: SentRequest['headers'] = [
  ['Content-Type', 'application/json'],
  ['ES-EventType', 'T'],
  ['ES-EventId', id],
]

test.each<[SentRequest, string]>([
  [request('GET', '/ping'), 'ping()'],
  [request('GET', '/streams/caf%C3%A9'), "readEventsBackward('caf%C3%A9', 'head', 20)"],
  [request('GET', '/streams/cart-1/head/backward/5?embed=body'), "readEventsBackward('cart-1', 'head', 5)"],
  [request('GET', '/streams/cart-1/0/forward/100'), "readEventsForward('cart-1', 0, 100)"],
  [request('DELETE', '/streams/cart-1'), "deleteStream('cart-1')"],
  [request('DELETE', '/streams/cart-1', { headers: [['Kurrent-HardDelete', 'True']] }), "deleteStream('cart-1', true)"],
  [request('GET', '/projection/sums/state'), "projections.getState('sums')"],
  [request('GET', '/projection/sums/result?partition=a%20b'), "projections.getResult('sums', { partition: 'a b' })"],
  [request('POST', '/projection/sums/command/disable'), "projections.stop('sums')"],
  [request('POST', '/streams/s', { headers: single, body: '{}' }), "writeEvents('s', [\n  {\n    eventId: '"],
])('the call of %o', (sent, call) => {
  expect(promiseClientModule(sent)).toContain(`client.${call}`)
})

test.each([
  request('GET', '/users'),
  request('GET', '/streams/cart-1/metadata'),
  request('POST', '/projection/sums/command/constructor'),
  request('POST', '/streams/s', { headers: single, body: 'no JSON' }),
  request('POST', '/streams/s', { headers: single.slice(0, 2), body: '{}' }),
  request('POST', '/streams/s', { headers: single, body: new Uint8Array([255]) }),
])('there is none of %o', (sent) => {
  expect(promiseClientModule(sent)).toBeUndefined()
})
