// Converts logged exchanges into an HTTP archive (HAR 1.2), without credentials.

import type { LoggedExchange } from './request-log.ts'
import { toBase64 } from '../snapshot/values.ts'

type Headers = LoggedExchange['requestHeaders']

interface Pair {
  readonly name: string
  readonly value: string
}

/** The members of HAR 1.2 that an archive from a store has. */
export interface HttpArchive {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: readonly ArchivedExchange[]
  }
}

export interface ArchivedExchange {
  readonly startedDateTime: string
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly Pair[]
    readonly headers: readonly Pair[]
    readonly queryString: readonly Pair[]
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string }
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly Pair[]
    readonly headers: readonly Pair[]
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string; readonly encoding?: 'base64' }
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
  }
  readonly cache: object
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
}

/** Headers that an archive leaves out, as browsers do unless they are told otherwise: archives are passed on. */
export const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])

export const archiveOf = (exchanges: readonly LoggedExchange[]): HttpArchive => ({
  log: { version: '1.2', creator: { name: 'Rillbox', version: '1' }, entries: exchanges.map(archived) },
})

function archived(exchange: LoggedExchange): ArchivedExchange {
  const { started, milliseconds, outcome, answeredBy } = exchange
  const comment = answeredBy === 'store' ? undefined : `Answered by the fault rule "${answeredBy.fault}".`
  const missing = outcome.kind === 'answered' ? undefined : outcome.kind === 'failed' ? outcome.error : outcome.kind
  return {
    startedDateTime: new Date(started).toISOString(),
    time: milliseconds,
    request: requestOf(exchange),
    response: responseOf(outcome),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...((comment ?? missing) !== undefined && { comment: comment ?? missing }),
  }
}

function requestOf({ method, url, requestHeaders, requestBody, requestBytes }: LoggedExchange): ArchivedExchange['request'] {
  const size = requestBytes?.length ?? bytesIn(requestBody)
  const mimeType = valueOf(requestHeaders, 'content-type')
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(requestHeaders),
    queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
    ...(size > 0 && {
      postData: requestBytes ? { mimeType, text: toBase64(requestBytes), comment: 'base64' } : { mimeType, text: requestBody },
    }),
    headersSize: -1,
    bodySize: size,
  }
}

/** Without a response, readers of archives expect the status 0. */
function responseOf(outcome: LoggedExchange['outcome']): ArchivedExchange['response'] {
  const base = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  if (outcome.kind !== 'answered')
    return { ...base, status: 0, statusText: '', headers: [], content: { size: 0, mimeType: '' }, redirectURL: '', bodySize: -1 }
  const { status, statusText, headers, body, bytes } = outcome
  const size = bytes?.length ?? bytesIn(body)
  const mimeType = valueOf(headers, 'content-type')
  return {
    ...base,
    status,
    statusText,
    headers: pairs(headers),
    content: bytes ? { size, mimeType, text: toBase64(bytes), encoding: 'base64' } : { size, mimeType, text: body },
    redirectURL: valueOf(headers, 'location'),
    bodySize: size,
  }
}

const pairs = (headers: Headers): Pair[] =>
  headers.filter(([name]) => !secretHeaders.has(name.toLowerCase())).map(([name, value]) => ({ name, value }))

const valueOf = (headers: Headers, wanted: string): string => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

const bytesIn = (text: string): number => new TextEncoder().encode(text).length
