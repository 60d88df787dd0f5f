// Speaks as much HTTP/2 over a bare socket as a bench needs: Node's own client takes longer for a short call than the server does.

import type { Socket } from 'node:net'
import { connect } from 'node:net'

/** One call: messages out, a callback for each message in. */
export interface Http2Call {
  /** Sends bytes, which fit into one frame. */
  send(bytes: Uint8Array, options: { readonly isLast: boolean }): void
  cancel(): void
  /** Resolves when the server has ended the call, or when it is cancelled. Rejects where the server breaks it off. */
  readonly ended: Promise<void>
}

interface Open {
  take(data: Buffer): void
  end(): void
  fail(error: Error): void
}

const type = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const
const flag = { acknowledged: 1, endStream: 1, endHeaders: 4 } as const
const headBytes = 9
/** More than any bench reads from one call; a connection's own window is opened again while it reads. */
const window = 0x7fff_ffff

export class Http2Connection {
  readonly #socket: Socket
  readonly #authority: string
  readonly #calls = new Map<number, Open>()
  /** Pseudo headers and headers that were encoded before. */
  readonly #heads = new Map<string, Buffer>()
  #next = 1
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes that the server may not count yet. */
  #unread = 0

  constructor(url: URL) {
    this.#authority = url.host
    this.#socket = connect(Number(url.port), url.hostname)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (data) => this.#read(data))
    this.#socket.on('close', () => this.#calls.forEach((call) => call.fail(new Error('The connection is closed.'))))
    const settings = Buffer.alloc(6)
    settings.writeUInt16BE(4)
    settings.writeUInt32BE(window, 2)
    this.#socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frameOf(type.settings, 0, 0, settings)]))
    this.#openWindow(window - 65_535)
  }

  close(): void {
    this.#calls.clear()
    this.#socket.destroy()
  }

  /** @param onMessage called for every message of gRPC that the server sends. */
  open(headers: Readonly<Record<string, string>>, onMessage: () => void): Http2Call {
    const id = this.#next
    this.#next += 2
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
    // Sent with the first bytes of the body, in one write.
    let head: Buffer | undefined = frameOf(type.headers, flag.endHeaders, id, this.#encoded(headers))
    const messages = new MessageCounter(onMessage)
    const end = (): void => {
      if (this.#calls.delete(id)) resolve()
    }
    this.#calls.set(id, { take: (data) => messages.add(data), end, fail: reject })
    return {
      send: (bytes, { isLast }) => {
        const data = frameOf(type.data, isLast ? flag.endStream : 0, id, bytes)
        this.#socket.write(head ? Buffer.concat([head, data]) : data)
        head = undefined
      },
      cancel: () => {
        this.#socket.write(frameOf(type.reset, 0, id, Buffer.from([0, 0, 0, 8])))
        end()
      },
      ended,
    }
  }

  #encoded(headers: Readonly<Record<string, string>>): Buffer {
    const all = Object.entries({ ...headers, ':authority': this.#authority }).toSorted(
      ([a], [b]) => Number(b[0] === ':') - Number(a[0] === ':'),
    )
    const key = JSON.stringify(all)
    // Literals that no table keeps: the same headers are the same bytes in every call.
    const known =
      this.#heads.get(key) ?? Buffer.concat(all.map(([name, value]) => Buffer.concat([Buffer.from([0]), literal(name), literal(value)])))
    this.#heads.set(key, known)
    return known
  }

  #read(data: Buffer): void {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data])
    let at = 0
    for (;;) {
      if (this.#rest.length < at + headBytes) break
      const length = this.#rest.readUIntBE(at, 3)
      if (this.#rest.length < at + headBytes + length) break
      this.#frame(this.#rest.subarray(at, at + headBytes), this.#rest.subarray(at + headBytes, at + headBytes + length))
      at += headBytes + length
    }
    this.#rest = this.#rest.subarray(at)
  }

  #frame(head: Buffer, content: Buffer): void {
    const [kind, flags, id] = [head[3]!, head[4]!, head.readUInt32BE(5)]
    const call = this.#calls.get(id)
    if (kind === type.data) {
      this.#unread += content.length
      // Seldom enough to cost nothing.
      if (this.#unread > 1 << 24) this.#openWindow(this.#unread)
      call?.take(content)
    }
    if (kind === type.settings && flags !== flag.acknowledged)
      this.#socket.write(frameOf(type.settings, flag.acknowledged, 0, Buffer.alloc(0)))
    if (kind === type.ping && flags !== flag.acknowledged) this.#socket.write(frameOf(type.ping, flag.acknowledged, 0, content))
    if (kind === type.reset) call?.fail(new Error(`The server broke the call off with ${content.readUInt32BE(0)}.`))
    if (kind === type.goAway) this.#calls.forEach((open) => open.fail(new Error('The server ends the connection.')))
    if ((kind === type.data || kind === type.headers) && (flags & flag.endStream) !== 0) call?.end()
  }

  #openWindow(bytes: number): void {
    const content = Buffer.alloc(4)
    content.writeUInt32BE(bytes)
    this.#socket.write(frameOf(type.windowUpdate, 0, 0, content))
    this.#unread = 0
  }
}

/** Finds the messages in the bytes of an answer. */
class MessageCounter {
  readonly #onMessage: () => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(onMessage: () => void) {
    this.#onMessage = onMessage
  }

  add(data: Buffer): void {
    this.#rest = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data])
    let at = 0
    while (this.#rest.length >= at + 5 && this.#rest.length >= at + 5 + this.#rest.readUInt32BE(at + 1)) {
      at += 5 + this.#rest.readUInt32BE(at + 1)
      this.#onMessage()
    }
    this.#rest = this.#rest.subarray(at)
  }
}

function frameOf(kind: number, flags: number, id: number, content: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + content.length)
  frame.writeUIntBE(content.length, 0, 3)
  frame[3] = kind
  frame[4] = flags
  frame.writeUInt32BE(id, 5)
  frame.set(content, headBytes)
  return frame
}

/** A text of HPACK that is not compressed; as long as a test's headers are. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length >= 127) throw new RangeError('The header is longer than a bench needs.')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}
