import { expect, test } from 'vitest'
import type { LoggedExchange } from './request-log.ts'
import { answerCalls } from '../calls/calls.ts'
import { callParts } from '../calls/call-parts.ts'
import { createStore } from '../store.ts'
import { archiveOf } from './har.ts'

const exchange: LoggedExchange = {
  id: 1,
  method: 'POST',
  url: 'http://localhost:2113/streams/a?x=1&x=%C3%A9',
  requestHeaders: [
    ['authorization', 'Basic abc'],
    ['content-type', 'application/json'],
  ],
  requestBody: '{"é":1}',
  started: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  milliseconds: 12.5,
  outcome: {
    kind: 'answered',
    status: 201,
    statusText: 'Created',
    headers: [
      ['content-type', 'text/plain'],
      ['location', 'http://localhost:2113/streams/a/0'],
      ['set-cookie', 'a=b'],
    ],
    body: '',
  },
  answeredBy: 'store',
}

test('an exchange becomes an entry of HAR 1.2, without its credentials', () => {
  const { log } = archiveOf([exchange])
  expect([log.version, log.entries.length]).toEqual(['1.2', 1])
  expect(log.entries[0]).toEqual({
    startedDateTime: '2026-01-02T03:04:05.006Z',
    time: 12.5,
    request: {
      method: 'POST',
      url: exchange.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'content-type', value: 'application/json' }],
      queryString: [
        { name: 'x', value: '1' },
        { name: 'x', value: 'é' },
      ],
      postData: { mimeType: 'application/json', text: '{"é":1}' },
      headersSize: -1,
      bodySize: 8,
    },
    response: {
      status: 201,
      statusText: 'Created',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [
        { name: 'content-type', value: 'text/plain' },
        { name: 'location', value: 'http://localhost:2113/streams/a/0' },
      ],
      content: { size: 0, mimeType: 'text/plain', text: '' },
      redirectURL: 'http://localhost:2113/streams/a/0',
      headersSize: -1,
      bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: 12.5, receive: 0 },
  })
})

test('bytes are base64, and a request without a response has the status 0', () => {
  const bytes = new Uint8Array([0xff, 0])
  const { log } = archiveOf([
    {
      ...exchange,
      requestBytes: bytes,
      outcome: { kind: 'answered', status: 200, statusText: 'OK', headers: [], body: '\ufffd\0', bytes },
      answeredBy: { fault: 'odd' },
    },
    { ...exchange, outcome: { kind: 'dropped' } },
  ])
  const [odd, dropped] = log.entries
  expect(odd!.request).toMatchObject({ bodySize: 2, postData: { text: '/wA=', comment: 'base64' } })
  expect(odd!.response.content).toEqual({ size: 2, mimeType: '', text: '/wA=', encoding: 'base64' })
  expect(odd!.comment).toBe('Answered by the fault rule "odd".')
  expect(dropped).toMatchObject({ comment: 'dropped', response: { status: 0, content: { size: 0 } } })
})
test('a gRPC call is archived with its headers, and without the frames of its messages', async () => {
  const store = createStore({ systemProjections: false, requestLog: 5 })
  const headers = new Map([
    ['content-type', 'application/grpc'],
    ['authorization', 'Basic eDp5'],
  ])
  const call = answerCalls(store[callParts]!)({
    path: '/event_store.client.streams.Streams/Append',
    origin: 'http://localhost:2113',
    header: (name) => headers.get(name),
    headers: () => [...headers],
    body: new Blob([new Uint8Array([0, 0, 0, 0, 2, 10, 0])]).stream() as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>,
    signal: new AbortController().signal,
  })
  while (!(await call.next()).done);
  const [entry, ...others] = archiveOf(store.requests.entries).log.entries
  expect(others).toEqual([])
  expect(entry!.request).toMatchObject({
    method: 'POST',
    url: 'http://localhost:2113/event_store.client.streams.Streams/Append',
    headers: [{ name: 'content-type', value: 'application/grpc' }],
    bodySize: 0,
  })
  expect(entry!.request.postData).toBeUndefined()
  expect(entry!.response).toMatchObject({ status: 200, content: { size: 0, mimeType: 'application/grpc', text: '' } })
  expect(entry!.response.headers).toContainEqual({ name: 'grpc-status', value: '16' })
  await store.close()
})
