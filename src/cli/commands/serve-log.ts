// Logs what `serve` has to say and the requests that it answers: in words, as lines of JSON, or not at all.

import type { LoggedExchange, RequestLog } from '../../engine/observe/request-log.ts'
import type { Terminal } from '../terminal.ts'

export interface ServeLog {
  /** Says where the store is to be found. */
  tell(line: string): Promise<void>
  warn(line: string): void
  /** Prints what a query logs. */
  query(line: string): void
  /** Logs requests from here on, where the format has them. */
  watch(requests: RequestLog): void
}

/** @param format undefined: only the start and warnings, in words. */
export function createServeLog(
  format: 'json' | 'pretty' | 'off' | undefined,
  terminal: Pick<Terminal, 'print' | 'note'>,
  now: () => Date,
): ServeLog {
  if (format === 'off') return { tell: () => Promise.resolve(), warn: () => undefined, query: () => undefined, watch: () => undefined }
  const print = (line: string): void => void terminal.print(line)
  if (format === 'json') {
    const entry = (level: string, message: string, more: object = {}): string =>
      JSON.stringify({ time: now().toISOString(), level, message, ...more })
    return {
      tell: (line) => terminal.print(entry('info', line)),
      warn: (line) => print(entry('warning', line)),
      query: (line) => print(entry('debug', line)),
      watch: (requests) => follow(requests, (exchange) => print(entry('info', 'request', fieldsOf(exchange)))),
    }
  }
  return {
    tell: (line) => terminal.print(line),
    warn: (line) => terminal.note(line),
    query: print,
    watch: (requests) => {
      if (format === 'pretty') follow(requests, (exchange) => print(inWords(exchange, now())))
    },
  }
}

/** The log of a store tells of requests only while it keeps some. */
function follow(requests: RequestLog, tell: (exchange: LoggedExchange) => void): void {
  if (requests.size === 0) requests.size = 1
  requests.subscribe(tell)
}

const fieldsOf = ({ method, url, milliseconds, outcome, answeredBy }: LoggedExchange) => ({
  method,
  path: pathOf(url),
  ...(outcome.kind === 'answered' ? { status: outcome.status } : { outcome: outcome.kind }),
  milliseconds: Math.round(milliseconds * 10) / 10,
  ...(answeredBy !== 'store' && { fault: answeredBy.fault }),
})

function inWords(exchange: LoggedExchange, at: Date): string {
  const { method, path, status, outcome, milliseconds, fault } = {
    status: undefined,
    outcome: undefined,
    fault: undefined,
    ...fieldsOf(exchange),
  }
  return `${at.toISOString().slice(11, 23)} ${method} ${path} ${status ?? outcome} ${milliseconds} ms${fault === undefined ? '' : ` (fault ${fault})`}`
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
