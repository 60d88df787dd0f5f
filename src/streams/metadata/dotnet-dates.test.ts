import { expect, test } from 'vitest'
import { readJson } from '../../base/json/read.ts'
import { writeCompactJson } from '../../base/json/write.ts'
import { withDatesRespelled } from './dotnet-dates.ts'

const dates: [text: string, respelled: string][] = [
  ['2024-03-01T09:30:15Z', '2024-03-01T09:30:15Z'],
  ['2024-03-01T09:30:15.120Z', '2024-03-01T09:30:15.12Z'],
  ['2024-03-01T09:30:15.000Z', '2024-03-01T09:30:15Z'],
  ['2024-03-01T09:30:15.1234560z', '2024-03-01T09:30:15.123456Z'],
  ['2024-03-01T00:30:15+02:00', '2024-02-29T22:30:15+00:00'],
  ['2024-03-01T09:30:15-0230', '2024-03-01T12:00:15+00:00'],
  ['2024-03-01T24:00:00', '2024-03-02T00:00:00'],
  ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.9999999Z'],
  ['/Date(0)/', '1970-01-01T00:00:00Z'],
  ['/Date(-1)/', '1969-12-31T23:59:59.999Z'],
  ['/Date(1234+0100)/', '1970-01-01T00:00:01.234+00:00'],
]

test.each(dates)('%s is written as %s', (text, respelled) => {
  expect(withDatesRespelled(text)).toBe(respelled)
})

test.each([
  '2024-03-01',
  '2024-03-01 09:30:15Z',
  '2024-02-30T09:30:15Z',
  '2024-03-01T25:00:00.000Z',
  '2024-03-01T09:60:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:30:00-01:00',
  '2024-03-01T09:30:15.12345678Z',
])('%s is no date', (text) => {
  expect(withDatesRespelled(text)).toBe(text)
})

test('dates are found wherever they stand, but not in names', () => {
  const read = readJson('{"2024-03-01T09:30:15.000Z":[{"at":"2024-03-01T09:30:15.500Z"},1.0,null]}')
  expect(read.kind === 'value' && writeCompactJson(withDatesRespelled(read.value))).toBe(
    '{"2024-03-01T09:30:15.000Z":[{"at":"2024-03-01T09:30:15.5Z"},1.0,null]}',
  )
})
