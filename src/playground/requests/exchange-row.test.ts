import { expect, test } from 'vitest'
import type { ExchangeOutcome, LoggedExchange } from '../../engine/observe/request-log.ts'
import { filtered, isXml, pathOf, printDuration, printTime, statusClass, statusOf } from './exchange-row.ts'

const answered = (status: number, statusText = ''): ExchangeOutcome => ({ kind: 'answered', status, statusText, headers: [], body: '' })
const exchange = (id: number, method: string, path: string, outcome: ExchangeOutcome): LoggedExchange => ({
  id,
  method,
  url: `http://localhost:2113${path}`,
  requestHeaders: [],
  requestBody: '',
  started: 0,
  milliseconds: 1,
  outcome,
  answeredBy: 'store',
})

const entries = [
  exchange(1, 'POST', '/streams/cart-1', answered(201, 'Created')),
  exchange(2, 'GET', '/streams/caf%C3%A9?embed=body', answered(404, 'Not Found')),
  exchange(3, 'DELETE', '/streams/cart-1', { kind: 'dropped' }),
  exchange(4, 'GET', '/streams/100%25', { kind: 'failed', error: 'Error: closed' }),
]

test('says how each ended', () => {
  expect(entries.map(statusOf)).toEqual(['201 Created', '404 Not Found', 'Connection dropped', 'No response'])
  expect(entries.map(statusClass)).toEqual(['2xx', '4xx', 'none', 'none'])
  expect(statusOf(exchange(5, 'GET', '/', answered(500)))).toBe('500')
  expect(pathOf(entries[1]!.url)).toBe('/streams/caf%C3%A9?embed=body')
})

test('keeps what the filter asks for, newest first', () => {
  const ids = (text: string, status: Parameters<typeof filtered>[1]['status'] = 'all') =>
    filtered(entries, { text, status }).map(({ id }) => id)
  expect(ids('')).toEqual([4, 3, 2, 1])
  expect(ids('CART')).toEqual([3, 1])
  expect(ids('post /streams')).toEqual([1])
  expect(ids('café')).toEqual([2])
  expect(ids('%C3%A9')).toEqual([2])
  expect(ids('', 'none')).toEqual([4, 3])
  expect(ids('cart', '2xx')).toEqual([1])
})

test('durations and times fit a narrow column', () => {
  expect([0.04, 9.94, 12.6, 1234].map(printDuration)).toEqual(['0.0 ms', '9.9 ms', '13 ms', '1.23 s'])
  expect(printTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('03:04:05.006')
})

test('XML is known by its type', () => {
  const typed = (type: string) => isXml([['Content-Type', type]])
  expect(['text/xml', 'application/atom+xml; charset=utf-8', 'application/vnd.eventstore.event+xml'].every(typed)).toBe(true)
  expect(['application/json', 'text/html; x=a/xml'].some(typed)).toBe(false)
})
