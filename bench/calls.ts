// Measures gRPC calls beside requests of HTTP on the same store: appends one by one and 32 at once, reading, and subscribing.

import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { encode } from '../src/grpc/messages/codec.ts'
import type { MessageInit, MessageName } from '../src/grpc/messages/shapes.ts'
import { frame } from '../src/grpc/wire/frames.ts'
import type { Http2Call } from './http2-connection.ts'
import { Http2Connection } from './http2-connection.ts'

export interface MeasuredServer {
  readonly url: URL
  /** Milliseconds of processor time that it has used. */
  used(): number
}

type Print = (name: string, figures: Readonly<Record<string, number>>) => void

/** One way to do a number of operations. */
type Work = (operations: number) => Promise<void>

const rounds = 5

/** Prints the operations that each way does per second, and per second of the server's processor, and the ratios to the first. */
export async function measureCalls(server: MeasuredServer, print: Print): Promise<void> {
  const http = new Requests(server.url)
  const grpc = new Calls(server.url)
  const appends = { 'over HTTP': http.append(1), Append: grpc.append(1), BatchAppend: grpc.batchAppend(1) }
  await compare(server, print, 'append one by one', 3000, appends)
  const many = { 'over HTTP': http.append(32), Append: grpc.append(32), BatchAppend: grpc.batchAppend(32) }
  await compare(server, print, 'append 32 at once', 9600, many)
  await http.fill(events)
  const reads = {
    'pages of 20 with bodies': http.pages,
    Read: grpc.read(false),
    'Read, compressed': grpc.read(false, { 'grpc-accept-encoding': 'gzip' }),
    subscription: grpc.read(true),
  }
  await compare(server, print, 'read events', events, reads)
  http.close()
  grpc.close()
}

const events = 10_000

async function compare(
  server: MeasuredServer,
  print: Print,
  name: string,
  operations: number,
  ways: Readonly<Record<string, Work>>,
): Promise<void> {
  const best = new Map<string, { readonly clock: number; readonly processor: number }>()
  // In turns, so that a busy moment of the machine hits all of them.
  for (let round = 0; round <= rounds; round++) {
    for (const [way, work] of Object.entries(ways)) {
      const [used, begun] = [server.used(), performance.now()]
      await work(operations)
      const [clock, processor] = [performance.now() - begun, server.used() - used]
      const known = best.get(way)
      // The first round warms up.
      if (round > 0)
        best.set(way, { clock: Math.min(clock, known?.clock ?? clock), processor: Math.min(processor, known?.processor ?? processor) })
    }
  }
  const [first, ...others] = [...best]
  for (const [way, { clock, processor }] of best)
    print(`${name}, ${way}`, { perSecond: (operations * 1000) / clock, perProcessorSecond: (operations * 1000) / processor })
  for (const [way, { clock, processor }] of others)
    print(`${name}, ${way} to ${first![0]}`, { ratio: first![1].clock / clock, ratioOfProcessor: first![1].processor / processor })
}

const event = (): object => ({ number: 1, customer: 'a name of usual length', lines: [{ article: 'A-17', quantity: 2, price: 12.5 }] })

/** HTTP over bare sockets: a comfortable client would need as much time as the server. */
class Requests {
  readonly #url: URL
  readonly #sockets: Socket[] = []

  constructor(url: URL) {
    this.#url = url
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  append(atOnce: number): Work {
    return async (operations) => {
      await Promise.all(
        this.#connections(atOnce).map(async (socket) => {
          for (let left = operations / atOnce; left > 0; left--) await this.#post(socket, 'appended', [event()])
        }),
      )
    }
  }

  async fill(count: number): Promise<void> {
    const [socket] = this.#connections(1)
    for (let left = count; left > 0; left -= 500) await this.#post(socket!, 'orders', Array.from({ length: Math.min(left, 500) }, event))
  }

  readonly pages: Work = async (operations) => {
    const [socket] = this.#connections(1)
    for (let from = 0; from < operations; from += 20) {
      const path = `/streams/orders/${from}/forward/20?embed=body`
      await ask(socket!, `GET ${path} HTTP/1.1\r\nHost: ${this.#url.host}\r\nAccept: application/vnd.eventstore.atom+json\r\n\r\n`, 200)
    }
  }

  async #post(socket: Socket, stream: string, data: readonly object[]): Promise<void> {
    const body = JSON.stringify(data.map((of) => ({ eventId: crypto.randomUUID(), eventType: 'OrderPlaced', data: of })))
    const head = `POST /streams/${stream} HTTP/1.1\r\nHost: ${this.#url.host}\r\nContent-Type: application/vnd.eventstore.events+json\r\n`
    await ask(socket, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, 201)
  }

  #connections(count: number): readonly Socket[] {
    while (this.#sockets.length < count) this.#sockets.push(connect(Number(this.#url.port), this.#url.hostname))
    return this.#sockets.slice(0, count)
  }
}

