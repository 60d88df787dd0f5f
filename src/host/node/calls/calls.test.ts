import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { movableEnvironment } from '../../../engine/clock/movable-environment.ts'
import { decode, encode } from '../../../grpc/messages/codec.ts'
import { frame } from '../../../grpc/wire/frames.ts'
import type { MessageInit } from '../../../grpc/messages/shapes.ts'
import type { Served } from './raw-client.fixture.ts'
import { admin, contentOf, message, reading, streams, text, serveCalls } from './raw-client.fixture.ts'

let served: Served

beforeEach(async () => {
  served = await serveCalls()
})

afterEach(() => served.close())

function summary(content: ReturnType<typeof contentOf>): string {
  if (content.case === 'event') return `event ${content.value.event!.streamRevision}`
  return typeof content.value === 'bigint' ? `${content.case} ${content.value}` : String(content.case)
}

describe('a call', () => {
  test('appends, and another reads the same bytes', async () => {
    const appended = await served.client.append('orders', '{ "n" :1 }')
    expect(appended).toMatchObject({ status: '0', headers: { ':status': 200, 'content-type': 'application/grpc' } })
    expect(decode('streams.AppendResp', appended.frames[0]!).result).toMatchObject({ case: 'success' })
    const read = await served.client.call(`${streams}/Read`, [reading('orders', 10n)])
    expect(read.status).toBe('0')
    expect(contentOf(read.frames[0]!)).toMatchObject({
      case: 'event',
      value: { event: { streamRevision: 0n, metadata: { type: 'A', 'content-type': 'application/json' } } },
    })
    const content = contentOf(read.frames[0]!)
    expect(new TextDecoder().decode(content.case === 'event' ? content.value.event!.data : undefined)).toBe('{ "n" :1 }')
    expect(await served.store.read('orders')).toMatchObject([{ type: 'A', data: { n: 1 } }])
  })

  test('may be compressed', async () => {
    const plain = encode('streams.ReadReq', decode('streams.ReadReq', reading('none', 1n).subarray(5)))
    const zipped = gzipSync(plain)
    const framed = frame(zipped)
    framed[0] = 1
    const answered = await served.client.call(`${streams}/Read`, [framed], { 'grpc-encoding': 'gzip' })
    expect(contentOf(answered.frames[0]!)).toMatchObject({ case: 'streamNotFound' })
    expect(await served.client.call(`${streams}/Read`, [framed], { 'grpc-encoding': 'zstd' })).toMatchObject({ status: '12' })
  })

  test.each([
    ['26.1', 'identity,deflate,gzip', 1, 'gzip'],
    ['26.1', 'identity', 0, undefined],
    ['23.10', 'identity,deflate,gzip', 0, undefined],
  ] as const)('of release %s is answered, where the client takes %s, with the flag %i', async (release, accepted, flag, encoding) => {
    const other = await serveCalls({ release })
    for (let count = 0; count < 3; count++) await other.store.append('orders', { type: 'A', data: { large: 'x'.repeat(5000) } })
    const read = await other.client.call(`${streams}/Read`, [reading('orders', 10n)], { 'grpc-accept-encoding': accepted })
    expect(read).toMatchObject({ status: '0', flags: [flag, flag, flag] })
    expect(read.headers['grpc-encoding']).toBe(encoding)
    const plain = read.frames.map((bytes) => contentOf(flag === 1 ? gunzipSync(bytes) : bytes))
    expect(plain).toMatchObject([0n, 1n, 2n].map((streamRevision) => ({ case: 'event', value: { event: { streamRevision } } })))
    await other.close()
  })

  test.each([0, 1])(
    'of a client that asks for places of resumption every %i windows reads a number of filtered events',
    async (multiplier) => {
      for (const type of ['Placed', 'Paid', 'Placed']) await served.store.append('orders', { type })
      const options: MessageInit<'streams.ReadReq'>['options'] = {
        streamOption: { case: 'all', value: { allOption: { case: 'start', value: {} } } },
        countOption: { case: 'count', value: 10n },
        filterOption: {
          case: 'filter',
          value: {
            filter: { case: 'eventType', value: { prefix: ['Pl'] } },
            window: { case: 'count', value: {} },
            checkpointIntervalMultiplier: multiplier,
          },
        },
        uuidOption: { content: { case: 'structured', value: {} } },
      }
      const read = await served.client.call(`${streams}/Read`, [message('streams.ReadReq', { options })], admin)
      expect(read.status).toBe('0')
      expect(read.frames.map((bytes) => contentOf(bytes))).toMatchObject(
        [0n, 2n].map((streamRevision) => ({ value: { event: { streamRevision } } })),
      )
    },
  )

  test.each([
    [0, 'start', '{"$tb":9}', ['firstStreamPosition 3', 'lastStreamPosition 2']],
    [0, 'start', '{"$tb":40}', ['firstStreamPosition 40', 'lastStreamPosition 2']],
    [0, 'start', '{"$maxAge":1}', ['firstStreamPosition 3', 'lastStreamPosition 2']],
    [0, 'start', '{"$tb":2}', ['event 2', 'lastStreamPosition 2']],
    [1, 'end', '{"$tb":9}', ['lastStreamPosition 2']],
    [1, 'start', '{"$tb":2}', ['lastStreamPosition 2']],
    [1, 'end', '{"$tb":9223372036854775807}', ['streamNotFound']],
    [0, 'start', '{"$tb":9223372036854775807}', ['streamNotFound']],
  ] as const)(
    'that reads in direction %i from the %s of a stream with %s tells what there is',
    async (readDirection, from, metadata, seen) => {
      const { store, client, close } = await serveCalls({ environment: movableEnvironment() })
      for (let count = 0; count < 3; count++) await store.append('orders', { type: 'A' })
      const body = `[{"eventId":"${crypto.randomUUID()}","eventType":"$metadata","data":${metadata}}]`
      const headers = { 'Content-Type': 'application/vnd.kurrent.events+json' }
      await store.direct(new Request('http://store/streams/orders/metadata', { method: 'POST', headers, body }))
      if (metadata.includes('$maxAge')) store.clock.advance!(2000)
      const options: MessageInit<'streams.ReadReq'>['options'] = {
        streamOption: { case: 'stream', value: { streamIdentifier: text('orders'), revisionOption: { case: from, value: {} } } },
        readDirection,
        countOption: { case: 'count', value: 10n },
        filterOption: { case: 'noFilter', value: {} },
        uuidOption: { content: { case: 'string', value: {} } },
        controlOption: { compatibility: 1 },
      }
      const read = await client.call(`${streams}/Read`, [message('streams.ReadReq', { options })])
      expect(read.frames.map((bytes) => summary(contentOf(bytes)))).toEqual(seen)
      await close()
    },
  )

  test('names streams beyond ASCII in its metadata', async () => {
    const options = { streamIdentifier: text('größe'), expectedStreamRevision: { case: 'streamExists', value: {} } } as const
    const answered = await served.client.call(`${streams}/Delete`, [message('streams.DeleteReq', { options })], admin)
    expect(answered).toMatchObject({ status: '9', trailers: { exception: 'wrong-expected-version', 'stream-name': 'gr%C3%B6%C3%9Fe' } })
  })
})

test('requests over HTTP/2 get the answers of HTTP, and others are refused by their host', async () => {
  const request = (headers: Record<string, string>, body?: string): Promise<readonly [number, string]> =>
    new Promise((resolve) => {
      const stream = served.client.session.request(headers)
      let status = 0
      let received = ''
      stream.on('response', (head) => (status = Number(head[':status'])))
      stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
      stream.on('close', () => resolve([status, received]))
      stream.end(body)
    })
  expect((await request({ ':path': '/ping' }))[0]).toBe(200)
  const events = JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'A', data: {} }])
  const type = { 'content-type': 'application/vnd.eventstore.events+json' }
  expect((await request({ ':method': 'POST', ':path': '/streams/orders', ...type }, events))[0]).toBe(201)
  expect((await request({ ':path': '/ping', ':authority': 'evil.test' }))[0]).toBe(403)
  expect(await served.client.call(`${streams}/Read`, [reading('a', 1n)], { ':authority': 'evil.test' })).toMatchObject({
    headers: { ':status': 403 },
  })
})
