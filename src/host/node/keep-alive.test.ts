import { connect as connectHttp2 } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProtocolServer } from './two-protocols.ts'
import { createProtocolServer } from './two-protocols.ts'

let protocols: ProtocolServer
let port: number

beforeEach(async () => {
  protocols = createProtocolServer(
    {
      onRequest: (_incoming, outgoing) => outgoing.end(),
      loadStreams: () => Promise.resolve((stream) => stream.respond({ ':status': 200 }, { endStream: true })),
      onFailed: (error) => {
        throw error
      },
    },
    { keepAliveTimeout: 1000, pingInterval: 200 },
  )
  await new Promise<void>((resolve) => protocols.server.listen({ port: 0, host: '127.0.0.1' }, resolve))
  port = (protocols.server.address() as AddressInfo).port
})

afterEach(async () => {
  const closed = new Promise((resolve) => protocols.server.close(resolve))
  protocols.cutConnections()
  await closed
})

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
/** A frame without payload. */
const emptyFrame = (type: number, flags: number): Buffer => Buffer.from([0, 0, 0, type, flags, 0, 0, 0, 0])
const [settings, ping, acknowledges] = [4, 6, 1]

/** A client that says hello, and then hands each ping that it gets to a function. */
function speak(onPing: (socket: Socket, payload: Buffer) => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(preface)
  socket.write(emptyFrame(settings, 0))
  let rest = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (; rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3); rest = rest.subarray(9 + rest.readUIntBE(0, 3)))
      if (rest[3] === ping && rest[4] !== acknowledges) onPing(socket, rest.subarray(9, 17))
  })
  return socket
}

test('a client that answers no ping is cut off', async () => {
  let pings = 0
  const socket = speak(() => (pings += 1))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(pings).toBe(1)
})

test('a client that answers them stays, however little it says', async () => {
  let pings = 0
  const socket = speak((to, payload) => {
    pings += 1
    to.write(Buffer.concat([Buffer.from([0, 0, 8, ping, acknowledges, 0, 0, 0, 0]), payload]))
  })
  await expect.poll(() => pings, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})

test('a client may ping, and is answered with its own bytes', async () => {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  session.on('error', () => undefined)
  await new Promise((resolve) => session.once('remoteSettings', resolve))
  const payload = Buffer.from('rillbox!')
  expect(
    await new Promise((resolve, reject) =>
      session.ping(payload, (error, _duration, answered) => (error ? reject(error) : resolve(answered.toString()))),
    ),
  ).toBe('rillbox!')
  session.destroy()
})
