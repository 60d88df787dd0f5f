// Prints an exchange of the request log for clients of the control routes: one object, without credentials.

import { secretHeaders } from '../engine/observe/har.ts'
import type { LoggedExchange, LoggedRequest } from '../engine/observe/request-log.ts'

export function loggedRequest({ milliseconds, outcome, answeredBy, ...request }: LoggedExchange) {
  return {
    ...pendingRequest(request),
    milliseconds,
    outcome: outcome.kind,
    answeredBy: answeredBy === 'store' ? answeredBy : answeredBy.fault,
    ...(outcome.kind === 'answered' && {
      response: { status: outcome.status, reason: outcome.statusText, headers: printed(outcome.headers), body: outcome.body },
    }),
    ...(outcome.kind === 'failed' && { error: outcome.error }),
    ...(outcome.kind === 'dropped' && outcome.refusal !== undefined && { error: outcome.refusal }),
  }
}

/** One without an answer yet. */
export const pendingRequest = ({ id, method, url, started, requestHeaders, requestBody }: LoggedRequest) => ({
  id,
  method,
  url,
  started: new Date(started).toISOString(),
  headers: printed(requestHeaders),
  body: requestBody,
})

const printed = (headers: LoggedExchange['requestHeaders']): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.filter(([name]) => !secretHeaders.has(name.toLowerCase())))
