import { expect, test } from 'vitest'
import { pageText, readRequest } from './selected-events.ts'

const read = (body: unknown) => readRequest(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)))
const query = { streams: ['s'], allEvents: true }
const position = { $s: { s: -1 } }

test.each([
  [undefined, 10],
  [null, 10],
  ['', 10],
  [3, 3],
  [' 3 ', 3],
])('maxEvents %j is %d', (maxEvents, limit) => {
  expect(read({ query, position, maxEvents })).toMatchObject({ kind: 'request', request: { limit } })
})

test.each([['x'], [1.5], [true], [2 ** 31], ['2147483648'], [[]]])('maxEvents %j ends the reading of the body', (maxEvents) => {
  expect(read({ query, position, maxEvents })).toEqual({ kind: 'unusable' })
})

test.each<[string, unknown]>([
  ['no source', { query: {}, position }],
  ['no events', { query: { streams: ['s'] }, position }],
  ['two kinds of source', { query: { ...query, allStreams: true }, position }],
  ['a position of another kind', { query, position: { $c: 0, $p: -1 } }],
  ['an empty position', { query, position: {} }],
  ['no room for events', { query, position, maxEvents: 0 }],
  ['no query', { position }],
])('no handler answers a request with %s', (_what, body) => {
  expect(read(body)).toEqual({ kind: 'no-reply' })
})

test.each<[string, unknown]>([
  ['no object', '[]'],
  ['a query that is none', { query: 'text', position }],
  ['no position', { query }],
  ['a position that is no number', { query, position: { $s: { s: 'x' } } }],
])('a body with %s is unusable', (_what, body) => {
  expect(read(body)).toEqual({ kind: 'unusable' })
})

test.each([
  ['{"n":1}', true, { n: 1 }],
  ['[1]', true, '[1]'],
  ['"x"', true, '"x"'],
  ['5', true, '5'],
  ['null', true, undefined],
  ['not json', true, 'not json'],
  ['{"n":1}', false, '{"n":1}'],
  [null, false, undefined],
])('data %j, JSON %j, are printed as %j', (data, isJson, printed) => {
  const event = { stream: 's', number: 1, type: 't', data, metadata: null, linkMetadata: null, isJson, position: '{}' }
  const page = JSON.parse(pageText({ correlationId: 'c', position: '{}', events: [event] })) as { events: { data: unknown }[] }
  expect(page.events[0]!.data).toEqual(printed)
})
