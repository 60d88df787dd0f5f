import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Release } from '../../../base/release/facts.ts'
import { frame } from '../../../grpc/wire/frames.ts'
import type { Ended, Served } from './raw-client.fixture.ts'
import { admin, anyVersion, message, proposed, reading, streams, text, serveCalls } from './raw-client.fixture.ts'

const append = `${streams}/Append`
const users = '/event_store.client.users.Users'
const wellFormed = [anyVersion('orders'), proposed(crypto.randomUUID())]
const basic = (credentials: string) => ({ authorization: `Basic ${credentials}` })

/** A prefix alone, of a message with so many bytes. */
function announced(length: number): Uint8Array {
  const prefix = new Uint8Array(5)
  new DataView(prefix.buffer).setUint32(1, length)
  return prefix
}

function flagged(bytes: Uint8Array): Uint8Array {
  const framed = frame(bytes)
  framed[0] = 1
  return framed
}

/** A request whose events are bigger than the limit that the store has been given. */
const tooLarge = [anyVersion('orders'), proposed(crypto.randomUUID(), JSON.stringify('x'.repeat(2000)))]

interface BadCall {
  readonly path?: string
  readonly bodies?: readonly Uint8Array[]
  readonly headers?: Readonly<Record<string, string>>
  /** The status of gRPC; undefined if HTTP alone answers. */
  readonly status: string | undefined
  readonly http?: number
  readonly says?: string
}

const badCalls: Readonly<Record<string, BadCall>> = {
  'an unknown method': { path: `${streams}/Nope`, status: '12', says: 'Method is unimplemented.' },
  'another content type': {
    headers: { 'content-type': 'application/json' },
    status: '13',
    http: 415,
    says: "Content-Type 'application/json' is not supported.",
  },
  'gRPC-Web': {
    headers: { 'content-type': 'application/grpc-web' },
    status: '13',
    http: 415,
    says: "Content-Type 'application/grpc-web' is not supported.",
  },
  'a wrong password': { headers: basic(btoa('admin:wrong')), status: '16', says: 'Unauthenticated' },
  'an unknown login': { headers: basic(btoa('nobody:changeit')), status: '16', says: 'Unauthenticated' },
  'no right': { path: `${users}/Enable`, bodies: [message('users.LoginReq', {})], status: '7', says: 'Access Denied' },
  'a body that ends inside a frame': { bodies: [wellFormed[0]!, wellFormed[1]!.subarray(0, 9)], status: '13', says: 'Incomplete message.' },
  'no message': { path: `${streams}/Delete`, bodies: [], headers: admin, status: '13', says: 'Incomplete message.' },
  'two messages to a method for one': {
    path: `${streams}/Read`,
    bodies: [reading('a', 1n), reading('b', 1n)],
    status: '13',
    says: 'Additional data after the message received.',
  },
  'bytes that are no message': {
    bodies: [frame(new Uint8Array([255, 255, 255]))],
    status: '2',
    says: 'Exception was thrown by handler.',
  },
  'a message of two gigabytes': { bodies: [announced(2 ** 31)], status: '8' },
  'a compressed message without its encoding': { bodies: [flagged(gzipSync('{}'))], status: '13' },
  'a compressed message in an unknown encoding': { bodies: [flagged(gzipSync('{}'))], headers: { 'grpc-encoding': 'zstd' }, status: '12' },
  'a compressed message that is none': { bodies: [flagged(new Uint8Array([1, 2, 3]))], headers: { 'grpc-encoding': 'gzip' }, status: '12' },
  'a compressed message that is small and grows': {
    bodies: [flagged(gzipSync(new Uint8Array(300_000_000)))],
    headers: { 'grpc-encoding': 'gzip' },
    status: '8',
  },
  'no options': { bodies: [wellFormed[1]!], status: '2', says: 'Exception was thrown by handler.' },
  'an append without an expectation': {
    bodies: [message('streams.AppendReq', { content: { case: 'options', value: { streamIdentifier: text('orders') } } }), wellFormed[1]!],
    status: '3',
  },
  'an event without a type behind a good one': {
    bodies: [
      ...wellFormed,
      message('streams.AppendReq', {
        content: {
          case: 'proposedMessage',
          value: { id: { value: { case: 'string', value: crypto.randomUUID() } }, metadata: { 'content-type': 'application/json' } },
        },
      }),
    ],
    status: '3',
    says: "Required Metadata Property 'type' is missing",
  },
  'more than an append may have': { bodies: tooLarge, status: '3', says: 'Maximum Append Size of 1000 Exceeded.' },
}

const perRelease: Readonly<Partial<Record<Release, Readonly<Record<string, BadCall>>>>> = {
  '23.10': {
    'an unknown service': { path: '/event_store.client.nothing.Nothing/Nope', status: undefined, http: 404 },
    'a service of newer releases': {
      path: '/kurrentdb.protocol.v2.streams.StreamsService/AppendRecords',
      status: undefined,
      http: 404,
    },
    'credentials that are no base64': { headers: basic('?'), status: undefined, http: 500 },
  },
  '26.1': {
    'an unknown service': { path: '/event_store.client.nothing.Nothing/Nope', status: '12', says: 'Service is unimplemented.' },
  },
}

let served: Served

describe.each(['23.10', '26.1'] as const)('a call as of release %s with', (release) => {
  beforeEach(async () => {
    served = await serveCalls({ release, maxAppendSize: 1000 })
  })

  afterEach(() => served.close())

  test.each(Object.entries({ ...badCalls, ...perRelease[release] }))('%s is refused, noted, and writes nothing', async (_what, bad) => {
    const { path = append, bodies = wellFormed, headers = {}, status, http = 200, says } = bad
    const end: Ended = await served.client.call(path, bodies, headers)
    expect(end).toMatchObject({ headers: { ':status': http }, frames: [] })
    expect(end.status).toBe(status)
    expect(says ?? end.message).toBe(end.message)
    expect(served.store.requests.entries).toHaveLength(1)
    const [{ method, url, outcome }] = served.store.requests.entries as [(typeof served.store.requests.entries)[0]]
    expect([method, new URL(url).pathname]).toEqual(['POST', path])
    expect(outcome).toMatchObject({ kind: 'answered', status: http, body: '' })
    expect(outcome.kind === 'answered' && new Map(outcome.headers).get('grpc-status')).toBe(status)
    expect(await served.store.read('orders')).toEqual([])
    // The connection goes on.
    expect(await served.client.append('after')).toMatchObject({ status: '0' })
  })
})

test('credentials that are no base64 count as none in release 26', async () => {
  const other = await serveCalls({ release: '26.1' })
  expect(await other.client.call(append, wellFormed, basic('?'))).toMatchObject({ status: '0' })
  await other.close()
})
