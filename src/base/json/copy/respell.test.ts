import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isErrorNamed } from '../../platform/realms.ts'
import { Utf8Text } from './utf8-text.ts'
import { readJson } from '../read.ts'
import { Respeller } from './respell.ts'
import { Scanner } from '../scan.ts'
import { isContainer } from '../value.ts'
import { writeJson } from '../write.ts'

const levels = 64

/** @param step characters to copy at a time. @returns undefined if the text is no object or list. */
function respelled(text: string, step = Number.POSITIVE_INFINITY, mostBytes = Number.POSITIVE_INFINITY): string | number | undefined {
  const copied = copiedFrom(new Scanner(text), step, mostBytes)
  if (!text.isWellFormed()) return copied
  const scanner = new Scanner()
  scanner.begin(new TextEncoder().encode(text))
  expect(copiedFrom(scanner, step, mostBytes)).toBe(copied)
  return copied
}

function copiedFrom(scanner: Scanner, step: number, mostBytes: number): string | number | undefined {
  const output = new Utf8Text()
  const respeller = new Respeller(scanner, output, { levels, mostBytes })
  try {
    scanner.skipBlanksAndComments()
    if (!scanner.sees(0x7b) && !scanner.sees(0x5b)) return undefined
    respeller.begin()
    for (;;) {
      const before = scanner.at
      if (respeller.run(scanner.at + step)) break
      if (scanner.at === before && scanner.atEnd()) return undefined
    }
    scanner.skipBlanksAndComments()
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) return undefined
    throw error
  }
  if (!scanner.atEnd()) return undefined
  const { length } = output
  const { size } = respeller
  const copied = output.take()
  expect(copied.length).toBe(length)
  return size > mostBytes ? size : copied
}

/** What the two other ways of the library make of it. */
function printed(text: string): string | undefined {
  const read = readJson(text, levels)
  return read.kind === 'value' && isContainer(read.value) ? writeJson(read.value) : undefined
}

