import { expect, test } from 'vitest'
import { countTasks } from '../../base/time/tasks.fixture.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
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
])('maxEvents %j is %d', async (maxEvents, limit) => {
  expect(await read({ query, position, maxEvents })).toMatchObject({ kind: 'request', request: { limit } })
})

test.each([['x'], [1.5], [true], [2 ** 31], ['2147483648'], [[]]])('maxEvents %j ends the reading of the body', async (maxEvents) => {
  expect(await read({ query, position, maxEvents })).toEqual({ kind: 'unusable' })
})

test.each<[string, unknown]>([
  ['no source', { query: {}, position }],
  ['no events', { query: { streams: ['s'] }, position }],
  ['two kinds of source', { query: { ...query, allStreams: true }, position }],
  ['a position of another kind', { query, position: { $c: 0, $p: -1 } }],
  ['an empty position', { query, position: {} }],
  ['no room for events', { query, position, maxEvents: 0 }],
  ['no query', { position }],
  ['an empty query', { query: '', position }],
  ['streams that are partitions', { query: { ...query, byStreams: true }, position }],
  ['deletions outside of partitions', { query: { ...query, options: { handlesDeletedNotifications: true } }, position }],
  ['one stream to reorder', { query: { ...query, options: { reorderEvents: true, processingLag: 100 } }, position }],
  [
    'too little time to reorder',
    { query: { ...query, streams: ['s', 't'], options: { reorderEvents: true } }, position: { $s: { s: 0, t: 0 } } },
  ],
])('no handler answers a request with %s', async (_what, body) => {
  expect(await read(body)).toEqual({ kind: 'no-reply' })
})

test.each<[string, unknown]>([
  ['no object', '[]'],
  ['a query that is none', { query: 'text', position }],
  ['no position', { query }],
  ['a position that is no number', { query, position: { $s: { s: 'x' } } }],
  ['a word for streams', { query: { ...query, streams: 's' }, position }],
  ['a list among streams', { query: { ...query, streams: ['s', []] }, position }],
  ['a word for a flag', { query: { ...query, allEvents: 'x' }, position }],
  ['a word for a flag that does not matter', { query: { ...query, byCustomPartitions: 'x' }, position }],
  ['a flag without a value', `{"query":{"streams":["s"],"allEvents":undefined},"position":{"$s":{"s":-1}}}`],
  ['a word for options', { query: { ...query, options: 'x' }, position }],
  ['a word for an option', { query: { ...query, options: { $includeLinks: 'x' } }, position }],
  ['a fraction for a number', { query: { ...query, options: { processingLag: 1.5 } }, position }],
])('a body with %s is unusable', async (_what, body) => {
  expect(await read(body)).toEqual({ kind: 'unusable' })
})

test.each<[given: object, read: object]>([
  [{ allEvents: 'True', streams: ['s'] }, { allEvents: true }],
  [{ allEvents: 1, streams: ['s'] }, { allEvents: true }],
  [
    { ALLEVENTS: true, Streams: ['s'] },
    { allEvents: true, streams: ['s'] },
  ],
  [{ allEvents: true, streams: ['s', null, 's'] }, { streams: ['s', 's'] }],
  [
    { allEvents: '', events: ['a', 1, 1.5, true], streams: ['s'] },
    { allEvents: false, events: ['a', '1', '1.5', 'true'] },
  ],
  [
    { ...query, categories: '', byStreams: null, options: '' },
    { categories: [], byStreams: false },
  ],
  [{ ...query, options: { $includeLinks: 'true', processingLag: '60' } }, { options: { includeLinks: true, processingLag: 60 } }],
  [
    { ...query, options: { includeLinks: 'x' }, byStream: true },
    { byStreams: false, options: { includeLinks: false } },
  ],
])('the query %j selects %j', async (given, sources) => {
  expect(await read({ query: given, position })).toMatchObject({ kind: 'request', request: { sources } })
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

test('others run while a long body is read, and a position of too many streams is left without an answer', async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name ${n}`, n]))
  const bytes = (body: object) => new TextEncoder().encode(JSON.stringify(body))
  const options = { ...many, $includeLinks: true }
  const body = bytes({ ...many, query: { ...query, ...many, options }, position })
  const { result, tasks } = await countTasks(() => readRequest(body, createTimeSlice(0)))
  expect(result).toMatchObject({ kind: 'request', request: { sources: { streams: ['s'], options: { includeLinks: true } } } })
  expect(tasks).toBeGreaterThan(100)
  expect(await read({ query, position: { $s: many } })).toEqual({ kind: 'no-reply' })
})
