import { expect, test } from 'vitest'
import { evaluate, valueOf } from '../sandbox.fixture.ts'

test.each([
  ['(0.5).toFixed(0)', '0'],
  ['(1.5).toFixed(0)', '2'],
  ['(2.5).toFixed(0)', '2'],
  ['(-0.5).toFixed(0)', '-0'],
  ['(-2.5).toFixed(0)', '-2'],
  ['(0.125).toFixed(2)', '0.12'],
  ['(0.375).toFixed(2)', '0.38'],
  ['(1.005).toFixed(2)', '1.00'],
  ['(1234.5678).toFixed(2)', '1234.57'],
  ['(0).toFixed(2)', '0.00'],
  ['(1e21).toFixed(2)', '1e+21'],
  ['(5).toFixed()', '5'],
  ['(NaN).toFixed(2)', 'NaN'],
  ['(0.000001).toFixed(7)', '0.0000010'],
  ['String(5e-324)', '0'],
  ['(-1e-310).toString()', '0'],
  ['[2 ** -1022].map(String)[0]', '2.2250738585072014e-308'],
  ['(255).toString(16)', 'ff'],
  ['String(Symbol("q"))', 'Symbol(q)'],
  ['String()', ''],
  ['typeof new String("a") + String.fromCharCode(65) + (new String("a") instanceof String)', 'objectAtrue'],
  ['(1234.5).toLocaleString()', '1,234.50'],
  ['(0).toLocaleString()', '0'],
  ['(-1234567.125).toLocaleString()', '-1,234,567.12'],
  ['(12).toLocaleString("de")', '12.00'],
  ['(NaN).toLocaleString()', 'NaN'],
  ['(-Infinity).toLocaleString()', '-Infinity'],
  ['(1e21).toLocaleString()', '1,000,000,000,000,000,000,000.00'],
])('%s is %s', (script, text) => expect(valueOf(script)).toBe(text))

test.each(['(1).toFixed(101)', '(1).toFixed(-1)'])('%s is out of range', (script) => {
  expect(evaluate(script)).toMatchObject({ name: 'RangeError', message: 'fractionDigits argument must be between 0 and 100' })
})

test('toFixed wants a number', () => {
  expect(evaluate("Number.prototype.toFixed.call('a')")).toMatchObject({ name: 'TypeError' })
})