test.each([
  [
    'a compact text',
    '{"a":1,"b":[true,null,"x"],"c":{},"d":[]}',
    '{\n  "a": 1,\n  "b": [\n    true,\n    null,\n    "x"\n  ],\n  "c": {},\n  "d": []\n}',
  ],
  ['other blanks', '{ "a" :\t[ 1 ,\r\n2 ] }', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
  ['no quotes and other ones', `{a:'x"\\'',$é:1}`, '{\n  "a": "x\\"\'",\n  "$é": 1\n}'],
  ['comments', '[/*x*/1//y\n,2/**/]', '[\n  1,\n  2\n]'],
  ['commas too many', '[,1,,2,]', '[\n  undefined,\n  1,\n  undefined,\n  2\n]'],
  ['a repeated name, where it stands last', '{"a":1,"b":2,"a":3}', '{\n  "b": 2,\n  "a": 3\n}'],
  ['a name of two spellings', '{"a":1,"\\u0061":[2]}', '{\n  "a": [\n    2\n  ]\n}'],
  [
    'numbers',
    '[1.50,1.0,-0,-0.0,0x1F,017,1e2,.5,1e400,0.00001]',
    '[\n  1.5,\n  1.0,\n  0,\n  -0.0,\n  31,\n  15,\n  100.0,\n  0.5,\n  "Infinity",\n  1E-05\n]',
  ],
  ['words', '[NaN,-Infinity,undefined,new Date(0)]', '[\n  "NaN",\n  "-Infinity",\n  undefined,\n  "1970-01-01T00:00:00Z"\n]'],
  ['escapes', '["\\/\\u00e9\\ud83d\\ude00\\ud800","\\u2028\\u0001"]', '[\n  "/é😀\ufffd",\n  "\\u2028\\u0001"\n]'],
  ['characters as they are', '["é€😀\u0085\u2028\n\u007f"]', '[\n  "é€😀\\u0085\\u2028\\n\u007f"\n]'],
])('copies %s', (_, text, expected) => {
  expect(respelled(text)).toBe(expected)
  expect(printed(text)).toBe(expected)
})

test.each(['{"a"}', '{"a":}', '[1 2]', '[1}', '{"a":1,,}', '["a', '["\\x"]', '[1abc]', '[nullx]', '[', '{', '[}', '{"a":1]', '[09]'])(
  'refuses %j',
  (text) => {
    expect(respelled(text)).toBeUndefined()
    expect(printed(text)).toBeUndefined()
  },
)

it('takes 64 levels, and no more', () => {
  const nested = (count: number): string => '[{"a":'.repeat(count / 2) + '1' + '}]'.repeat(count / 2)
  expect(respelled(nested(64))).toBe(printed(nested(64)))
  expect(respelled(nested(66))).toBeUndefined()
})

it('finds repeated names in objects of many members, however deep', () => {
  const many = Array.from({ length: 300 }, (_, index) => `"n${index % 250}":{"x":${index},"y":0,"x":"ü"}`).join(',')
  const text = `{"a":[{${many}},{${many}}],"b":1,"a":{${many}}}`
  expect(respelled(text)).toBe(printed(text))
  expect(respelled(text, 7)).toBe(printed(text))
})

describe('a copy beyond the limit', () => {
  const text = `[${'"0123456789",'.repeat(40_000)}]`
  it('is dropped, and measured', () => expect(respelled(text, 1000, 200_000)).toBe(printed(text)!.length))
  it('is kept below it', () => expect(respelled(text, 1000, 2_000_000)).toBe(printed(text)))
})

const blanks = fc.constantFrom('', '', '', ' ', '\n  ', '\t', '/**/', '//x\n', '\u00a0')
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string().map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text.toWellFormed())) },
  fc
    .string({ unit: fc.constantFrom('a', '"', "'", '\\\\', '\\u00e9', '\\ud83d', '\\ude00', '\n', 'ö', '\u2028', '\\/', '\\') })
    .map((text) => `'${text.replaceAll("'", '')}'`),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map((number) => JSON.stringify(number)),
  fc.tuple(fc.integer(), fc.nat(1000)).map(([whole, part]) => `${whole}.${part}`),
  fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', 'e', 'x'), minLength: 1, maxLength: 20 }),
  fc.constantFrom('true', 'false', 'null', 'undefined', 'NaN', 'Infinity', '-Infinity', 'new Date(5)', '', 'tru', 'nul'),
)
const name = fc.oneof(
  fc.constantFrom('"a"', '"b"', 'a', "'a'", '"\\u0061"', '"eventId"'),
  fc.string().map((text) => JSON.stringify(text)),
)

const document = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, { weight: 3, arbitrary: piece }, tie('list'), tie('object')),
  list: fc.array(fc.tuple(blanks, tie('value'), blanks).map((parts) => parts.join(''))).map((items) => `[${items.join(',')}]`),
  object: fc
    .array(
      fc.tuple(blanks, name, fc.constantFrom('', ' '), fc.constant(':'), blanks, tie('value'), blanks).map((parts) => parts.join('')),
      { maxLength: 25 },
    )
    .map((members) => `{${members.join(',')}}`),
}))

test.each(['[\t]', '[ \t ]', '[1,\t]', '[\u00a0]', '[\t1\t,\t2\t]', '{\t}', '{"a":\t[\t]\t}'])(
  'takes other blanks as the reader does: %j',
  (text) => {
    for (const step of [1, 2, 3, 40]) expect(respelled(text, step)).toBe(printed(text))
  },
)

test('means what reading and printing mean, whatever the text and the steps', () => {
  fc.assert(
    fc.property(fc.oneof(document.list, document.object), fc.integer({ min: 1, max: 40 }), (text, step) => {
      const expected = printed(text)
      expect(respelled(text)).toBe(expected)
      expect(respelled(text, step)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('answers to any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[],:"\'\\/*-+.0123eExXnu tf\nö')) }), (text) => {
      expect(respelled(`[${text}`)).toBe(printed(`[${text}`))
      expect(respelled(`{${text}`)).toBe(printed(`{${text}`))
    }),
    { numRuns: 2000 },
  )
})
