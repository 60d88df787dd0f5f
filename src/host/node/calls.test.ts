import { connect, constants } from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../engine/store.ts'
import { createStore } from '../../engine/store.ts'
import { decode, encode } from '../../grpc/messages/codec.ts'
import type { MessageInit, MessageName, MessageOf } from '../../grpc/messages/shapes.ts'
import { frame } from '../../grpc/wire/frames.ts'
import type { Listening } from './http-server.ts'
import { listen } from './http-server.ts'

let store: Store
let server: Listening
let session: ClientHttp2Session

beforeEach(async () => {
  store = createStore({ systemProjections: false, requestLog: 20 })
  server = await listen(store, { port: 0, warn: () => undefined })
  session = connect(server.url)
  session.on('error', () => undefined)
})

afterEach(async () => {
  session.destroy()
  await server.close()
})

const streams = '/event_store.client.streams.Streams'
const text = (name: string) => ({ streamName: new TextEncoder().encode(name) })
const admin = { authorization: `Basic ${btoa('admin:changeit')}` }

const open = (path: string, headers: Record<string, string> = {}): ClientHttp2Stream => {
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers', ...headers })
  stream.on('error', () => undefined)
  return stream
}

interface Ended {
  readonly headers: IncomingHttpHeaders
  readonly status: string | undefined
  readonly message: string | undefined
  readonly trailers: IncomingHttpHeaders
  readonly frames: readonly Buffer[]
}

function end(stream: ClientHttp2Stream): Promise<Ended> {
  let headers: IncomingHttpHeaders = {}
  let trailers: IncomingHttpHeaders = {}
  const chunks: Buffer[] = []
  stream.on('response', (received) => (headers = received))
  stream.on('trailers', (received) => (trailers = received))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    stream.on('close', () => {
      const all = { ...headers, ...trailers }
      const frames = framesIn(Buffer.concat(chunks))
      resolve({ headers, trailers: all, frames, status: all['grpc-status'] as string, message: all['grpc-message'] as string })
    })
  })
}

function framesIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 5 <= bytes.length;) {
    const length = bytes.readUInt32BE(at + 1)
    found.push(bytes.subarray(at + 5, at + 5 + length))
    at += 5 + length
  }
  return found
}

async function call(path: string, bodies: readonly Uint8Array[], headers: Record<string, string> = {}): Promise<Ended> {
  const stream = open(path, headers)
  const ended = end(stream)
  for (const body of bodies) stream.write(body)
  stream.end()
  return await ended
}

const message = <Name extends MessageName>(name: Name, content: MessageInit<Name>): Uint8Array => frame(encode(name, content))

const proposed = (id: string, data = '{"n":1}') =>
  message('streams.AppendReq', {
    content: {
      case: 'proposedMessage',
      value: {
        id: { value: { case: 'string', value: id } },
        metadata: { type: 'A', 'content-type': 'application/json' },
        data: new TextEncoder().encode(data),
      },
    },
  })

const anyVersion = (stream: string) =>
  message('streams.AppendReq', {
    content: {
      case: 'options',
      value: { streamIdentifier: text(stream), expectedStreamRevision: { case: 'any', value: {} } },
    },
  })

const append = (stream: string, data?: string): Promise<Ended> =>
  call(`${streams}/Append`, [anyVersion(stream), proposed(crypto.randomUUID(), data)])

const reading = (stream: string, count?: bigint) =>
  message('streams.ReadReq', {
    options: {
      streamOption: { case: 'stream', value: { streamIdentifier: text(stream), revisionOption: { case: 'start', value: {} } } },
      countOption: count === undefined ? { case: 'subscription', value: {} } : { case: 'count', value: count },
      filterOption: { case: 'noFilter', value: {} },
      uuidOption: { content: { case: 'string', value: {} } },
    },
  })

const contentOf = (bytes: Uint8Array): MessageOf<'streams.ReadResp'>['content'] => decode('streams.ReadResp', bytes).content

/** Reads frames as they come. */
async function* arriving(stream: ClientHttp2Stream): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (; rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1); rest = rest.subarray(5 + rest.readUInt32BE(1)))
      yield rest.subarray(5, 5 + rest.readUInt32BE(1))
  }
}

