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

describe('sorting with boolean comparators', () => {
  test.each([
    ['[3,1,2].sort((a, b) => a > b)', [1, 2, 3]],
    ['[2,1].sort((a, b) => a > b)', [1, 2]],
    ['[5,2,8,1].sort((a, b) => a < b)', [5, 2, 8, 1]],
    ['[5,2,8,1].toSorted((a, b) => a < b)', [5, 2, 8, 1]],
    ['var a = [3,undefined,1]; a.sort((a, b) => a > b)', [1, 3, null]],
    ['var a = [2,1]; a.toSorted((a, b) => a > b); a', [2, 1]],
  ])('%s', (script, value) => expect(valueOf(script)).toEqual(value))

  test('leaves holes at the end', () => {
    expect(valueOf('var a = [2,,1]; a.sort((a, b) => a > b); [a[0], a[1], 2 in a, a.length]')).toEqual([1, 2, false, 3])
  })

  test('longer arrays go through the same steps as on the server', () => {
    const items = Array.from({ length: 40 }, (_, i) => (i * 7) % 40)
    const sorted = valueOf(`${JSON.stringify(items)}.sort((a, b) => a > b)`) as number[]
    expect(sorted).toHaveLength(40)
    expect(new Set(sorted)).toEqual(new Set(items))
  })
})

describe('sorting with numbers is unchanged', () => {
  test.each([
    ['[10,9,1].sort()', [1, 10, 9]],
    ['[3,1,2].sort((a, b) => a - b)', [1, 2, 3]],
    ['[3,1,2].sort(undefined)', [1, 2, 3]],
    ["['b1','a1','b2','a2'].sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0))", ['a1', 'a2', 'b1', 'b2']],
  ])('%s', (script, value) => expect(valueOf(script)).toEqual(value))
})

describe('comparators are asked what and when the server asks them', () => {
  test.each([
    ['[5,1,4,2,3].sort(() => 1)', [5, 1, 4, 2, 3]],
    ['[5,1,4,2,3].sort(() => -1)', [3, 2, 4, 1, 5]],
    ["['a2','b1','a1','b2'].sort((a, b) => (a[0] > b[0] ? 1 : -1))", ['a1', 'a2', 'b2', 'b1']],
    ["['b1','b2','a1','a2'].sort((a, b) => (a[0] < b[0] ? -1 : 1))", ['a1', 'a2', 'b1', 'b2']],
    [
      'var asked = []; [3,1,2,0].sort((a, b) => (asked.push([a, b]), a - b)); asked',
      [
        [1, 3],
        [2, 3],
        [2, 1],
        [0, 3],
        [0, 2],
        [0, 1],
      ],
    ],
    ['var a = [3,,1]; a.sort((x, y) => x - y); [a[0], a[1], 2 in a]', [1, 3, false]],
    ['[3,,1].toSorted((x, y) => x - y)', [1, 3, null]],
    ['Array.from(new Int8Array([3,1,2,5,4]).sort(() => 1))', [3, 1, 2, 5, 4]],
    ['Array.from(new Int8Array([3,1,2]).toSorted((a, b) => b - a))', [3, 2, 1]],
  ])('%s', (script, value) => expect(valueOf(script)).toEqual(value))

  test('a frozen array is refused', () => {
    expect(evaluate('Object.freeze([2, 1]).sort((a, b) => a - b)')).toMatchObject({ name: 'TypeError', message: '' })
  })

  test('one that contradicts itself ends the query', () => {
    expect(evaluate('Array.from({ length: 17 }, (_, i) => i).sort(() => -1)')).toMatchObject({ name: 'HostError' })
  })
})

test.each(['[1].sort(1)', '[1].sort(null)', '[1].toSorted({})'])('%s is refused', (script) => {
  expect(evaluate(script)).toMatchObject({ name: 'TypeError', message: 'The comparison function must be either a function or undefined' })
})
