import { describe, expect, it, test } from 'vitest'
import type { JsonDocument } from './value.ts'
import { Double } from './value.ts'
import { writeCompactJson, writeDouble, writeJson } from './write.ts'

describe('writeJson', () => {
  it('indents by two blanks and leaves empty lists and objects closed', () => {
    expect(writeJson({ a: 1, b: [1n, { c: [] }], d: {}, e: null })).toBe(
      '{\n  "a": 1,\n  "b": [\n    1,\n    {\n      "c": []\n    }\n  ],\n  "d": {},\n  "e": null\n}',
    )
  })

  it('prints parsed and plain objects alike', () => {
    expect(writeCompactJson(new Map([['a', new Map([['b', true]])]]))).toBe(writeCompactJson({ a: { b: true } }))
  })

  test.each([
    ['quotes and backslashes', '"\\', '"\\"\\\\"'],
    ['control characters', '\b\f\n\r\t\u0000\u001f', '"\\b\\f\\n\\r\\t\\u0000\\u001f"'],
    ['line separators', '\u0085\u2028\u2029', '"\\u0085\\u2028\\u2029"'],
    ['unpaired surrogates', '\ud800x', '"\ufffdx"'],
    ['everything else as it is', `/<&'\u007f\u00a0é\ufeff😀`, `"/<&'\u007f\u00a0é\ufeff😀"`],
  ])('spells %s', (_, text, expected) => {
    expect(writeJson(text)).toBe(expected)
  })
})

test.each([
  ['plain values', { a: [true, null, 1, -0.5, 'x'], b: { '2': '', '1': [] } }],
  ['line separators among plain values', { a: ['\u0085\u2028\u2029'] }],
  ['half a pair among plain values', { a: [{ b: '\ud800' }, '\udfffx'] }],
  ['what looks like the escape of half a pair', { a: String.raw`\ud800` }],
  ['whole pairs among plain values', { 'a😀': ['😀\u2028'] }],
  ['a number that is none', { a: [Number.NaN] }],
])('prints %s as one by one', (_, value) => {
  // A map is printed member by member.
  const members = new Map(Object.entries(value)) as unknown as JsonDocument
  expect(writeJson(value as JsonDocument)).toBe(writeJson(members))
})

describe('writeDouble', () => {
  test.each([
    [1, '1.0'],
    [100, '100.0'],
    [1.5, '1.5'],
    [-0, '-0.0'],
    [0, '0.0'],
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [0.00001, '1E-05'],
    [1e16, '10000000000000000.0'],
    [12345678901234568, '12345678901234568.0'],
    [1e17, '1E+17'],
    [1.5e300, '1.5E+300'],
    [5e-324, '5E-324'],
    [-1.25e-7, '-1.25E-07'],
    [123456.789, '123456.789'],
    [Number.POSITIVE_INFINITY, '"Infinity"'],
    [Number.NEGATIVE_INFINITY, '"-Infinity"'],
    [Number.NaN, '"NaN"'],
  ])('%d', (number, expected) => {
    expect(writeDouble(number)).toBe(expected)
    expect(writeCompactJson(new Double(number))).toBe(expected)
  })
})
