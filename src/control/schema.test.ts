import { describe, expect, test } from 'vitest'
import type { Schema } from './schema.ts'
import { array, boolean, integer, object, open, problemsIn, string } from './schema.ts'

const order = object({ id: integer(), 'note?': string(), lines: array(object({ name: { type: 'string', minLength: 1 } })) })

describe('a value and its schema', () => {
  test.each<[string, Schema, unknown]>([
    ['an object without what may be missing', order, { id: 1, lines: [] }],
    ['an object of any members', open('any'), { a: [1] }],
    ['one of several', { type: 'string', enum: ['a', 'b'] }, 'b'],
    ['either form', { anyOf: [string(), integer()] }, 3],
    ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, 'abc'],
    ['a time', { type: 'string', format: 'date-time' }, '2028-02-29T09:00:00.123+02:00'],
    ['a day', { type: 'string', format: 'date-time' }, '2026-01-01'],
    ['members of one kind', { type: 'object', additionalProperties: boolean() }, { a: true }],
  ])('%s fits', (_what, schema, value) => expect(problemsIn(schema, value)).toEqual([]))

  test.each<[string, Schema, unknown, string, string]>([
    ['a missing member', order, { lines: [] }, 'id', 'is missing'],
    ['an unknown member', order, { id: 1, lines: [], line: [] }, 'line', 'is not known here; known are id, note, lines'],
    ['a wrong member inside', order, { id: 1, lines: [{ name: '' }] }, 'lines[0].name', 'expected a text that is not empty, found ""'],
    ['a number out of range', { type: 'integer', minimum: 1, maximum: 5 }, 6, '', 'expected a whole number from 1 to 5, found 6'],
    ['a part of a number', integer(), 1.5, '', 'expected a whole number, found 1.5'],
    ['no flag', boolean(), 'true', '', 'expected true or false, found "true"'],
    ['a text beside the pattern', { type: 'string', pattern: '^[a-z]+$' }, 'A', '', 'expected a text that fits ^[a-z]+$, found "A"'],
    [
      'a pattern with its rule',
      { type: 'string', pattern: '^[a-z]+$', description: 'Small letters. Default: none.' },
      'A',
      '',
      'expected a text that fits ^[a-z]+$ (small letters), found "A"',
    ],
    [
      'a year that no server shows',
      { type: 'string', format: 'date-time' },
      '+012026-01-01T00:00:00Z',
      '',
      'expected a time like 2026-01-01T09:00:00Z, from the year 1 to the year 9999, found "+012026-01-01T00:00:00Z"',
    ],
    ['none of several', { type: 'integer', enum: [1, 2] }, 3, '', 'expected one of 1, 2, found 3'],
    ['no object', open('any'), [], '', 'expected an object, found a list'],
    ...['2026-02-29T00:00:00Z', '2026-01-01T09:00:00', '1 Jan 2026', '2026-01-01T25:00:00Z', 5].map(
      (time): [string, Schema, unknown, string, string] => [
        `no time, ${time},`,
        { type: 'string', format: 'date-time' },
        time,
        '',
        `expected a time like 2026-01-01T09:00:00Z, from the year 1 to the year 9999, found ${JSON.stringify(time)}`,
      ],
    ),
  ])('%s is named', (_what, schema, value, path, message) => expect(problemsIn(schema, value)).toEqual([{ path, message }]))
})
