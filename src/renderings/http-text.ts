// Writes a request and an answer as HTTP has them, for readers of documents.

import type { SentRequest } from './request.ts'

/** Bytes that are no text are left out. */
export function requestText({ method, url, headers, body }: SentRequest): string {
  const { pathname, search } = new URL(url)
  return [
    `${method} ${pathname}${search}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(typeof body === 'string' && body !== '' ? ['', body] : []),
  ].join('\n')
}

export interface PrintedAnswer {
  readonly status: number
  readonly reason: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** What a document shows of an answer. */
export interface ShownParts {
  /** Names of headers, in their order. */
  readonly headers: readonly string[]
  readonly body: boolean
}

export const statusOf = ({ status, reason }: Pick<PrintedAnswer, 'status' | 'reason'>): string => `${status} ${reason}`.trimEnd()

export function answerText(answer: PrintedAnswer, { headers, body }: ShownParts): string {
  const valueOf = (name: string): string | undefined => answer.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
  const text = answer.body.trim()
  return [
    `HTTP/1.1 ${statusOf(answer)}`,
    ...headers.flatMap((name) => (valueOf(name) === undefined ? [] : [`${name}: ${valueOf(name)}`])),
    ...(body && text !== '' ? ['', text] : []),
  ].join('\n')
}
