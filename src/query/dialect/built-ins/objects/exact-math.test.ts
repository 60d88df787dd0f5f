import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exp, log, log10, pow } from './exact-math.ts'
import { outcomeOf, valueOf } from '../sandbox.fixture.ts'

describe('values that nearly exact libraries miss', () => {
  test.each([
    [pow(10, -5), 1e-5],
    [pow(10, -20), 1e-20],
    [pow(1.1, 4), 1.4641000000000004],
    [pow(1e6, 7), 1e42],
    [pow(2, 1.5), 2.8284271247461903],
    [pow(5, 1 / 3), 1.7099759466766968],
    [pow(-2, -3), -0.125],
    [pow(-8, 1 / 3), NaN],
    [pow(0, -1), Infinity],
    [pow(1, Infinity), NaN],
    [pow(2, 1024), Infinity],
    [log(3), 1.0986122886681098],
    [log(0), -Infinity],
    [exp(1), Math.E],
    [exp(0), 1],
    [log10(1000), 3],
    [log10(1.1), 0.04139268515822507],
  ])('%d is %d', (value, expected) => expect(value).toBe(expected))
})

test('whole powers of whole numbers are rounded from the exact one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 40 }), (base, exponent) => {
      expect(pow(base, exponent)).toBe(Number(BigInt(base) ** BigInt(exponent)))
    }),
  )
})

test('an exponential undoes a logarithm', () => {
  const usual = fc.double({ min: 1e-100, max: 1e100, noNaN: true })
  fc.assert(
    fc.property(usual, (value) => {
      expect(Math.abs(exp(log(value)) / value - 1)).toBeLessThan(1e-13)
    }),
  )
})

describe('in a query', () => {
  test.each([
    ['[10 ** -5, 2 ** 3 ** 2, (-2) ** 3, Math.pow("2", "3")]', [1e-5, 512, -8, 8]],
    ['[String(2n ** 3n), [2] ** 2, (1, 3) ** (1, 2)]', ['8', 4, 9]],
    ["[0.5, 1.5, 2.4, '-2.5', 0.49999999999999994, 4503599627370495.5].map(Math.round)", [1, 2, 2, -2, 0, 4503599627370496]],
    ['[4503599627370497, 4503599627370498, 9007199254740994].map(Math.round)', [4503599627370497, 4503599627370499, 9007199254740996]],
    ['var f = () => ({ x: 3 }); var x = f().x ** 2; x', 9],
    ['var f = () => ({ x: 3 }); f().x ** 2', 9],
  ])('%s', async (source, value) => expect(await outcomeOf(source)).toEqual({ value }))

  test.each([
    ['Math.log2(3)', 1.5849625007211563],
    ['Math.log1p(1e-10)', 1.000000082690371e-10],
    ['Math.expm1(1e-5)', 1.0000050000069649e-5],
    ['Math.asinh(1)', 0.8813735870195429],
    ['Math.cbrt(-0.001)', -0.10000000000000002],
    ['Math.hypot(3, 4)', 5],
    ['Math.pow.name + Math.pow.length + Math.exp.name + Math.hypot.length', 'pow2exp2'],
  ])('%s', (script, value) => expect(valueOf(script)).toBe(value))
})

test('roots of the smallest numbers are numbers', () => {
  expect(valueOf('[Math.cbrt(1e-310), Math.cbrt(-1e-310)]')).toEqual([4.6415888336128355e-104, -4.6415888336128355e-104])
})
