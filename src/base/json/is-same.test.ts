import { expect, test } from 'vitest'
import { isSame } from './is-same.ts'

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [undefined, undefined, true],
  [1, '1', false],
])('%j and %j: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})
