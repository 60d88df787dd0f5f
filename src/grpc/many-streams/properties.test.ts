import { expect, it, test } from 'vitest'
import type { Properties } from './properties.ts'
import { printProperties, textProperty } from './properties.ts'

type Value = Properties[string]
const number = (value: number) => ({ kind: { case: 'numberValue', value } }) as Value
const list = (...values: Value[]) => ({ kind: { case: 'listValue', value: { values } } }) as Value
const struct = (fields: Properties) => ({ kind: { case: 'structValue', value: { fields } } }) as Value
const nothing = { kind: { case: 'nullValue', value: 0 } } as Value
const kindless = { kind: { case: undefined } } as Value

it('prints properties with blanks, in their order', () => {
  const on = { kind: { case: 'boolValue', value: true } } as Value
  const properties = { b: textProperty('x'), a: list(number(1), nothing, on), none: list(), deep: struct({ c: struct({}) }) }
  expect(printProperties(properties)).toBe('{ "b": "x", "a": [ 1, null, true ], "none": [ ], "deep": { "c": { } } }')
})

test.each([
  [42, '42'],
  [-0, '-0'],
  [2.5, '2.5'],
  [1e14, '100000000000000'],
  [1e15, '1E+15'],
  [1.25e21, '1.25E+21'],
  [0.0001, '0.0001'],
  [0.000_01, '1E-05'],
  [Number.NaN, '"NaN"'],
  [-Infinity, '"-Infinity"'],
])('prints the number %s as %s', (value, text) => expect(printProperties({ n: number(value) })).toBe(`{ "n": ${text} }`))

it('escapes signs of HTML and characters that do not show', () => {
  const text = printProperties({ '<': textProperty('a"b\\c\n\u0001\u007f\u2028\ufeffé&') })
  expect(text).toBe('{ "\\u003c": "a\\"b\\\\c\\n\\u0001\\u007f\\u2028\\ufeffé&" }')
})

test.each<readonly [string, Properties]>([
  ['no name', { '': number(1) }],
  ['no value', { a: kindless }],
  ['no value deep inside', { a: list(struct({ b: kindless })) }],
])('prints no property with %s', (_, properties) => expect(printProperties(properties)).toBeUndefined())
