// Listens for HTTP/1.1 and HTTP/2 on one port: the first bytes decide, under TLS the protocol that both sides agreed on (grpc §1.1).

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { Http2Server, IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { KeepAlive } from './keep-alive.ts'
import { keepAlive, pingRegularly } from './keep-alive.ts'

export interface Certificate {
  /** PEM, the authorities behind it too. */
  readonly cert: string
  /** PEM. */
  readonly key: string
}

export interface Listeners {
  /** Tells a client that waits for 100 to continue, where it takes the body. */
  readonly onRequest: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  readonly onStream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) => void
}

export interface ProtocolServer {
  /** The one that listens. */
  readonly server: Server
  /** Tells clients of HTTP/2 to open no more streams. Resolves when their sessions have ended with the last one, and all of it is sent. */
  endSessions(): Promise<unknown>
  /** Ends all connections of both protocols. */
  cutConnections(): void
}

/** As the server announces it. */
const settings = {
  initialWindowSize: 786_432,
  maxConcurrentStreams: 100,
  maxFrameSize: 16_384,
  maxHeaderListSize: 32_768,
  enableConnectProtocol: true,
}

/** Of a whole connection. */
const connectionWindow = 1024 * 1024

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
  { onRequest, onStream }: Listeners,
  { keepAliveTimeout, certificate, pingInterval = keepAlive.pingInterval }: ProtocolOptions,
): ProtocolServer {
  const http2 = createHttp2Server({ settings })
  const sessions = new Set<ServerHttp2Session>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => undefined)
    session.setLocalWindowSize(connectionWindow)
    pingRegularly(session, { pingInterval })
  })
  http2.on('stream', (stream, headers, _flags, rawHeaders) => {
    // At once: a client that resets what it has just opened makes an error in the same turn, which would end the process.
    stream.on('error', () => undefined)
    onStream(stream, headers, rawHeaders)
  })
  const server = certificate ? secured({ keepAliveTimeout, certificate }, onRequest, http2) : plain({ keepAliveTimeout }, onRequest, http2)
  server.on('checkContinue', onRequest)
  // Neither protocol knows a connection before its first bytes, nor destroys one whose client, stopped by a debugger, does not close its half.
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    endSessions: () => Promise.all([...sessions].map((session) => new Promise<void>((resolve) => session.close(resolve)))),
    cutConnections: () => sockets.forEach((socket) => socket.destroy()),
  }
}

/** Node's listener for HTTP/1.1 keeps its time-outs and closes its connections: it only gets those that are not HTTP/2. */
function plain(options: { readonly keepAliveTimeout: number }, onRequest: Listeners['onRequest'], http2: Http2Server): Server {
  const server = createServer(options, onRequest)
  const toHttp1 = takeListeners(server, 'connection')
  server.on('connection', (socket: Socket) => firstBytes(socket, (isHttp2) => (isHttp2 ? toHttp2(http2, socket) : toHttp1(socket))))
  return server
}

function secured(
  { keepAliveTimeout, certificate }: { readonly keepAliveTimeout: number; readonly certificate: Certificate },
  onRequest: Listeners['onRequest'],
  http2: Http2Server,
): Server {
  const server = createHttpsServer({ ...certificate, keepAliveTimeout, ALPNProtocols: ['h2', 'http/1.1'] }, onRequest)
  const toHttp1 = takeListeners(server, 'secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => (socket.alpnProtocol === 'h2' ? toHttp2(http2, socket) : toHttp1(socket)))
  return server
}

/** Servers of HTTP/1.1 let clients end their half of a connection; under HTTP/2 that is its end. */
function toHttp2(http2: Http2Server, socket: Socket): void {
  socket.allowHalfOpen = false
  http2.emit('connection', socket)
}

/** @returns a function that calls the listeners, which the server no longer calls itself. */
function takeListeners(server: Pick<Server, 'listeners' | 'removeAllListeners'>, event: string): (socket: Socket) => void {
  const listeners = server.listeners(event) as ((this: unknown, socket: Socket) => void)[]
  server.removeAllListeners(event)
  return (socket) => listeners.forEach((listener) => listener.call(server, socket))
}

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
  const ignore = (): void => undefined
  socket.on('readable', look)
  socket.once('error', ignore)
  socket.once('close', giveUp)
  socket.setTimeout(silence)
  socket.once('timeout', giveUp)
}
