import { describe, expect, test } from 'vitest'
import { evaluate, valueOf } from '../sandbox.fixture.ts'

describe('Array.from', () => {
  test.each([
    ["Array.from('a😀').length", 3],
    ["Array.from('ab', (c, i) => c + i).join()", 'a0,b1'],
    ['Array.from(new Set([1, 2])).length', 2],
    ['Array.from({ length: 2 }, (_, i) => i).join()', '0,1'],
    ["class L extends Array {}; L.from('ab') instanceof L", true],
    ['Array.from([1], function () { return this.k }, { k: 7 })[0]', 7],
  ])('%s', (script, value) => expect(valueOf(script)).toBe(value))
})

describe('sorting', () => {
  test.each([
    ['[10,9,1].sort()', [1, 10, 9]],
    ['[3,1,2].sort((a, b) => a - b)', [1, 2, 3]],
    ['[3,1,2].sort(undefined)', [1, 2, 3]],
    ["['b1','a1','b2','a2'].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0))", ['a1', 'a2', 'b1', 'b2']],
  ])('%s', (script, value) => expect(valueOf(script)).toEqual(value))
})

test.each(['[1].sort(1)', '[1].sort(null)', '[1].toSorted({})'])('%s is refused', (script) => {
  expect(evaluate(script)).toMatchObject({ name: 'TypeError', message: 'The comparison function must be either a function or undefined' })
})
