import { describe, expect, test } from 'vitest'
import { agrees, likeness, nearest, shapedLike, wordLikeness } from './likeness.ts'

const order = { type: 'OrderPlaced', data: { total: 12, lines: [{ sku: 'a' }, { sku: 'b' }] } }

describe('agrees', () => {
  test('accepts more members than expected, unless it is exact', () => {
    expect(agrees(order, { data: { total: 12 } }, false)).toBe(true)
    expect(agrees(order, { data: { total: 12 } }, true)).toBe(false)
    expect(agrees(order, structuredClone(order), true)).toBe(true)
  })

  test.each([
    ['another value', { data: { total: 13 } }],
    ['a shorter list', { data: { lines: [{ sku: 'a' }] } }],
    ['a list in place of an object', { data: [] }],
    ['a member that is missing', { id: 'x' }],
    ['null', { data: null }],
  ])('refuses %s', (_what, expected) => {
    expect(agrees(order, expected, false)).toBe(false)
  })

  test('asks asymmetric matchers, wherever they stand', () => {
    expect(agrees(order, { data: { total: expect.any(Number), lines: expect.arrayContaining([{ sku: 'b' }]) } }, false)).toBe(true)
    expect(agrees(order, { type: expect.stringMatching(/^Cart/) }, false)).toBe(false)
  })

  test('a member that is expected to be undefined may be missing, also where it is exact', () => {
    expect(agrees({ type: 'A' }, { type: 'A', metadata: undefined }, true)).toBe(true)
  })
})

test('the nearest candidate has most in common with the expected value', () => {
  const candidates = [{ type: 'OrderPaid', data: { total: 12 } }, { type: 'OrderPlaced', data: { total: 11, tip: 1 } }, { type: 'X' }]
  const expected = { type: 'OrderPlaced', data: { total: 12, tip: 1 } }
  expect(nearest(candidates, (candidate) => likeness(candidate, expected))).toBe(candidates[1])
  expect(nearest([], () => 1)).toBeUndefined()
})

test('words are alike by the letters that they share', () => {
  expect(wordLikeness('order-1', 'order-1')).toBe(1)
  expect(wordLikeness('order-1', 'order-2')).toBeCloseTo(6 / 7)
  expect(wordLikeness('', '')).toBe(1)
  expect(wordLikeness('abc', '')).toBe(0)
})

test('a diff shows the expected members, and matchers only where they fail', () => {
  const number = expect.any(Number) as unknown
  expect(shapedLike(order, { data: { total: number } }, false)).toEqual({ data: { total: number } })
  const text = expect.any(String) as unknown
  expect((shapedLike(order, { data: { total: text } }, false) as typeof order).data.total).toBe(12)
  expect(shapedLike(order, { data: { lines: [{}] } }, false)).toEqual({ data: { lines: [{}, { sku: 'b' }] } })
  expect(shapedLike({ a: 1, b: 2 }, { a: 1 }, true)).toEqual({ a: 1, b: 2 })
})

test('long texts are compared by their beginnings, in little time', () => {
  const [one, other] = ['x'.repeat(200_000), `y${'x'.repeat(200_000)}`]
  const started = performance.now()
  expect(wordLikeness(one, other)).toBeGreaterThan(0.9)
  expect(performance.now() - started).toBeLessThan(1000)
})
