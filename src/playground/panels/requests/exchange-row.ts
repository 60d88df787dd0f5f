// Decides what the request list shows of each request, answered or not, and which ones match a filter.

import { sentHeader } from '../../../base/release/spelling.ts'
import type { LoggedExchange, LoggedRequest } from '../../../engine/observe/request-log.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { requests as texts } from '../../strings/english/requests.ts'

/** A request that has its answer, or still waits for one. */
export type ListedRequest = LoggedRequest | LoggedExchange

export const isAnswered = (request: ListedRequest): request is LoggedExchange => 'outcome' in request

export const statusFilters = ['all', 'waiting', '2xx', '3xx', '4xx', '5xx', 'none'] as const
/** `none`: the client got no response. */
export type StatusFilter = (typeof statusFilters)[number]

/**
 * Path and query string.
 *
 * @param base address of the store; its path is left out too.
 */
export function pathOf(url: string, base = ''): string {
  const { origin, pathname, search } = new URL(url)
  const store = URL.canParse(base) ? new URL(base) : undefined
  const below = store?.pathname.replace(/\/+$/, '') ?? ''
  const isBelow = store?.origin === origin && pathname.startsWith(`${below}/`)
  return (isBelow ? pathname.slice(below.length) : pathname) + search
}

const isLongPoll = ({ requestHeaders }: LoggedRequest): boolean =>
  sentHeader((wanted) => requestHeaders.find(([name]) => name.toLowerCase() === wanted)?.[1], 'longPoll') !== undefined

/**
 * Status and reason phrase, or what the client got in place of a response: in a few words, in a word for a column that has no room for
 * them, and why.
 */
export function statusOf(request: ListedRequest): { readonly text: string; readonly brief: string; readonly why: string } {
  const { unanswered } = texts
  if (!isAnswered(request)) return isLongPoll(request) ? unanswered.polling : unanswered.waiting
  const { outcome } = request
  switch (outcome.kind) {
    case 'answered':
      return { text: `${outcome.status} ${outcome.statusText}`.trim(), brief: String(outcome.status), why: '' }
    case 'dropped':
      return outcome.refusal === undefined ? unanswered.dropped : { ...unanswered.refused, why: outcome.refusal }
    case 'aborted':
      return isLongPoll(request) ? unanswered.stopped : unanswered.aborted
    case 'failed':
      return { ...unanswered.failed, why: outcome.error }
  }
}

/** Class of the response, for filters. */
export function statusClass(request: ListedRequest): Exclude<StatusFilter, 'all'> {
  if (!isAnswered(request)) return 'waiting'
  const { outcome } = request
  return outcome.kind === 'answered' ? (`${Math.floor(outcome.status / 100)}xx` as StatusFilter & `${number}xx`) : 'none'
}

/** `quiet`: neither a success nor a failure, for example a look-up of something that does not exist yet. */
export type AnswerTone = 'good' | 'quiet' | 'moved' | 'bad'

export function toneOf(request: ListedRequest): AnswerTone {
  if (!isAnswered(request) || request.outcome.kind === 'aborted' || isMissing(request)) return 'quiet'
  if (request.outcome.kind !== 'answered') return 'bad'
  const { status } = request.outcome
  if (status === 304) return 'quiet'
  return status < 300 ? 'good' : status < 400 ? 'moved' : 'bad'
}

/** Whether the store itself answered a look-up with 404: clients ask that way whether a thing exists. */
export const isMissing = (request: ListedRequest): boolean =>
  isAnswered(request) &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  request.outcome.kind === 'answered' &&
  request.outcome.status === 404 &&
  request.answeredBy === 'store'

const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

/** Time of day in the reader's time zone. */
export const printTime = (milliseconds: number): string => timeOfDay.format(milliseconds)

/** @param filter `text`: part of `POST /streams/cart-1`, in any case. @returns the matching requests, newest first; those that wait stand above the answered ones. */
export function filtered(
  { entries, pending }: { readonly entries: readonly LoggedExchange[]; readonly pending: readonly LoggedRequest[] },
  { text, status }: { readonly text: string; readonly status: StatusFilter },
): readonly ListedRequest[] {
  const part = text.trim().toLowerCase()
  const names = ({ method, url }: ListedRequest): string => {
    const sent = `${method} ${pathOf(url)}`
    return `${sent}\n${decoded(sent)}`.toLowerCase()
  }
  return [...entries, ...pending]
    .filter((request) => (status === 'all' || statusClass(request) === status) && names(request).includes(part))
    .toReversed()
}

/** Escapes that `decodeURI` leaves alone, but that separate nothing in a path or query of this interface. */
const harmless = /%(?:24|40|3a|3b|2c)/gi

/** Unescapes a path as far as it stays clear, and keeps control characters visible; leaves one with broken escapes alone. */
export function decoded(path: string): string {
  try {
    return visibleLine(decodeURI(path).replace(harmless, (escape) => decodeURIComponent(escape)))
  } catch {
    return path
  }
}

/** Whether a body with this content type is XML. */
export const isXml = (headers: readonly (readonly [name: string, value: string])[]): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^[^;]*[/+]xml\b/i.test(value))
