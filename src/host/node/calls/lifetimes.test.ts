import { constants } from 'node:http2'
import type { ClientHttp2Stream } from 'node:http2'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decode } from '../../../grpc/messages/codec.ts'
import type { Served } from './raw-client.fixture.ts'
import {
  RawClient,
  admin,
  anyVersion,
  arriving,
  contentOf,
  end,
  message,
  proposed,
  streams,
  text,
  serveCalls,
} from './raw-client.fixture.ts'

let served: Served

beforeEach(async () => {
  served = await serveCalls()
})

afterEach(() => served.close())

const answered = (stream: ClientHttp2Stream): Promise<unknown> => new Promise((resolve) => stream.once('response', resolve))
const nothingPending = async (): Promise<void> => {
  await expect.poll(() => served.store.requests.pending).toEqual([])
}

/** An append whose client has more to send. */
function unfinishedAppend(to: string, headers: Record<string, string> = {}): ClientHttp2Stream {
  const stream = served.client.open(`${streams}/Append`, headers)
  stream.write(anyVersion(to))
  stream.write(proposed(crypto.randomUUID()))
  return stream
}

describe('a subscription', () => {
  test('goes on with what is written, until it is cancelled', async () => {
    await served.client.append('orders')
    const stream = served.client.read('orders')
    const seen: string[] = []
    for await (const bytes of arriving(stream)) {
      const { case: kind } = contentOf(bytes)
      seen.push(String(kind))
      if (kind === 'caughtUp') await served.client.append('orders')
      if (seen.length === 4) break
    }
    expect(seen).toEqual(['confirmation', 'event', 'caughtUp', 'event'])
    stream.close(constants.NGHTTP2_CANCEL)
    await nothingPending()
    expect(served.store.requests.entries.at(-1)).toMatchObject({ outcome: { kind: 'aborted' } })
  })

  test('sees what groups of $all write down, which $all does not list', async () => {
    const checkpoints = '$persistentsubscription-$all::g-checkpoint'
    const seen: string[] = []
    for await (const bytes of arriving(served.client.read(checkpoints, undefined, admin))) {
      const { case: kind } = contentOf(bytes)
      seen.push(String(kind))
      if (kind === 'caughtUp') await served.store.append(checkpoints, { type: '$SubscriptionCheckpoint', data: 'C:1/P:1' })
      if (seen.length === 3) break
    }
    expect(seen).toEqual(['confirmation', 'caughtUp', 'event'])
  })

  test('ninety of them share a connection', async () => {
    const all = Array.from({ length: 90 }, () => arriving(served.client.read('orders')))
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('confirmation')
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('caughtUp')
    await served.client.append('orders')
    for (const frames of all) expect(contentOf((await frames.next()).value as Buffer).case).toBe('event')
  })

  test('that nobody reads holds a small part of 100 MB', async () => {
    const large = { type: 'A', data: 'x'.repeat(1_000_000) }
    for (let count = 0; count < 100; count += 10)
      await served.store.append(
        'large',
        Array.from({ length: 10 }, () => large),
      )
    const before = await occupied()
    const stream = served.client.read('large')
    await answered(stream)
    await served.store.settled()
    const unread = await occupied()
    expect((unread - before) / 1_000_000).toBeLessThan(10)
    // It still waits, and goes on where it is read.
    expect(served.store.requests.pending).toHaveLength(1)
    let events = 0
    for await (const bytes of arriving(stream)) {
      if (contentOf(bytes).case === 'event') events += 1
      if (events === 10) break
    }
    stream.close(constants.NGHTTP2_CANCEL)
    await nothingPending()
  })

  test('ends with the connection', async () => {
    const stream = served.client.read('orders')
    await answered(stream)
    expect(served.store.requests.pending).toHaveLength(1)
    served.client.session.destroy()
    await nothingPending()
  })

  test('a thousand that are opened and dropped leave nothing, and end no connection', async () => {
    const dropThousand = async (): Promise<void> => {
      for (let round = 0; round < 20; round++) {
        const opened = Array.from({ length: 50 }, () => served.client.read('orders'))
        await Promise.all(opened.map(answered))
        for (const stream of opened) stream.close(constants.NGHTTP2_CANCEL)
      }
      await nothingPending()
    }
    // What is compiled and made once counts for nobody.
    await dropThousand()
    const before = await occupied()
    await dropThousand()
    expect(((await occupied()) - before) / 1000).toBeLessThan(500)
    expect((await served.client.append('orders')).status).toBe('0')
  })
})

