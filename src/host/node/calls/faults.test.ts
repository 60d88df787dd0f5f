import { constants } from 'node:http2'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LoggedExchange, LoggedRequest } from '../../../engine/observe/request-log.ts'
import { decode } from '../../../grpc/messages/codec.ts'
import type { Served } from './raw-client.fixture.ts'
import { anyVersion, end, message, proposed, streams, text, serveCalls } from './raw-client.fixture.ts'

let served: Served

beforeEach(async () => {
  served = await serveCalls()
})

afterEach(() => served.close())

const last = (): LoggedExchange | undefined => served.store.requests.entries.at(-1)

describe('a fault', () => {
  test('of a status meets calls by service and method', async () => {
    served.store.faults.add({ kind: 'status', status: 503, path: `${streams}/Append`, times: 1, name: 'busy' })
    expect(await served.client.append('orders')).toMatchObject({ headers: { ':status': 503 }, status: undefined })
    expect(last()).toMatchObject({ answeredBy: { fault: 'busy' }, outcome: { status: 503 } })
    expect((await served.client.append('orders')).status).toBe('0')
    expect(await served.store.read('orders')).toHaveLength(1)
  })

  test('of latency lets a call wait, and end where its client gives up', async () => {
    served.store.faults.add({ kind: 'latency', milliseconds: 30, path: `${streams}/*`, times: 1, name: 'slow' })
    expect((await served.client.append('orders')).status).toBe('0')
    expect(last()!.milliseconds).toBeGreaterThanOrEqual(29)
    served.store.faults.add({ kind: 'latency', milliseconds: Infinity, path: `${streams}/Append`, name: 'never' })
    const stream = served.client.open(`${streams}/Append`)
    stream.write(anyVersion('orders'))
    stream.end(proposed(crypto.randomUUID()))
    await expect.poll(() => served.store.requests.pending).toHaveLength(1)
    stream.close(constants.NGHTTP2_CANCEL)
    await expect.poll(() => served.store.requests.pending).toEqual([])
    expect(last()).toMatchObject({ outcome: { kind: 'aborted' } })
    expect(await served.store.read('orders')).toHaveLength(1)
  })

  test('drops a call before or after the store has acted', async () => {
    served.store.faults.add({ kind: 'dropped', path: `${streams}/Append`, times: 1, name: 'lost' })
    expect((await served.client.append('before')).status).toBeUndefined()
    expect(last()).toMatchObject({ answeredBy: { fault: 'lost' }, outcome: { kind: 'dropped' } })
    served.store.faults.add({ kind: 'dropped', when: 'answered', path: `${streams}/Append`, times: 1 })
    expect((await served.client.append('after')).status).toBeUndefined()
    expect(await served.store.read('after')).toHaveLength(1)
    expect(await served.store.read('before')).toEqual([])
  })

  test('of being offline drops every call', async () => {
    served.store.faults.offline = true
    expect((await served.client.append('orders')).status).toBeUndefined()
    expect((await end(served.client.read('orders', 1n))).status).toBeUndefined()
    expect(last()).toMatchObject({ answeredBy: { fault: 'offline' }, outcome: { kind: 'dropped' } })
    served.store.faults.offline = false
    expect((await served.client.append('orders')).status).toBe('0')
  })

  test('of a lost race lets another writer append first', async () => {
    served.store.faults.add({ kind: 'lost-race', path: '/streams/orders', times: 1 })
    await served.client.append('others')
    const options = { streamIdentifier: text('orders'), expectedStreamRevision: { case: 'noStream', value: {} } } as const
    const first = message('streams.AppendReq', { content: { case: 'options', value: options } })
    const lost = await served.client.call(`${streams}/Append`, [first, proposed(crypto.randomUUID())])
    expect(decode('streams.AppendResp', lost.frames[0]!).result).toMatchObject({
      case: 'wrongExpectedVersion',
      value: { currentRevisionOption: { case: 'currentRevision', value: 0n } },
    })
    expect((await served.store.read('orders')).map(({ type }) => type)).toEqual(['LostRace'])
    expect(await served.store.read('others')).toHaveLength(1)
  })

  test('of a stopped projection lets the call itself pass', async () => {
    await served.store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })")
    served.store.faults.add({ kind: 'stopped-projection', projection: 'count', path: `${streams}/Append`, times: 1 })
    expect((await served.client.append('orders')).status).toBe('0')
    expect(await served.store.fault('count')).toBeDefined()
  })
})

test('settled() waits for what calls have written', async () => {
  await served.store.project('count', "fromStream('orders').when({ $init: () => ({ n: 0 }), A: (s) => { s.n++ } })")
  for (let count = 0; count < 20; count++) await served.client.append('orders')
  await served.store.settled()
  expect(await served.store.state('count')).toEqual({ n: 20 })
})

test('the log notes where a call begins and ends, its headers and its status, and none of its messages', async () => {
  const started: LoggedRequest[] = []
  const ended: LoggedExchange[] = []
  served.store.requests.subscribe(
    (exchange) => ended.push(exchange),
    (request) => started.push(request),
  )
  const stream = served.client.read('$$$deleted', undefined, { 'connection-name': 'a back end', authorization: 'Basic eDp5' })
  expect((await end(stream)).status).toBe('16')
  expect(started).toMatchObject([{ method: 'POST', url: `${served.server.url}${streams}/Read`, requestBody: '' }])
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
