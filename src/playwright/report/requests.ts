// Prints the exchanges of a store for the reader of a failed test: request, answer and duration of each.

import type { ExchangeOutcome, LoggedExchange, LoggedRequest } from '../../engine/observe/request-log.ts'

/**
 * One paragraph for each exchange, oldest first; a bar in front of the lines of bodies.
 *
 * @param calls those under way: a client of gRPC keeps some open until its end.
 */
export function printRequests(entries: readonly LoggedExchange[], calls: readonly LoggedRequest[] = []): string {
  if (entries.length === 0 && calls.length === 0) return 'The store has received no request.\n'
  return [...entries, ...calls]
    .toSorted((one, other) => one.id - other.id)
    .map((request) => `${print(request)}\n`)
    .join('\n')
}

/** Headers for the type of a body and the expected version; the rest is the same for every request of a browser. */
const shownHeaders = /^(?:accept|authorization|content-type|if-|es-|grpc-(?:status|message|timeout)|location$|etag$)/

/** Longer bodies are cut. */
const mostLetters = 4000

function print(request: LoggedRequest | LoggedExchange): string {
  const { method, url, started, requestHeaders, requestBody } = request
  const first = `${clockTime(started)}  ${method} ${url}`
  const sent = printMessage(requestHeaders, requestBody, '  > ')
  if (!('outcome' in request)) return [first, '  under way', ...sent].join('\n')
  const { milliseconds, outcome, answeredBy } = request
  const by = answeredBy === 'store' ? 'the store' : `the fault "${answeredBy.fault}"`
  const second = `  ${printOutcome(outcome, by)}, in ${milliseconds.toFixed(1)} ms`
  const answered = outcome.kind === 'answered' ? printMessage(outcome.headers, outcome.body, '  < ') : []
  return [first, second, ...sent, ...answered].join('\n')
}

const clockTime = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 23)

function printOutcome(outcome: ExchangeOutcome, by: string): string {
  switch (outcome.kind) {
    case 'answered':
      return `${`${outcome.status} ${outcome.statusText}`.trimEnd()}, by ${by}`
    case 'dropped':
      return outcome.refusal?.replace(/\.$/, '') ?? `connection dropped, by ${by}`
    case 'aborted':
      return 'given up by the client'
    case 'failed':
      return `failed: ${outcome.error}, by ${by}`
  }
}

function printMessage(headers: LoggedExchange['requestHeaders'], body: string, mark: string): string[] {
  const shown = headers.filter(([name]) => shownHeaders.test(name)).map(([name, value]) => `${mark}${name}: ${conceal(name, value)}`)
  const text = body.length > mostLetters ? `${body.slice(0, mostLetters)} … ${body.length - mostLetters} more` : body
  const lines = text === '' ? [] : text.split('\n').map((line) => `${mark}| ${line.replace(/\r$/, '')}`)
  return [...shown, ...lines]
}

/** Reports are passed around: they say who asked, and not with which password. */
function conceal(name: string, value: string): string {
  if (name !== 'authorization') return value
  const [scheme = '', credentials = ''] = value.split(' ')
  return scheme === 'Basic' ? `Basic (${userOf(credentials)})` : `${scheme} (concealed)`
}

function userOf(credentials: string): string {
  try {
    return atob(credentials).split(':')[0]!
  } catch {
    return 'unreadable'
  }
}
