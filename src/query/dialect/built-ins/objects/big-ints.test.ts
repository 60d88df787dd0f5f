import { expect, test } from 'vitest'
import { evaluate, valueOf } from '../sandbox.fixture.ts'

const values = [
  0n,
  1n,
  -1n,
  -2n,
  255n,
  -255n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 32n - 1n,
  2n ** 63n,
  -(2n ** 63n),
  2n ** 64n - 1n,
  -(2n ** 70n) - 5n,
]

test.each([0, 1, 8, 31, 32, 33, 63, 64, 65, 96, 128])('%i bits are those of any other engine', (bits) => {
  const script = `[${values.map((value) => `${value}n`).join()}].map((value) => BigInt.asUintN(${bits}, value)).join()`
  expect(valueOf(script)).toBe(values.map((value) => BigInt.asUintN(bits, value)).join())
})

test.each([
  ["BigInt.asUintN('8.9', -1n)", '255'],
  ['BigInt.asUintN(undefined, -1n)', '0'],
  ['BigInt.asUintN(64, true)', '1'],
  ["BigInt.asUintN(8, '300')", '44'],
  ['BigInt.asUintN.name + BigInt.asUintN.length', 'asUintN2'],
  ['BigInt.asIntN(64, -1n)', '-1'],
])('%s is %s', (script, text) => expect(valueOf(`String(${script})`)).toBe(text))

test.each([
  ['BigInt.asUintN(-1, 1n)', 'RangeError'],
  ['BigInt.asUintN(2 ** 53, 1n)', 'RangeError'],
  ['BigInt.asUintN(8, 1)', 'TypeError'],
  ['BigInt.asUintN(8n, 1n)', 'TypeError'],
])('%s is refused', (script, name) => expect(evaluate(script)).toMatchObject({ name }))