/** Bytes that live, here and in buffers. */
async function occupied(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('a deadline', () => {
  test('ends a call that has said nothing, with headers alone', async () => {
    const ended = await end(unfinishedAppend('orders', { 'grpc-timeout': '50m' }))
    expect(ended).toMatchObject({ status: '4', message: 'Deadline Exceeded', frames: [] })
    expect(ended.headers['grpc-status']).toBe('4')
    expect(await served.store.read('orders')).toEqual([])
  })

  test('ends a call that has, with trailers', async () => {
    const ended = await end(served.client.read('orders', undefined, { 'grpc-timeout': '300m' }))
    expect(ended.headers['grpc-status']).toBeUndefined()
    expect(ended).toMatchObject({ status: '4', message: 'Deadline Exceeded' })
    expect(ended.frames.map((bytes) => contentOf(bytes).case)).toEqual(['confirmation', 'caughtUp'])
    expect(served.store.requests.entries.at(-1)).toMatchObject({ outcome: { headers: expect.arrayContaining([['grpc-status', '4']]) } })
  })

  test('in words of no clock is ignored', async () => {
    expect((await end(served.client.read('orders', 1n, { 'grpc-timeout': 'soon' }))).status).toBe('0')
  })
})

describe('a call that goes away', () => {
  test.each([
    // Closing it by hand would end its body first.
    ['by its cancellation', (stream: ClientHttp2Stream) => stream.destroy()],
    ['with its connection', () => served.client.session.destroy()],
  ])('%s writes nothing', async (_how, leave) => {
    const stream = unfinishedAppend('orders')
    await expect.poll(() => served.store.requests.pending.length).toBe(1)
    leave(stream)
    await nothingPending()
    expect(await served.store.read('orders')).toEqual([])
  })

  const reasons = ['NO_ERROR', 'INTERNAL_ERROR', 'STREAM_CLOSED', 'CANCEL'] as const
  test.each(reasons)('in the turn in which it comes, by %s, ends no process, and writes nothing', async (reason) => {
    const uncaught: unknown[] = []
    const note = (error: unknown): unknown => uncaught.push(error)
    process.on('uncaughtExceptionMonitor', note)
    await new Promise((resolve) => served.client.session.once('connect', resolve))
    // What is asked of a stream in one turn goes out in one packet.
    unfinishedAppend('orders').close(constants[`NGHTTP2_${reason}`])
    expect(await served.client.append('after')).toMatchObject({ status: '0' })
    await nothingPending()
    process.off('uncaughtExceptionMonitor', note)
    expect(uncaught).toEqual([])
    expect(served.store.requests.entries[0]).toMatchObject({ outcome: { kind: 'aborted' } })
    expect(await served.store.read('orders')).toEqual([])
  })

  test('because it was refused, with a body that nobody reads, leaves its place to others', async () => {
    const events = Array.from({ length: 40 }, () => proposed(crypto.randomUUID(), 'x'.repeat(9000)))
    for (let count = 0; count < 250; count++)
      expect((await served.client.call(`${streams}/Append`, [anyVersion('$denied'), ...events])).status).toBe('7')
    expect(await served.client.append('orders')).toMatchObject({ status: '0' })
  })

  test('hands the messages of a consumer to another one', async () => {
    const groups = '/event_store.client.persistent_subscriptions.PersistentSubscriptions'
    const settings = { maxRetryCount: 5, readBatchSize: 5, historyBufferSize: 10, liveBufferSize: 10, messageTimeout: milliseconds }
    const start = { case: 'start', value: {} } as const
    const options = {
      groupName: 'g',
      settings: { ...settings, minCheckpointCount: 1, maxCheckpointCount: 5, consumerStrategy: 'RoundRobin' },
      streamOption: { case: 'stream', value: { streamIdentifier: text('orders'), revisionOption: start } },
    } as const
    expect(await served.client.call(`${groups}/Create`, [message('groups.CreateReq', { options })], admin)).toMatchObject({ status: '0' })
    const consume = (by: RawClient): AsyncGenerator<Buffer> => {
      const stream = by.open(`${groups}/Read`, admin)
      const streamOption = { case: 'streamIdentifier', value: text('orders') } as const
      stream.write(message('groups.ReadReq', { content: { case: 'options', value: { streamOption, groupName: 'g', bufferSize: 1 } } }))
      return arriving(stream)
    }
    const next = async (of: AsyncGenerator<Buffer>) => decode('groups.ReadResp', (await of.next()).value as Buffer).content
    const first = consume(served.client)
    expect(await next(first)).toMatchObject({ case: 'subscriptionConfirmation' })
    await served.store.append('orders', { type: 'A', data: {} })
    expect(await next(first)).toMatchObject({ case: 'event', value: { count: { case: 'retryCount', value: 0 } } })
    const other = new RawClient(served.server.url)
    const second = consume(other)
    expect(await next(second)).toMatchObject({ case: 'subscriptionConfirmation' })
    served.client.session.destroy()
    expect(await next(second)).toMatchObject({ case: 'event', value: { count: { case: 'retryCount', value: 1 } } })
    other.session.destroy()
  })
})

const milliseconds = { case: 'messageTimeoutMs', value: 60_000 } as const

describe('closing', () => {
  test.each([
    ['has said nothing', ''],
    ['speaks HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
    ['is in the middle of a request', 'GET /streams/orders HTTP/1.1\r\n'],
  ])('does not wait for a client that %s, and keeps its half of the connection', async (_what, bytes) => {
    const socket = connect({ port: served.server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    await new Promise((resolve) => socket.write(bytes, resolve))
    // Behind it, so that the server has taken the connection.
    await served.client.append('orders')
    await served.server.close()
    expect(served.store.requests.pending).toEqual([])
    socket.destroy()
  })

  test('sends GOAWAY, ends calls under way, and takes no more', async () => {
    const subscription = end(served.client.read('orders'))
    const append = unfinishedAppend('orders')
    const appended = end(append)
    await expect.poll(() => served.store.requests.pending.length).toBe(2)
    const goaway = new Promise((resolve) => served.client.session.once('goaway', resolve))
    const closed = served.server.close()
    expect(await goaway).toBe(constants.NGHTTP2_NO_ERROR)
    await closed
    expect((await subscription).status).toBe('1')
    expect((await appended).status).toBe('1')
    const refused = connect(served.server.port, '127.0.0.1')
    await expect(new Promise((_resolve, reject) => refused.once('error', reject))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
