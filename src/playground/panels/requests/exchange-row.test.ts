import { expect, test } from 'vitest'
import type { ExchangeOutcome, LoggedExchange, LoggedRequest } from '../../../engine/observe/request-log.ts'
import { requests as texts } from '../../strings/english/requests.ts'
import { decoded, filtered, isXml, pathOf, printTime, statusClass, statusOf, toneOf } from './exchange-row.ts'

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

const poll: LoggedRequest = {
  id: 9,
  method: 'GET',
  url: 'http://localhost:2113/streams/cart-1',
  requestHeaders: [['es-longpoll', '5']],
  requestBody: '',
  started: 0,
}

test('says how each ended', () => {
  expect(entries.map((entry) => statusOf(entry).text)).toEqual(['201 Created', '404 Not Found', 'Connection dropped', 'No response'])
  expect(entries.map(statusClass)).toEqual(['2xx', '4xx', 'none', 'none'])
  expect(statusOf(exchange(5, 'GET', '/', answered(500))).text).toBe('500')
})

test('a long poll waits for changes, and may end without them', () => {
  expect([statusOf(poll).text, statusClass(poll), toneOf(poll)]).toEqual(['Waiting for changes', 'waiting', 'quiet'])
  const given: LoggedExchange = { ...poll, milliseconds: 4250, outcome: { kind: 'aborted' }, answeredBy: 'store' }
  expect([statusOf(given).text, toneOf(given)]).toEqual(['Stopped waiting', 'quiet'])
  expect(statusOf({ ...poll, requestHeaders: [] }).text).toBe('Waiting for an answer')
})

test('a look-up that finds nothing is no failure; a refused change is one', () => {
  const tone = (method: string, status: number) => toneOf(exchange(1, method, '/streams/a', answered(status)))
  expect([tone('GET', 200), tone('GET', 404), tone('HEAD', 404), tone('GET', 304)]).toEqual(['good', 'quiet', 'quiet', 'quiet'])
  expect([tone('POST', 404), tone('GET', 410), tone('GET', 500), tone('GET', 301)]).toEqual(['bad', 'bad', 'bad', 'moved'])
  expect(toneOf({ ...exchange(1, 'GET', '/', answered(404)), answeredBy: { fault: 'rule' } })).toBe('bad')
})

test('leaves out the address of the store, and reads escapes as far as they stay clear', () => {
  expect(pathOf('http://localhost:2113/streams/caf%C3%A9?embed=body')).toBe('/streams/caf%C3%A9?embed=body')
  expect(pathOf('http://app.test/_store/streams/a', 'http://app.test/_store')).toBe('/streams/a')
  expect(pathOf('http://app.test/_storeroom/a', 'http://app.test/_store')).toBe('/_storeroom/a')
  expect(decoded('/streams/%24ce-cart%2F1')).toBe('/streams/$ce-cart%2F1')
  expect(decoded('/streams/caf%C3%A9?x=%26')).toBe('/streams/café?x=%26')
  expect(decoded('/streams/a%E2%80%AEb%0A')).toBe('/streams/a\\u202eb\\n')
  expect(decoded('/streams/100%')).toBe('/streams/100%')
})

test('keeps matches of the filter, newest first', () => {
  const ids = (text: string, status: Parameters<typeof filtered>[1]['status'] = 'all') =>
    filtered({ entries, pending: [poll] }, { text, status }).map(({ id }) => id)
  expect(ids('')).toEqual([9, 4, 3, 2, 1])
  expect(ids('CART')).toEqual([9, 3, 1])
  expect(ids('', 'waiting')).toEqual([9])
  expect(ids('post /streams')).toEqual([1])
  expect(ids('café')).toEqual([2])
  expect(ids('%C3%A9')).toEqual([2])
  expect(ids('', 'none')).toEqual([4, 3])
  expect(ids('cart', '2xx')).toEqual([1])
})

test('durations and times fit a narrow column', () => {
  expect([0.04, 9.94, 12.6, 1234].map(texts.duration)).toEqual(['0.0 ms', '9.9 ms', '13 ms', '1.23 s'])
  expect(printTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('03:04:05.006')
})

test('XML is known by its type', () => {
  const typed = (type: string) => isXml([['Content-Type', type]])
  expect(['text/xml', 'application/atom+xml; charset=utf-8', 'application/vnd.eventstore.event+xml'].every(typed)).toBe(true)
  expect(['application/json', 'text/html; x=a/xml'].some(typed)).toBe(false)
})
