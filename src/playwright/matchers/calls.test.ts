// Matchers over real calls on a port of the store.

import type { ClientHttp2Session } from 'node:http2'
import { connect } from 'node:http2'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { lookForOrder } from './to-have-received-in-order.ts'
import { lookForRequests } from './to-have-received.ts'

const service = '/event_store.client.streams.Streams'

let store: Store
let session: ClientHttp2Session

beforeEach(async () => {
  store = createStore({ systemProjections: false, requestLog: 10 })
  session = connect((await store.listen()).url)
  session.on('error', () => undefined)
})

afterEach(async () => {
  session.destroy()
  await store.close()
})

/** Ends its request at once, unless told to leave it open. */
function call(method: string, isOpen = false) {
  const stream = session.request({ ':method': 'POST', ':path': `${service}/${method}`, 'content-type': 'application/grpc' })
  stream.resume()
  stream.on('error', () => undefined)
  if (!isOpen) stream.end()
  return new Promise((resolve) => stream.on('close', resolve))
}

const differ = (wanted: unknown, found: unknown): string => `${JSON.stringify(wanted)} ${JSON.stringify(found)}`

test('a call is received by service and method, with both of its statuses', async () => {
  await call('Nope')
  const look = async (expected: object) => (await lookForRequests(store, expected, differ)).pass
  expect(await look({ method: 'post', path: `${service}/Nope`, status: 200, grpcStatus: 12 })).toBe(true)
  expect(await look({ path: `${service}/*`, times: 1 })).toBe(true)
  expect(await look({ path: `${service}/Nope`, grpcStatus: 0 })).toBe(false)
  const { explain } = await lookForRequests(store, { path: `${service}/Append` }, differ)
  expect(await explain()).toContain(`POST ${service}/Nope → 200, grpc-status 12`)
})

test('a call counts once while it is under way and when it has ended', async () => {
  const ended = call('BatchAppend', true)
  await expect.poll(() => store.requests.pending).toHaveLength(1)
  const once = { path: `${service}/BatchAppend`, times: 1 }
  expect((await lookForRequests(store, once, differ)).pass).toBe(true)
  // It has no status yet.
  expect((await lookForRequests(store, { ...once, status: 200 }, differ)).pass).toBe(false)
  expect(await (await lookForRequests(store, { path: '/none' }, differ)).explain()).toContain(`${service}/BatchAppend → under way`)
  await call('Nope')
  const inOrder = [{ path: `${service}/BatchAppend` }, { path: `${service}/Nope` }]
  expect((await lookForOrder(store, inOrder, differ)).pass).toBe(true)
  expect((await lookForOrder(store, inOrder.toReversed(), differ)).pass).toBe(false)
  session.destroy()
  await ended
  await expect.poll(() => store.requests.pending).toEqual([])
  expect((await lookForRequests(store, once, differ)).pass).toBe(true)
})

test('a request of HTTP counts when it is answered, as before', async () => {
  const waiting = new AbortController()
  store.faults.add({ kind: 'latency', milliseconds: Infinity, path: '/ping' })
  const answer = store.fetch(new Request('http://localhost/ping', { signal: waiting.signal })).catch(() => undefined)
  await expect.poll(() => store.requests.pending).toHaveLength(1)
  expect((await lookForRequests(store, { path: '/ping' }, differ)).pass).toBe(false)
  waiting.abort()
  await answer
})
