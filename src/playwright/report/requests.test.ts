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

test('prints calls of gRPC with their status, and those under way in the order of their start', () => {
  const call = (id: number, method: string) => {
    const url = `http://localhost:4444/event_store.client.streams.Streams/${method}`
    const requestHeaders = [['content-type', 'application/grpc'] as const]
    return { id, method: 'POST', url, requestHeaders, requestBody: '', started: exchange.started }
  }
  const headers = [['grpc-status', '9'] as const, ['grpc-message', "Event stream 'orders' is deleted."] as const]
  const outcome = { kind: 'answered', status: 200, statusText: 'OK', headers, body: '' } as const
  const ended: LoggedExchange = { ...call(2, 'Delete'), milliseconds: 1, outcome, answeredBy: 'store' }
  expect(printRequests([ended], [call(1, 'BatchAppend')])).toBe(
    [
      '12:00:00.250  POST http://localhost:4444/event_store.client.streams.Streams/BatchAppend',
      '  under way',
      '  > content-type: application/grpc',
      '',
      '12:00:00.250  POST http://localhost:4444/event_store.client.streams.Streams/Delete',
      '  200 OK, by the store, in 1.0 ms',
      '  > content-type: application/grpc',
      '  < grpc-status: 9',
      "  < grpc-message: Event stream 'orders' is deleted.",
      '',
    ].join('\n'),
  )
})
