// Shows calls to the request log, and lets them meet faults, as requests do.

import type { GrpcAnswer, GrpcCall } from '../../grpc/call.ts'
import type { GrpcStatus } from '../../grpc/status.ts'
import { code, cancelled } from '../../grpc/status.ts'
import type { PlainAnswer } from '../../base/answer.ts'
import type { ExchangeOutcome } from '../observe/request-log.ts'
import type { CallParts } from './call-parts.ts'

type AnswerCall = (call: GrpcCall) => GrpcAnswer

/** @param basePath in front of the path, so that rules fit calls and requests alike. */
export function watched(answer: AnswerCall, { watch, basePath }: Pick<CallParts, 'watch' | 'basePath'>): AnswerCall {
  return async function* (call) {
    const url = `${call.origin}${basePath}${call.path}`
    const end = watch.note(() => ({ method: 'POST', url, requestHeaders: call.headers() }))
    let told: { readonly status: GrpcStatus; readonly fault?: string } = { status: cancelled }
    let failure: ExchangeOutcome | undefined
    try {
      const met = watch.isQuiet() ? undefined : await meet(new Request(url, { method: 'POST', signal: call.signal }), watch)
      if (met?.kind === 'fault') {
        told = met
        if (met.isLate) await actOn(answer(call))
        return met.status
      }
      const status = yield* answer(call)
      told = { status }
      return status
    } catch (error) {
      // The client went away while a fault kept it waiting.
      if (call.signal.aborted) return cancelled
      failure = { kind: 'failed', error: String(error) }
      throw error
    } finally {
      end(failure ?? outcomeOf(told.status, call.signal.aborted), told.fault)
    }
  }
}

type Met =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'fault'
      readonly status: GrpcStatus
      readonly fault: string
      /** Whether the store acts before the client hears of nothing. */
      readonly isLate: boolean
    }

async function meet(request: Request, { around }: CallParts['watch']): Promise<Met> {
  const passed: PlainAnswer = { kind: 'answered', status: 200, statusText: '', headers: [], body: undefined }
  let isAsked = false
  const answer = await around(request, async () => {
    isAsked = true
    return passed
  })
  if (answer === passed) return { kind: 'none' }
  const { fault = 'fault' } = answer
  const instead = answer.kind === 'dropped' ? 'dropped' : { httpStatus: answer.status }
  return { kind: 'fault', fault, isLate: isAsked, status: { code: code.unavailable, message: `Met the fault "${fault}".`, instead } }
}

/** As far as its first message: a subscription would never end. */
async function actOn(steps: GrpcAnswer): Promise<void> {
  await steps.next()
  await steps.return(cancelled)
}

function outcomeOf({ code: of, message, instead, httpStatus = 200 }: GrpcStatus, isAborted: boolean): ExchangeOutcome {
  if (instead === 'dropped') return { kind: 'dropped' }
  if (instead) return { kind: 'answered', status: instead.httpStatus, statusText: '', headers: [], body: '' }
  if (isAborted) return { kind: 'aborted' }
  const headers: [string, string][] = [
    ['content-type', 'application/grpc'],
    ['grpc-status', String(of)],
  ]
  if (message !== '') headers.push(['grpc-message', message])
  return { kind: 'answered', status: httpStatus, statusText: httpStatus === 200 ? 'OK' : '', headers, body: '' }
}
