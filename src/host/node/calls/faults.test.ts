import { constants } from 'node:http2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LoggedExchange, LoggedRequest } from '../../../engine/observe/request-log.ts'
import type { Store } from '../../../engine/store.ts'
import { createStore } from '../../../engine/store.ts'
import { decode } from '../../../grpc/messages/codec.ts'
import type { Listening } from '../http-server.ts'
import { listen } from '../http-server.ts'
import { RawClient, anyVersion, end, message, proposed, streams, text } from './raw-client.fixture.ts'

let store: Store
let server: Listening
let client: RawClient

beforeEach(async () => {
  store = createStore({ systemProjections: false, requestLog: 20 })
  server = await listen(store, { port: 0, warn: () => undefined })
  client = new RawClient(server.url)
})

afterEach(async () => {
  client.session.destroy()
  await server.close()
})

const last = (): LoggedExchange | undefined => store.requests.entries.at(-1)

describe('a fault', () => {
  test('of a status meets calls by service and method', async () => {
    store.faults.add({ kind: 'status', status: 503, path: `${streams}/Append`, times: 1, name: 'busy' })
    expect(await client.append('orders')).toMatchObject({ headers: { ':status': 503 }, status: undefined })
    expect(last()).toMatchObject({ answeredBy: { fault: 'busy' }, outcome: { status: 503 } })
    expect((await client.append('orders')).status).toBe('0')
    expect(await store.read('orders')).toHaveLength(1)
  })

  test('of latency lets a call wait, and end where its client gives up', async () => {
    store.faults.add({ kind: 'latency', milliseconds: 30, path: `${streams}/*`, times: 1, name: 'slow' })
    expect((await client.append('orders')).status).toBe('0')
    expect(last()!.milliseconds).toBeGreaterThanOrEqual(29)
    store.faults.add({ kind: 'latency', milliseconds: Infinity, path: `${streams}/Append`, name: 'never' })
    const stream = client.open(`${streams}/Append`)
    stream.write(anyVersion('orders'))
    stream.end(proposed(crypto.randomUUID()))
    await expect.poll(() => store.requests.pending).toHaveLength(1)
    stream.close(constants.NGHTTP2_CANCEL)
    await expect.poll(() => store.requests.pending).toEqual([])
    expect(last()).toMatchObject({ outcome: { kind: 'aborted' } })
    expect(await store.read('orders')).toHaveLength(1)
  })

  test('drops a call before or after the store has acted', async () => {
    store.faults.add({ kind: 'dropped', path: `${streams}/Append`, times: 1, name: 'lost' })
    expect((await client.append('before')).status).toBeUndefined()
    expect(last()).toMatchObject({ answeredBy: { fault: 'lost' }, outcome: { kind: 'dropped' } })
    store.faults.add({ kind: 'dropped', when: 'answered', path: `${streams}/Append`, times: 1 })
    expect((await client.append('after')).status).toBeUndefined()
    expect(await store.read('after')).toHaveLength(1)
    expect(await store.read('before')).toEqual([])
  })

  test('of being offline drops every call', async () => {
    store.faults.offline = true
    expect((await client.append('orders')).status).toBeUndefined()
    expect((await end(client.read('orders', 1n))).status).toBeUndefined()
    expect(last()).toMatchObject({ answeredBy: { fault: 'offline' }, outcome: { kind: 'dropped' } })
    store.faults.offline = false
    expect((await client.append('orders')).status).toBe('0')
  })

  test('of a lost race lets another writer append first', async () => {
    store.faults.add({ kind: 'lost-race', path: '/streams/orders', times: 1 })
    await client.append('others')
    const options = { streamIdentifier: text('orders'), expectedStreamRevision: { case: 'noStream', value: {} } } as const
    const first = message('streams.AppendReq', { content: { case: 'options', value: options } })
    const lost = await client.call(`${streams}/Append`, [first, proposed(crypto.randomUUID())])
    expect(decode('streams.AppendResp', lost.frames[0]!).result).toMatchObject({
      case: 'wrongExpectedVersion',
      value: { currentRevisionOption: { case: 'currentRevision', value: 0n } },
    })
    expect((await store.read('orders')).map(({ type }) => type)).toEqual(['LostRace'])
    expect(await store.read('others')).toHaveLength(1)
  })

  test('of a stopped projection lets the call itself pass', async () => {
    await store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })")
    store.faults.add({ kind: 'stopped-projection', projection: 'count', path: `${streams}/Append`, times: 1 })
    expect((await client.append('orders')).status).toBe('0')
    expect(await store.fault('count')).toBeDefined()
  })
})

test('settled() waits for what calls have written', async () => {
  await store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })")
  for (let count = 0; count < 20; count++) await client.append('orders')
  await store.settled()
  expect(await store.state('count')).toEqual({ n: 20 })
})

test('the log notes where a call begins and ends, its headers and its status, and none of its messages', async () => {
  const started: LoggedRequest[] = []
  const ended: LoggedExchange[] = []
  store.requests.subscribe(
    (exchange) => ended.push(exchange),
    (request) => started.push(request),
  )
  const stream = client.read('$$$deleted', undefined, { 'connection-name': 'a back end', authorization: 'Basic eDp5' })
  expect((await end(stream)).status).toBe('16')
  expect(started).toMatchObject([{ method: 'POST', url: `${server.url}${streams}/Read`, requestBody: '' }])
  expect(ended).toMatchObject([
    {
      id: started[0]!.id,
      requestHeaders: expect.arrayContaining([['connection-name', 'a back end']]),
      requestBody: '',
      outcome: {
        status: 200,
        statusText: 'OK',
        headers: [
          ['content-type', 'application/grpc'],
          ['grpc-status', '16'],
          ['grpc-message', 'Unauthenticated'],
        ],
        body: '',
      },
      answeredBy: 'store',
    },
  ])
})
