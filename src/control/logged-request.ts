// Prints an exchange of the request log for clients of the control routes: one object, without credentials.

import { secretHeaders } from '../engine/observe/har.ts'
import type { LoggedExchange } from '../engine/observe/request-log.ts'

export function loggedRequest({
  id,
  method,
  url,
  started,
  milliseconds,
  requestHeaders,
  requestBody,
  outcome,
  answeredBy,
}: LoggedExchange) {
  return {
    id,
    method,
    url,
    started: new Date(started).toISOString(),
    milliseconds,
    headers: printed(requestHeaders),
    body: requestBody,
    outcome: outcome.kind,
    answeredBy: answeredBy === 'store' ? answeredBy : answeredBy.fault,
    ...(outcome.kind === 'answered' && {
      response: { status: outcome.status, reason: outcome.statusText, headers: printed(outcome.headers), body: outcome.body },
    }),
    ...(outcome.kind === 'failed' && { error: outcome.error }),
    ...(outcome.kind === 'dropped' && outcome.refusal !== undefined && { error: outcome.refusal }),
  }
}

const printed = (headers: LoggedExchange['requestHeaders']): Readonly<Record<string, string>> =>
  Object.fromEntries(headers.filter(([name]) => !secretHeaders.has(name.toLowerCase())))
