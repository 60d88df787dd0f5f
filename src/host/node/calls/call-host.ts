// Decides which streams of HTTP/2 are gRPC calls, lets the guard judge them, and hands them to the store.

import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { isStoreError } from '../../../base/errors.ts'
import { factsOf } from '../../../base/release/releases.ts'
import type { CallParts } from '../../../engine/calls/call-parts.ts'
import type { GrpcAnswer, GrpcCall } from '../../../engine/calls/calls.ts'
import type { Caller, Verdict } from '../caller-guard.ts'
import { carryCall, failCall, refuseCall } from './call-stream.ts'
import { readTarget } from '../request-target.ts'

export interface CallHost {
  /** Undefined for functions around a store that carry none. */
  readonly parts: CallParts | undefined
  readonly judge: (caller: Caller) => Verdict
  /** Called with the reason of every call refused for its host or origin. */
  readonly onRefused: (sentence: string) => void
  /** Called with the error of a store that cannot answer. */
  readonly onFailed: (error: unknown) => void
  readonly scheme: 'http' | 'https'
  /** Aborted when the port closes: calls under way end. */
  readonly closing: AbortSignal
}

const callPath = /^\/(?:event_store\.client|kurrentdb\.protocol)\./

/** By the type of its content, or a path that only calls have. */
export const isCall = (headers: IncomingHttpHeaders): boolean =>
  headers[':method'] === 'POST' && ((headers['content-type'] ?? '').startsWith('application/grpc') || callPath.test(headers[':path'] ?? ''))

/** @returns a function that answers one stream for which `isCall` holds. */
export function carryCalls({
  parts,
  judge,
  onRefused,
  onFailed,
  scheme,
  closing,
}: CallHost): (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void {
  // With the first call: a host that only speaks HTTP loads nothing of it.
  let answer: Promise<(call: GrpcCall) => GrpcAnswer> | undefined
  const compresses = parts !== undefined && factsOf(parts.settings.release).calls.compressesAnswers
  return (stream, headers) => {
    if (!parts)
      return refuseCall(stream, {
        httpStatus: 200,
        code: 12,
        message: 'This host carries no gRPC calls: it serves functions around a store.',
      })
    const authority = headers[':authority'] ?? headers.host ?? 'localhost'
    const target = readTarget(headers[':path'] ?? '/', [authority])
    if (target.kind === 'malformed') return refuseCall(stream, { httpStatus: 400, code: 13, message: target.reason })
    const verdict = judge({ ...target, method: 'POST', headers })
    if (verdict.kind === 'refused') {
      onRefused(verdict.sentence)
      return refuseCall(stream, { httpStatus: 403, code: 7, message: verdict.sentence })
    }
    answer ??= import('../../../engine/calls/calls.ts').then(({ answerCalls }) => answerCalls(parts))
    const options = { origin: `${scheme}://${target.authority}`, closing, compresses }
    answer
      .then((carry) => carryCall(carry, stream, headers, options))
      .catch((error: unknown) => {
        if (!isStoreError(error, 'storage-closed')) onFailed(error)
        failCall(stream)
      })
  }
}
