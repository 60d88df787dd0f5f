import { expect, test } from 'vitest'
import { readNumber } from './number.ts'
import { Double } from './value.ts'

test.each([
  ['0', 0n],
  ['-0', 0n],
  ['12345678901234567890123', 12345678901234567890123n],
  ['-017', -17n],
  ['017', 15n],
  ['00', 0n],
  ['0x1F', 31n],
  ['0XffffFFFFffffFFFF', -1n],
  ['1.0', new Double(1)],
  ['5.', new Double(5)],
  ['.5', new Double(0.5)],
  ['-.5', new Double(-0.5)],
  ['0e1', new Double(0)],
  ['1E+2', new Double(100)],
  ['1e400', new Double(Number.POSITIVE_INFINITY)],
])('%s is a number', (spelled, expected) => {
  expect(readNumber(spelled)).toEqual(expected)
})

test.each(['', '-', '.', '+1', '09', '01.5', '1e', '1.2.3', '0x', '0x10000000000000000', '-0x1F', '1p2'])('%s is none', (spelled) => {
  expect(readNumber(spelled)).toBeUndefined()
})

test('long digits that end wrong are read in one stride', () => {
  expect(readNumber(`${'1'.repeat(200_000)}a`)).toBeUndefined()
})