function ask(socket: Socket, request: string, expected: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let awaited = 0
    const take = (data: Buffer): void => {
      if (awaited === 0) {
        const head = data.indexOf('\r\n\r\n')
        const headers = data.toString('latin1', 0, head)
        if (!headers.startsWith(`HTTP/1.1 ${expected}`)) return reject(new Error(headers))
        awaited = head + 4 + Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
      }
      awaited -= data.length
      if (awaited > 0) return
      socket.off('data', take)
      resolve()
    }
    socket.on('data', take)
    socket.write(request)
  })
}

/** gRPC over one connection, as its clients have it, and over a bare socket, as `Requests`. */
class Calls {
  readonly #connection: Http2Connection
  #batches: Http2Call | undefined
  /** Callbacks of the batches under way, oldest first: one writer's batches are answered in their order. */
  readonly #awaited: (() => void)[] = []

  constructor(url: URL) {
    this.#connection = new Http2Connection(url)
  }

  close(): void {
    this.#connection.close()
  }

  append(atOnce: number): Work {
    return inTurns(atOnce, async () => {
      let answers = 0
      const call = this.#open('Append', {}, () => answers++)
      call.send(Buffer.concat([optionsOfAppend, proposed()]), { isLast: true })
      await call.ended
      if (answers !== 1) throw new Error('The server refused an append.')
    })
  }

  /** One call for all of them. */
  batchAppend(atOnce: number): Work {
    return inTurns(atOnce, () => {
      this.#batches ??= this.#open('BatchAppend', {}, () => this.#awaited.shift()!())
      const call = this.#batches
      return new Promise((resolve) => {
        this.#awaited.push(resolve)
        call.send(batch(), { isLast: false })
      })
    })
  }

  /** @param live as a subscription, up to the end of what is there. */
  read(live: boolean, headers: Readonly<Record<string, string>> = {}): Work {
    return async (operations) => {
      // The confirmation of a subscription is a frame, too, and so is the end.
      const wanted = live ? operations + 2 : operations
      let count = 0
      const call = this.#open('Read', headers, () => {
        count++
        if (live && count === wanted) call.cancel()
      })
      call.send(reading(live ? undefined : BigInt(operations)), { isLast: true })
      await call.ended
      if (count !== wanted) throw new Error(`The server sent ${count} messages of ${wanted}.`)
    }
  }

  #open(method: string, headers: Readonly<Record<string, string>> = {}, onMessage: () => void = () => undefined): Http2Call {
    const path = `/event_store.client.streams.Streams/${method}`
    return this.#connection.open(
      { ':method': 'POST', ':scheme': 'http', ':path': path, 'content-type': 'application/grpc', te: 'trailers', ...headers },
      onMessage,
    )
  }
}

/** So many at a time, each one's next when it is done. */
const inTurns =
  (atOnce: number, once: () => Promise<void>): Work =>
  async (operations) => {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let left = operations / atOnce; left > 0; left--) await once()
      }),
    )
  }

const message = <Name extends MessageName>(name: Name, content: MessageInit<Name>): Uint8Array => frame(encode(name, content))

const streamIdentifier = (name: string) => ({ streamName: new TextEncoder().encode(name) })

const optionsOfAppend = message('streams.AppendReq', {
  content: {
    case: 'options',
    value: { streamIdentifier: streamIdentifier('appended'), expectedStreamRevision: { case: 'any', value: {} } },
  },
})

const newEvent = () => ({
  id: { value: { case: 'string', value: crypto.randomUUID() } } as const,
  metadata: { type: 'OrderPlaced', 'content-type': 'application/json' },
  data: new TextEncoder().encode(JSON.stringify(event())),
})

const proposed = (): Uint8Array => message('streams.AppendReq', { content: { case: 'proposedMessage', value: newEvent() } })

const batch = (): Uint8Array =>
  message('streams.BatchAppendReq', {
    correlationId: { value: { case: 'string', value: crypto.randomUUID() } },
    options: { streamIdentifier: streamIdentifier('appended'), expectedStreamPosition: { case: 'any', value: {} } },
    proposedMessages: [newEvent()],
    isFinal: true,
  })

const reading = (count: bigint | undefined): Uint8Array =>
  message('streams.ReadReq', {
    options: {
      streamOption: {
        case: 'stream',
        value: { streamIdentifier: streamIdentifier('orders'), revisionOption: { case: 'start', value: {} } },
      },
      countOption: count === undefined ? { case: 'subscription', value: {} } : { case: 'count', value: count },
      filterOption: { case: 'noFilter', value: {} },
      uuidOption: { content: { case: 'string', value: {} } },
    },
  })