describe('a call', () => {
  test('appends, and another reads the same bytes', async () => {
    const appended = await append('orders', '{ "n" :1 }')
    expect(appended).toMatchObject({ status: '0', headers: { ':status': 200, 'content-type': 'application/grpc' } })
    expect(decode('streams.AppendResp', appended.frames[0]!).result).toMatchObject({ case: 'success' })
    const read = await call(`${streams}/Read`, [reading('orders', 10n)])
    expect(read.status).toBe('0')
    expect(contentOf(read.frames[0]!)).toMatchObject({
      case: 'event',
      value: { event: { streamRevision: 0n, metadata: { type: 'A', 'content-type': 'application/json' } } },
    })
    const content = contentOf(read.frames[0]!)
    expect(new TextDecoder().decode(content.case === 'event' ? content.value.event!.data : undefined)).toBe('{ "n" :1 }')
    expect(await store.read('orders')).toMatchObject([{ type: 'A', data: { n: 1 } }])
  })

  test('may be compressed', async () => {
    const plain = encode('streams.ReadReq', decode('streams.ReadReq', reading('none', 1n).subarray(5)))
    const zipped = gzipSync(plain)
    const framed = frame(zipped)
    framed[0] = 1
    const answered = await call(`${streams}/Read`, [framed], { 'grpc-encoding': 'gzip' })
    expect(contentOf(answered.frames[0]!)).toMatchObject({ case: 'streamNotFound' })
    expect(await call(`${streams}/Read`, [framed], { 'grpc-encoding': 'zstd' })).toMatchObject({ status: '12' })
  })

  test.each([
    ['/event_store.client.streams.Streams/Nope', {}, '12', 'Method is unimplemented.'],
    ['/event_store.client.nothing.Nothing/Nope', {}, '12', 'Service is unimplemented.'],
    [`${streams}/Read`, { authorization: `Basic ${btoa('admin:wrong')}` }, '16', 'Unauthenticated'],
    ['/event_store.client.users.Users/Enable', {}, '7', 'Access Denied'],
  ])('%s with %o has status %s', async (path, headers, status, sentence) => {
    expect(await call(path, [message('Empty', {})], headers)).toMatchObject({ status, message: sentence, frames: [] })
    expect(store.requests.entries.at(-1)).toMatchObject({
      outcome: { kind: 'answered', headers: expect.arrayContaining([['grpc-status', status]]) },
    })
  })

  test('that is malformed writes nothing', async () => {
    const whole = anyVersion('orders')
    expect(await call(`${streams}/Append`, [whole.subarray(0, 7)])).toMatchObject({ status: '13', message: 'Incomplete message.' })
    expect(await call(`${streams}/Append`, [frame(new Uint8Array([255, 255, 255]))])).toMatchObject({ status: '2' })
    expect(await call(`${streams}/Read`, [reading('a', 1n), reading('b', 1n)])).toMatchObject({ status: '13' })
    const tooLong = new Uint8Array(5)
    new DataView(tooLong.buffer).setUint32(1, 2 ** 31)
    expect(await call(`${streams}/Append`, [tooLong])).toMatchObject({ status: '8' })
    expect(await call(`${streams}/Append`, [whole], { 'content-type': 'application/grpc-web' })).toMatchObject({
      headers: { ':status': 415 },
    })
    expect(await store.streams()).not.toContainEqual(expect.objectContaining({ name: 'orders' }))
  })

  test('ends at its deadline', async () => {
    const stream = open(`${streams}/Read`, { 'grpc-timeout': '50m' })
    const ended = end(stream)
    stream.end(reading('orders'))
    expect(await ended).toMatchObject({ status: '4', message: 'Deadline Exceeded' })
  })

  test('names streams beyond ASCII in its metadata', async () => {
    const options = { streamIdentifier: text('größe'), expectedStreamRevision: { case: 'streamExists', value: {} } } as const
    const answered = await call(`${streams}/Delete`, [message('streams.DeleteReq', { options })], admin)
    expect(answered).toMatchObject({ status: '9', trailers: { exception: 'wrong-expected-version', 'stream-name': 'gr%C3%B6%C3%9Fe' } })
  })
})

