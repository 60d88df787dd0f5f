import { expect, test } from 'vitest'
import type { LoggedExchange } from '../../engine/observe/request-log.ts'
import { printRequests } from './requests.ts'

const exchange: LoggedExchange = {
  id: 1,
  method: 'POST',
  url: 'http://es.test/streams/orders',
  requestHeaders: [
    ['authorization', `Basic ${btoa('admin:changeit')}`],
    ['content-type', 'application/json'],
    ['user-agent', 'Chromium'],
  ],
  requestBody: '[\n  1\n]',
  started: Date.parse('2026-05-01T12:00:00.250Z'),
  milliseconds: 3.14159,
  outcome: { kind: 'answered', status: 201, statusText: 'Created', headers: [['location', '/streams/orders/0']], body: '' },
  answeredBy: 'store',
}

test('prints caller, request, answer and time', () => {
  expect(printRequests([exchange])).toBe(
    [
      '12:00:00.250  POST http://es.test/streams/orders',
      '  201 Created, by the store, in 3.1 ms',
      '  > authorization: Basic (admin)',
      '  > content-type: application/json',
      '  > | [',
      '  > |   1',
      '  > | ]',
      '  < location: /streams/orders/0',
      '',
    ].join('\n'),
  )
})

test('names the fault that answered, and its effect', () => {
  const printed = printRequests([
    { ...exchange, outcome: { kind: 'dropped' }, answeredBy: { fault: 'cable' } },
    { ...exchange, outcome: { kind: 'failed', error: 'StoreError: closed' } },
    { ...exchange, outcome: { kind: 'dropped', refusal: 'Strict CORS refused it.' } },
    { ...exchange, outcome: { kind: 'aborted' } },
  ])
  expect(printed).toContain('  connection dropped, by the fault "cable", in 3.1 ms')
  expect(printed).toContain('  failed: StoreError: closed, by the store, in 3.1 ms')
  expect(printed).toContain('  Strict CORS refused it, in 3.1 ms')
  expect(printed).toContain('  given up by the client, in 3.1 ms')
})

test('shows no password, in whatever form it came, and cuts long bodies', () => {
  const bearer = printRequests([{ ...exchange, requestHeaders: [['authorization', 'Bearer abc']], requestBody: 'x'.repeat(5000) }])
  expect(bearer).toContain('authorization: Bearer (concealed)')
  expect(bearer).toContain('… 1000 more')
  expect(printRequests([{ ...exchange, requestHeaders: [['authorization', 'Basic ***']] }])).toContain('Basic (unreadable)')
  expect(printRequests([])).toBe('The store has received no request.\n')
})
