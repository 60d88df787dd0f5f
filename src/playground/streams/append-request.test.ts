import { expect, test } from 'vitest'
import type { AppendDraft } from './append-request.ts'
import { appendRequest, faultsOf, jsonFault } from './append-request.ts'

const draft = (change: Partial<AppendDraft> = {}): AppendDraft => ({
  stream: 'cart-1',
  type: 'Added',
  data: '{ "n": 12345678901234567890 }',
  metadata: '',
  expectation: 'any',
  version: '',
  ...change,
})
const id = '00000000-0000-4000-8000-000000000001'

test('JSON is sent as it was written', () => {
  const { headers, body } = appendRequest(draft({ type: 'say "hi"', metadata: ' {"by":"kim"} ' }), id)
  expect(headers['Content-Type']).toBe('application/vnd.eventstore.events+json')
  expect(body).toBe(
    `[{ "eventId": "${id}", "eventType": "say \\"hi\\"", "data": { "n": 12345678901234567890 }, "metadata": {"by":"kim"} }]`,
  )
  expect(appendRequest(draft({ data: ' ' }), id).body).not.toContain('data')
})

test('every expected version has its number', () => {
  const version = (change: Partial<AppendDraft>) => appendRequest(draft(change), id).headers['ES-ExpectedVersion']
  expect(version({})).toBe('-2')
  expect(version({ expectation: 'no-stream' })).toBe('-1')
  expect(version({ expectation: 'stream-exists' })).toBe('-4')
  expect(version({ expectation: 'number', version: '7' })).toBe('7')
})

test('what is missing or malformed is said of its field, with the place', () => {
  expect(faultsOf(draft())).toEqual([])
  expect(faultsOf(draft({ stream: '', type: '', expectation: 'number', version: 'x' })).map(({ field }) => field)).toEqual([
    'stream',
    'type',
    'version',
  ])
  expect(faultsOf(draft({ data: '{\n  "a": 1,\n}', metadata: '[' }))).toEqual([
    {
      field: 'data',
      message: 'Line 3, column 1: There is a comma before this, but nothing follows it.',
      place: { line: 3, column: 1, at: 12 },
    },
    { field: 'metadata', message: 'Line 1, column 2: A value is missing.', place: { line: 1, column: 2, at: 1 } },
  ])
  expect(faultsOf(draft({ data: '5' }))).toEqual([{ field: 'data', message: 'Enter a JSON object, array or string.' }])
  expect(faultsOf(draft({ data: '"text"', metadata: '[1]' }))).toEqual([])
  expect(jsonFault('{}')).toBeUndefined()
})
