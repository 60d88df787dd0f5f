// Listens for HTTP/1.1 and HTTP/2 on one port: the first bytes decide, under TLS the protocol that both sides agreed on (grpc §1.1).

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Http2Sessions, OnStream } from './http2-sessions.ts'
import type { KeepAlive } from './keep-alive.ts'
import { keepAlive } from './keep-alive.ts'

export interface Certificate {
  /** PEM, the authorities behind it too. */
  readonly cert: string
  /** PEM. */
  readonly key: string
}

export interface Listeners {
  /** Tells a client that waits for 100 to continue, where it takes the body. */
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Loads what takes the streams of HTTP/2, with the first connection that speaks it: most ports never see one. */
  readonly loadStreams: () => Promise<OnStream>
  /** Called with the error that keeps a connection of HTTP/2 from being served. */
  readonly onFailed: (error: unknown) => void
}

export interface ProtocolServer {
  /** The one that listens. */
  readonly server: Server
  /** Tells clients of HTTP/2 to open no more streams. Resolves when their sessions have ended with the last one, and all of it is sent. */
  endSessions(): Promise<unknown>
  /** Ends all connections of both protocols. */
  cutConnections(): void
}

/** What a client with prior knowledge of HTTP/2 sends first. */
const preface = Buffer.from('PRI')

/** Milliseconds that a connection may stay silent before it counts as HTTP/1.1, whose own limit then ends it. */
const silence = 10_000

export interface ProtocolOptions extends Partial<KeepAlive> {
  /** Milliseconds to keep an idle connection of HTTP/1.1. */
  readonly keepAliveTimeout: number
  readonly certificate?: Certificate | undefined
}

export function createProtocolServer(
  { onRequest, loadStreams, onFailed }: Listeners,
  { keepAliveTimeout, certificate, pingInterval = keepAlive.pingInterval }: ProtocolOptions,
): ProtocolServer {
  let sessions: Promise<Http2Sessions> | undefined
  const load = async (): Promise<Http2Sessions> => {
    const [{ createSessions }, onStream] = await Promise.all([import('./http2-sessions.ts'), loadStreams()])
    return createSessions(onStream, { pingInterval })
  }
  const toHttp2 = (socket: Socket): void => {
    // Servers of HTTP/1.1 let clients end their half of a connection; under HTTP/2 that is its end.
    socket.allowHalfOpen = false
    // An error without a listener would end the process. The session adds its own.
    socket.on('error', ignore)
    sessions ??= load()
    sessions.then(
      (loaded) => {
        if (!socket.destroyed) loaded.take(socket)
        socket.off('error', ignore)
      },
      (error: unknown) => {
        socket.destroy()
        onFailed(error)
      },
    )
  }
  const server = certificate
    ? secured({ keepAliveTimeout, certificate }, onRequest, toHttp2)
    : plain({ keepAliveTimeout }, onRequest, toHttp2)
  server.on('checkContinue', onRequest)
  // Neither protocol knows a connection before its first bytes, nor destroys one whose client, stopped by a debugger, does not close its half.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    endSessions: async () => await (await sessions?.catch(() => undefined))?.end(),
    cutConnections: () => sockets.forEach((socket) => socket.destroy()),
  }
}

type TakeSocket = (socket: Socket) => void

/**
 * An import of `node:http` would read all that it exports, and with its WebSocket load Node's whole client of HTTP: a tenth of the time in which
 * a process starts to serve.
 */
const { getBuiltinModule } = process

/** Node's listener for HTTP/1.1 keeps its time-outs and closes its connections: it only gets those that are not HTTP/2. */
function plain(options: { readonly keepAliveTimeout: number }, onRequest: Listeners['onRequest'], toHttp2: TakeSocket): Server {
  const server = getBuiltinModule('node:http').createServer(options, onRequest)
  const toHttp1 = takeListeners(server, 'connection')
  server.on('connection', (socket: Socket) => firstBytes(socket, (isHttp2) => (isHttp2 ? toHttp2(socket) : toHttp1(socket))))
  return server
}

function secured(
  { keepAliveTimeout, certificate }: { readonly keepAliveTimeout: number; readonly certificate: Certificate },
  onRequest: Listeners['onRequest'],
  toHttp2: TakeSocket,
): Server {
  const options = { ...certificate, keepAliveTimeout, ALPNProtocols: ['h2', 'http/1.1'] }
  const server = getBuiltinModule('node:https').createServer(options, onRequest)
  const toHttp1 = takeListeners(server, 'secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => (socket.alpnProtocol === 'h2' ? toHttp2(socket) : toHttp1(socket)))
  return server
}

/** @returns a function that calls the listeners, which the server no longer calls itself. */
function takeListeners(server: Pick<Server, 'listeners' | 'removeAllListeners'>, event: string): TakeSocket {
  const listeners = server.listeners(event) as ((this: unknown, socket: Socket) => void)[]
  server.removeAllListeners(event)
  return (socket) => listeners.forEach((listener) => listener.call(server, socket))
}

const ignore = (): void => undefined

/** Waits for as many bytes as tell the protocols apart, and gives them back. */
function firstBytes(socket: Socket, decide: (isHttp2: boolean) => void): void {
  let seen = Buffer.alloc(0)
  const done = (isHttp2: boolean): void => {
    socket.setTimeout(0)
    socket.off('readable', look)
    socket.off('timeout', giveUp)
    socket.off('error', ignore)
    socket.off('close', giveUp)
    if (seen.length > 0) socket.unshift(seen)
    if (!socket.destroyed) decide(isHttp2)
  }
  const look = (): void => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) seen = Buffer.concat([seen, chunk])
    const compared = Math.min(seen.length, preface.length)
    const mayBe = seen.subarray(0, compared).equals(preface.subarray(0, compared))
    if (!mayBe || seen.length >= preface.length || socket.readableEnded) done(mayBe && seen.length >= preface.length)
  }
  const giveUp = (): void => done(false)
  socket.on('readable', look)
  socket.once('error', ignore)
  socket.once('close', giveUp)
  socket.setTimeout(silence)
  socket.once('timeout', giveUp)
}