describe('a subscription', () => {
  test('goes on with what is written, until it is cancelled', async () => {
    await append('orders')
    const stream = open(`${streams}/Read`)
    stream.end(reading('orders'))
    const seen: string[] = []
    for await (const bytes of arriving(stream)) {
      const { case: kind } = contentOf(bytes)
      seen.push(String(kind))
      if (kind === 'caughtUp') await append('orders')
      if (seen.length === 4) break
    }
    expect(seen).toEqual(['confirmation', 'event', 'caughtUp', 'event'])
    stream.close(constants.NGHTTP2_CANCEL)
    await expect.poll(() => store.requests.pending).toEqual([])
  })

  test('ninety of them share a connection', async () => {
    const all = Array.from({ length: 90 }, () => {
      const stream = open(`${streams}/Read`)
      stream.end(reading('orders'))
      return arriving(stream)
    })
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('confirmation')
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('caughtUp')
    await append('orders')
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('event')
  })

  test('that nobody reads holds a part of the events', async () => {
    const large = 'x'.repeat(1_000_000)
    for (let count = 0; count < 40; count++) await store.append('large', { type: 'A', data: large })
    const stream = open(`${streams}/Read`)
    stream.end(reading('large'))
    await new Promise((resolve) => stream.once('response', resolve))
    // The client's own window is all that leaves the server.
    const taken = () => (stream as unknown as { readableLength: number }).readableLength
    await expect.poll(() => server.port > 0 && taken() < 2_000_000).toBe(true)
    expect(store.requests.pending).toHaveLength(1)
    session.destroy()
    await expect.poll(() => store.requests.pending).toEqual([])
  })

  test('a thousand that are opened and dropped leave nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const opened = Array.from({ length: 50 }, () => {
        const stream = open(`${streams}/Read`)
        stream.end(reading('orders'))
        return stream
      })
      await Promise.all(opened.map((stream) => new Promise((resolve) => stream.once('response', resolve))))
      for (const stream of opened) stream.close(constants.NGHTTP2_CANCEL)
    }
    await expect.poll(() => store.requests.pending).toEqual([])
    expect((await append('orders')).status).toBe('0')
  })
})

test('closing sends GOAWAY, and ends calls under way', async () => {
  const stream = open(`${streams}/Read`)
  stream.end(reading('orders'))
  const ended = end(stream)
  await new Promise((resolve) => stream.once('response', resolve))
  const goaway = new Promise((resolve) => session.once('goaway', resolve))
  await Promise.all([server.close(), goaway])
  expect((await ended).status).toBe('1')
})

test('requests over HTTP/2 get the answers of HTTP, and others are refused by their host', async () => {
  const request = (headers: Record<string, string>, body?: string): Promise<readonly [number, string]> =>
    new Promise((resolve) => {
      const stream = session.request(headers)
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
  expect(await call(`${streams}/Read`, [reading('a', 1n)], { ':authority': 'evil.test' })).toMatchObject({ headers: { ':status': 403 } })
})

describe('faults', () => {
  test('meet calls by service and method', async () => {
    store.faults.add({ kind: 'status', status: 503, path: `${streams}/Append`, times: 1, name: 'busy' })
    expect(await append('orders')).toMatchObject({ headers: { ':status': 503 }, status: undefined })
    expect(store.requests.entries.at(-1)).toMatchObject({ answeredBy: { fault: 'busy' }, outcome: { status: 503 } })
    expect((await append('orders')).status).toBe('0')
  })

  test('drop a call before or after the store has acted', async () => {
    store.faults.add({ kind: 'dropped', path: `${streams}/Append`, times: 1 })
    expect((await append('before')).status).toBeUndefined()
    store.faults.add({ kind: 'dropped', when: 'answered', path: `${streams}/Append`, times: 1 })
    expect((await append('after')).status).toBeUndefined()
    expect(await store.read('after')).toHaveLength(1)
    expect(await store.read('before')).toEqual([])
  })

  test('let another writer win', async () => {
    store.faults.add({ kind: 'lost-race', times: 1 })
    await append('orders')
    expect((await store.read('orders')).map(({ type }) => type)).toEqual(['LostRace', 'A'])
  })
})
