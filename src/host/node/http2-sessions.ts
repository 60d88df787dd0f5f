// Serves connections that speak HTTP/2, as the server announces it, and ends their sessions.

import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { createServer } from 'node:http2'
import type { Socket } from 'node:net'
import type { KeepAlive } from './keep-alive.ts'
import { pingRegularly } from './keep-alive.ts'

export type OnStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]) => void

export interface Http2Sessions {
  take(socket: Socket): void
  /** Tells clients to open no more streams. Resolves when the sessions have ended with the last one, and all of it is sent. */
  end(): Promise<unknown>
}

/** As the server announces it. */
const settings = {
  initialWindowSize: 786_432,
  maxConcurrentStreams: 100,
  maxFrameSize: 16_384,
  maxHeaderListSize: 32_768,
  enableConnectProtocol: true,
}

/**
 * Where a client cancels more calls, Node ends the connection with all that runs over it: tests that subscribe and leave do. Before 22.17 it has no
 * such option.
 */
const cancellations = { streamResetBurst: 1_000_000, streamResetRate: 10_000 }

/** Of a whole connection. */
const connectionWindow = 1024 * 1024

export function createSessions(onStream: OnStream, keepAlive: KeepAlive): Http2Sessions {
  const http2 = createServer({ settings, ...cancellations })
  const sessions = new Set<ServerHttp2Session>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => undefined)
    session.setLocalWindowSize(connectionWindow)
    pingRegularly(session, keepAlive)
  })
  http2.on('stream', (stream, headers, _flags, rawHeaders) => {
    // At once: a client that resets what it has just opened makes an error in the same turn, which would end the process.
    stream.on('error', () => undefined)
    onStream(stream, headers, rawHeaders)
  })
  return {
    take: (socket) => void http2.emit('connection', socket),
    end: () => Promise.all([...sessions].map((session) => new Promise<void>((resolve) => session.close(resolve)))),
  }
}
