// A client of gRPC on bare HTTP/2, which can send what no library would, and the messages that tests send most.

import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:http2'
import type { StoreOptions } from '../../../engine/options/store-options.ts'
import type { Store } from '../../../engine/store.ts'
import { createStore } from '../../../engine/store.ts'
import { decode, encode } from '../../../grpc/messages/codec.ts'
import type { MessageInit, MessageName, MessageOf } from '../../../grpc/messages/shapes.ts'
import { frame } from '../../../grpc/wire/frames.ts'
import type { Listening } from '../http-server.ts'
import { listen } from '../http-server.ts'

export const streams = '/event_store.client.streams.Streams'
export const admin = { authorization: `Basic ${btoa('admin:changeit')}` }

/** A store on a port of its own, and a client of it. */
export interface Served {
  readonly store: Store
  readonly server: Listening
  readonly client: RawClient
  close(): Promise<void>
}

export async function serveCalls(options: StoreOptions = {}): Promise<Served> {
  const store = createStore({ systemProjections: false, requestLog: 20, ...options })
  const server = await listen(store, { port: 0, warn: () => undefined })
  const client = new RawClient(server.url)
  const close = async (): Promise<void> => {
    client.session.destroy()
    await server.close()
  }
  return { store, server, client, close }
}

export interface Ended {
  readonly headers: IncomingHttpHeaders
  readonly status: string | undefined
  readonly message: string | undefined
  /** Headers and trailers together. */
  readonly trailers: IncomingHttpHeaders
  /** The messages, with the flag that says whether they are compressed. */
  readonly frames: readonly Buffer[]
  readonly flags: readonly number[]
}

type Headers = Readonly<Record<string, string>>

export class RawClient {
  readonly session: ClientHttp2Session

  constructor(url: string) {
    this.session = connect(url)
    this.session.on('error', () => undefined)
  }

  open(path: string, headers: Headers = {}): ClientHttp2Stream {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    })
    stream.on('error', () => undefined)
    return stream
  }

  /** @param bodies frames, or what a test sends instead. */
  async call(path: string, bodies: readonly Uint8Array[], headers: Headers = {}): Promise<Ended> {
    const stream = this.open(path, headers)
    const ended = end(stream)
    for (const body of bodies) stream.write(body)
    stream.end()
    return await ended
  }

  append(stream: string, data?: string): Promise<Ended> {
    return this.call(`${streams}/Append`, [anyVersion(stream), proposed(crypto.randomUUID(), data)])
  }

  /** Reads events forwards; without a count, subscribes. */
  read(stream: string, count?: bigint, headers: Headers = {}): ClientHttp2Stream {
    const opened = this.open(`${streams}/Read`, headers)
    opened.end(reading(stream, count))
    return opened
  }
}

export function end(stream: ClientHttp2Stream): Promise<Ended> {
  let headers: IncomingHttpHeaders = {}
  let trailers: IncomingHttpHeaders = {}
  const chunks: Buffer[] = []
  stream.on('response', (received) => (headers = received))
  stream.on('trailers', (received) => (trailers = received))
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    stream.on('close', () => {
      const all = { ...headers, ...trailers }
      const found = framesIn(Buffer.concat(chunks))
      resolve({
        headers,
        trailers: all,
        frames: found.map(({ message }) => message),
        flags: found.map(({ flag }) => flag),
        status: all['grpc-status'] as string,
        message: all['grpc-message'] as string,
      })
    })
  })
}

function framesIn(bytes: Buffer): { readonly flag: number; readonly message: Buffer }[] {
  const found: { flag: number; message: Buffer }[] = []
  for (let at = 0; at + 5 <= bytes.length;) {
    const length = bytes.readUInt32BE(at + 1)
    found.push({ flag: bytes[at]!, message: bytes.subarray(at + 5, at + 5 + length) })
    at += 5 + length
  }
  return found
}

/** Messages as they come. */
export async function* arriving(stream: ClientHttp2Stream): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    for (; rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1); rest = rest.subarray(5 + rest.readUInt32BE(1)))
      yield rest.subarray(5, 5 + rest.readUInt32BE(1))
  }
}

export const contentOf = (bytes: Uint8Array): MessageOf<'streams.ReadResp'>['content'] => decode('streams.ReadResp', bytes).content

/** @returns a frame. */
export const message = <Name extends MessageName>(name: Name, content: MessageInit<Name>): Uint8Array => frame(encode(name, content))

export const text = (name: string) => ({ streamName: new TextEncoder().encode(name) })

export const anyVersion = (stream: string): Uint8Array =>
  message('streams.AppendReq', {
    content: {
      case: 'options',
      value: { streamIdentifier: text(stream), expectedStreamRevision: { case: 'any', value: {} } },
    },
  })

export const proposed = (id: string, data = '{"n":1}'): Uint8Array =>
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

/** @param count undefined for a subscription. */
export const reading = (stream: string, count?: bigint): Uint8Array =>
  message('streams.ReadReq', {
    options: {
      streamOption: { case: 'stream', value: { streamIdentifier: text(stream), revisionOption: { case: 'start', value: {} } } },
      countOption: count === undefined ? { case: 'subscription', value: {} } : { case: 'count', value: count },
      filterOption: { case: 'noFilter', value: {} },
      uuidOption: { content: { case: 'string', value: {} } },
    },
  })
