import { expect, test } from 'vitest'
import type { AppendDraft } from './append-request.ts'
import { appendRequest, faultsOf } from './append-request.ts'

const id = '00000000-0000-4000-8000-000000000001'
const event = { id, type: 'Added', data: '{ "n": 12345678901234567890 }', metadata: '' }
const draft = ({ events = [event], ...change }: Partial<AppendDraft> = {}): AppendDraft => ({
  stream: 'cart-1',
  events,
  expectation: 'any',
  version: '',
  ...change,
})

test('JSON is sent as it was written, and events together', () => {
  const { headers, body } = appendRequest(draft({ events: [{ ...event, type: 'say "hi"', metadata: ' {"by":"kim"} ' }] }), '26.1')
  expect(headers['Content-Type']).toBe('application/vnd.kurrent.events+json')
  expect(body).toBe(
    `[{ "eventId": "${id}", "eventType": "say \\"hi\\"", "data": { "n": 12345678901234567890 }, "metadata": {"by":"kim"} }]`,
  )
  expect(appendRequest(draft({ events: [{ ...event, data: ' ' }] }), '26.1').body).not.toContain('data')
  expect(JSON.parse(appendRequest(draft({ events: [event, { ...event, id: 'other' }] }), '26.1').body)).toMatchObject([
    { eventId: id },
    { eventId: 'other' },
  ])
})

test('every expected version has its number', () => {
  const version = (change: Partial<AppendDraft>) => appendRequest(draft(change), '26.1').headers['Kurrent-ExpectedVersion']
  expect(version({})).toBe('-2')
  expect(version({ expectation: 'no-stream' })).toBe('-1')
  expect(version({ expectation: 'stream-exists' })).toBe('-4')
  expect(version({ expectation: 'number', version: '7' })).toBe('7')
})

test('a missing or malformed value is reported at its field, with the place', () => {
  expect(faultsOf(draft())).toEqual([])
  const bad = draft({ stream: '', events: [{ ...event, type: '' }], expectation: 'number', version: 'x' })
  expect(faultsOf(bad).map(({ field }) => field)).toEqual(['stream', 'type-0', 'version'])
  expect(faultsOf(draft({ events: [event, { ...event, data: '{\n  "a": 1,\n}', metadata: '[' }] }))).toEqual([
    {
      field: 'data-1',
      message: 'Line 3, column 1: Remove the comma before this: nothing follows it.',
      place: { line: 3, column: 1, at: 12 },
    },
    { field: 'metadata-1', message: 'Line 1, column 2: Expected a value.', place: { line: 1, column: 2, at: 1 } },
  ])
  expect(faultsOf(draft({ events: [{ ...event, data: '5' }] }))).toEqual([
    { field: 'data-0', message: 'Enter a JSON object, array or string.' },
  ])
  expect(faultsOf(draft({ events: [{ ...event, data: '"text"', metadata: '[1]' }] }))).toEqual([])
})
