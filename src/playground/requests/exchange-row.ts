// Decides what the request list shows of each exchange, and which exchanges match a filter.

import type { LoggedExchange } from '../../engine/observe/request-log.ts'

export const statusFilters = ['all', '2xx', '3xx', '4xx', '5xx', 'none'] as const
/** `none`: the client got no response. */
export type StatusFilter = (typeof statusFilters)[number]

export interface ExchangeFilter {
  /** Part of `POST /streams/cart-1`, in any case. */
  readonly text: string
  readonly status: StatusFilter
}

/** Path and query string, without the address of the store. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Status and reason phrase, or the reason for their absence. */
export function statusOf({ outcome }: LoggedExchange): string {
  switch (outcome.kind) {
    case 'answered':
      return `${outcome.status} ${outcome.statusText}`.trim()
    case 'dropped':
      return outcome.refusal === undefined ? 'Connection dropped' : 'Refused by CORS'
    case 'aborted':
      return 'Aborted by the client'
    case 'failed':
      return 'No response'
  }
}

/** What the client got in place of a response. */
export function whyUnanswered(outcome: Exclude<LoggedExchange['outcome'], { kind: 'answered' }>): string {
  switch (outcome.kind) {
    case 'dropped':
      return outcome.refusal ?? 'The connection was dropped: the client got a network error.'
    case 'aborted':
      return 'The client aborted the request before the response.'
    case 'failed':
      return outcome.error
  }
}

/** Class of the response, for filters and colours. */
export const statusClass = ({ outcome }: LoggedExchange): StatusFilter =>
  outcome.kind === 'answered' ? (`${Math.floor(outcome.status / 100)}xx` as StatusFilter) : 'none'

export function printDuration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

/** Time of day in the reader's time zone. */
export function printTime(milliseconds: number): string {
  const date = new Date(milliseconds)
  const digits = (number: number, count = 2): string => String(number).padStart(count, '0')
  return `${digits(date.getHours())}:${digits(date.getMinutes())}:${digits(date.getSeconds())}.${digits(date.getMilliseconds(), 3)}`
}

/** @returns the matching exchanges, newest first. */
export function filtered(entries: readonly LoggedExchange[], { text, status }: ExchangeFilter): readonly LoggedExchange[] {
  const part = text.trim().toLowerCase()
  const names = ({ method, url }: LoggedExchange): string => {
    const sent = `${method} ${pathOf(url)}`
    return `${sent}\n${decoded(sent)}`.toLowerCase()
  }
  return entries.filter((exchange) => (status === 'all' || statusClass(exchange) === status) && names(exchange).includes(part)).toReversed()
}

/** Unescapes a path; leaves one with broken escapes alone. */
export function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Whether a body with this content type is XML. */
export const isXml = (headers: readonly (readonly [name: string, value: string])[]): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^[^;]*[/+]xml\b/i.test(value))
