// Decides what a stream of HTTP/2 is: a gRPC call, or a request like those of HTTP/1.1.

import type { ServerHttp2Stream } from 'node:http2'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { OnStream } from '../http2-sessions.ts'
import type { CallHost } from './call-host.ts'
import { carryCalls, isCall } from './call-host.ts'

export interface StreamHost extends CallHost {
  readonly onRequest: (incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => void
  /** Called with the stream of each call before it is answered. */
  readonly onCall: (stream: ServerHttp2Stream) => void
}

export function takeStreams({ onRequest, onCall, ...host }: StreamHost): OnStream {
  const carry = carryCalls(host)
  return (stream, headers, rawHeaders) => {
    if (!isCall(headers)) return onRequest(new Http2ServerRequest(stream, headers, {}, rawHeaders), new Http2ServerResponse(stream))
    onCall(stream)
    carry(stream, headers)
  }
}
