// The kinds of 500 that the server itself gives, each with the paragraph it comes from: every other 500 is a fault.

import type { GeneratedRequest } from './request-generator.ts'

export interface ServerError {
  readonly kind: string
  /** Paragraph of the description of the interface. */
  readonly rule: string
  readonly isGiven: (request: GeneratedRequest, reason: string, body: string) => boolean
}

const silent = 'Internal Server Error'
const header = (request: GeneratedRequest, name: string): string => request.headers[name] ?? ''
const reads = (phrase: RegExp) => (_request: GeneratedRequest, reason: string) => phrase.test(reason)

/** A 500 of the pipeline or of a handler that throws: no reason of its own and no body, told by the request. */
const mute =
  (isAsked: (request: GeneratedRequest) => boolean) =>
  (request: GeneratedRequest, reason: string, body: string): boolean =>
    reason === silent && body === '' && isAsked(request)

export const serverErrors: readonly ServerError[] = [
  {
    kind: 'credentials that are no base64',
    rule: 'streams-http §18.3',
    isGiven: mute((request) => /^Basic(?: \?\?\?)?$/.test(header(request, 'Authorization'))),
  },
  {
    kind: 'forwarded headers that make no address',
    rule: 'streams-http §4.5, projections-http §2.5',
    isGiven: mute((request) => Object.keys(request.headers).some((name) => name.startsWith('X-Forwarded-'))),
  },
  { kind: 'an unknown `?format=`', rule: 'streams-http §6.3', isGiven: mute(({ path }) => /[?&;]format=/.test(path)) },
  {
    kind: 'a `Content-Type` without a slash, or with a charset that is none',
    rule: 'streams-http §6.2',
    isGiven: mute((request) => !header(request, 'Content-Type').includes('/') || /charset/i.test(header(request, 'Content-Type'))),
  },
  {
    kind: '`ES-ExpectedVersion: -3` on a deletion',
    rule: 'streams-http §8.6, §9',
    isGiven: mute((request) => header(request, 'ES-ExpectedVersion') === '-3'),
  },
  { kind: 'a filter whose expression does not parse', rule: 'streams-http §13.4', isGiven: mute(({ path }) => path.includes('data=')) },
  { kind: 'messages to settle, without ids', rule: 'server-http §10.6', isGiven: mute(({ path }) => /\/(?:n?ack)(?:\?|$)/.test(path)) },
  {
    kind: 'a page of more than 4096 events',
    rule: 'streams-http §10.2',
    isGiven: reads(/^Read size too big, should be less than 4096 items$/),
  },
  {
    kind: 'a position beyond the end of the log',
    rule: 'streams-http §13.3',
    isGiven: reads(/^Requested position \d+ is greater than writer checkpoint \d+ when/),
  },
  {
    kind: 'a `$maxAge` that reaches back before the year 1',
    rule: 'streams-http §12.4',
    isGiven: reads(/^The added or subtracted value results in an un-representable DateTime/),
  },
  {
    kind: 'a refused operation on a projection, with its reason as the body',
    rule: 'projections-http §2.7',
    isGiven: (_request, reason, body) => reason === 'Failed' && body !== '',
  },
]
