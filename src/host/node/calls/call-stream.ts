// Carries one gRPC call between a stream of HTTP/2 and a store: the request in, frames, status and trailers out.

import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { constants } from 'node:http2'
import type { GrpcAnswer, GrpcCall, GrpcStatus } from '../../../engine/calls/calls.ts'
import { compressed, takesGzip } from './compression.ts'

export interface CarryOptions {
  readonly origin: string
  /** Aborted when the port closes. */
  readonly closing: AbortSignal
  /** Whether messages are compressed for clients that take it. */
  readonly compresses: boolean
}

export async function carryCall(
  answer: (call: GrpcCall) => GrpcAnswer,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { origin, closing, compresses }: CarryOptions,
): Promise<void> {
  const gone = new AbortController()
  const leave = (): void => gone.abort(over)
  closing.addEventListener('abort', leave)
  // Cancelled or cut off, which the reader of the body would take for its end, or over.
  stream.once('aborted', leave)
  stream.once('close', leave)
  // The listeners come a turn after the stream, and miss what has happened in it.
  if (stream.aborted || stream.destroyed) leave()
  const steps = answer({
    path: headers[':path'] ?? '',
    origin,
    header: (name) => textOf(headers[name]),
    headers: () => Object.entries(headers).flatMap(([name, value]) => (name.startsWith(':') ? [] : [[name, textOf(value) ?? ''] as const])),
    body: bodyOf(stream, leave),
    signal: gone.signal,
  })
  const isCompressed = compresses && takesGzip(textOf(headers['grpc-accept-encoding']))
  try {
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (stream.destroyed) return
      const frames = step.done ? step.value.lastFrame : step.value
      if (frames && !stream.headersSent) begin(stream, isCompressed)
      const sent = frames && isCompressed ? compressed(frames) : frames
      if (step.done) return finish(stream, step.value, sent)
      if (!stream.write(sent)) await untilDrained(stream)
    }
  } finally {
    closing.removeEventListener('abort', leave)
    stream.off('aborted', leave)
    stream.off('close', leave)
    void steps.return({ code: 1, message: '' }).catch(() => undefined)
  }
}

/** A reason of its own, because each abort without one makes an error with a stack. */
const over = 'The call is over.'

/** Costs half of the stream's own iterator, which is a fifth of a short call. @param leave called before a body ends that was cut off. */
async function* bodyOf(stream: ServerHttp2Stream, leave: () => void): AsyncGenerator<Uint8Array, undefined> {
  let wake: (() => void) | undefined
  const look = (): void => wake?.()
  for (const event of ['readable', 'end', 'close']) stream.on(event, look)
  try {
    for (;;) {
      const chunk = stream.read() as Uint8Array | null
      if (chunk !== null) yield chunk
      else if (stream.readableEnded) return undefined
      else if (stream.destroyed) {
        leave()
        return undefined
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    for (const event of ['readable', 'end', 'close']) stream.off(event, look)
  }
}

const textOf = (value: string | readonly string[] | undefined): string | undefined => (typeof value === 'object' ? value.join(',') : value)

const contentType = 'application/grpc'

function begin(stream: ServerHttp2Stream, isCompressed: boolean): void {
  const headers = { ':status': 200, 'content-type': contentType, ...(isCompressed && { 'grpc-encoding': 'gzip' }) }
  stream.respond(headers, { waitForTrailers: true })
}

/** @param last what goes out with the status. */
function finish(stream: ServerHttp2Stream, status: GrpcStatus, last: Uint8Array | undefined): void {
  const { instead, httpStatus = 200 } = status
  if (instead === 'dropped') return stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  if (instead) {
    stream.respond({ ':status': instead.httpStatus }, { endStream: true })
    return stopReading(stream)
  }
  const trailers = trailersOf(status)
  if (stream.headersSent) {
    stream.once('wantTrailers', () => {
      stream.sendTrailers(trailers)
      stopReading(stream)
    })
    // With the last bytes, the end is no further frame.
    stream.end(last)
  } else {
    const headers = { ':status': httpStatus, 'content-type': contentType, 'content-length': '0' }
    stream.respond({ ...headers, ...trailers }, { endStream: true })
    stopReading(stream)
  }
}

/** Stops a client that still sends. Discards what has arrived, without which the connection would count the stream as open for ever. */
function stopReading(stream: ServerHttp2Stream): void {
  if (stream.readableEnded) return
  // The reader of the body may still listen, and a stream with such a listener does not flow.
  stream.removeAllListeners('readable')
  stream.resume()
  setImmediate(() => {
    if (!stream.closed && !stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR)
  })
}

function trailersOf({ code, message, metadata = {}, details }: GrpcStatus): OutgoingHttpHeaders {
  return {
    'grpc-status': String(code),
    ...(message !== '' && { 'grpc-message': percentEncoded(message) }),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, percentEncoded(value)])),
    ...(details && { 'grpc-status-details-bin': Buffer.from(details).toString('base64').replace(/=+$/, '') }),
  }
}

interface CallRefusal {
  readonly httpStatus: number
  readonly code: number
  readonly message: string
}

/** Refuses a call that the store never sees. */
export function refuseCall(stream: ServerHttp2Stream, { httpStatus, code, message }: CallRefusal): void {
  const headers = {
    'content-type': contentType,
    'content-length': '0',
    'grpc-status': String(code),
    'grpc-message': percentEncoded(message),
  }
  stream.respond({ ':status': httpStatus, ...headers }, { endStream: true })
  stopReading(stream)
}

/** Ends a call that the store could not answer, so that its client does not wait. */
export function failCall(stream: ServerHttp2Stream): void {
  if (stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else if (!stream.closed && !stream.destroyed) refuseCall(stream, { httpStatus: 200, code: 14, message: 'Server Is Not Ready' })
}

const encoder = new TextEncoder()

/** Only bytes that a header cannot hold, and `%`: some clients decode none (grpc §1.3). */
function percentEncoded(text: string): string {
  if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) return text
  return Array.from(encoder.encode(text), (byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}

function untilDrained(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.once('drain', done)
    stream.once('close', done)
  })
}
