// Texts of any kind come out of a column as they went in, and it keeps their common parts once.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { alikeColumn, joinTexts, reader, textColumn } from './column.ts'

const part = fc.oneof(fc.constantFrom('', 'a', 'aa', 'aaaaaaaa', '\ud83d', '\ude00', '\0'), fc.string({ maxLength: 4 }))
const texts = fc
  .tuple(
    part,
    fc.constantFrom('', '$projections-p-', 'aaaaaaaaaa', '\0aaaaaaaa'),
    fc.array(part, { maxLength: 9 }),
    fc.constantFrom('', '-checkpoint', 'aaaa'),
  )
  .map(([start, before, betweens, after]) => betweens.map((between) => start + before + between + after))

test('texts come out of columns as they went in', () => {
  fc.assert(
    fc.property(texts, (given) => {
      for (const columnOf of [textColumn, alikeColumn]) {
        const textAt = reader<string>(columnOf(given))
        expect(given.map((_, index) => textAt(index))).toEqual(given)
      }
    }),
    { numRuns: 2000 },
  )
})

test('the common part of texts is kept once, where it is worth it', () => {
  const names = ['$projections-p-a-checkpoint', '$projections-p-bc-checkpoint']
  const rest = { joined: 'abc', lengths: [1, 2] }
  expect(alikeColumn(names)).toEqual({ before: '$projections-p-', after: '-checkpoint', rest })
  expect(alikeColumn(['orders-1', 'orders-2'])).toEqual({ joined: 'orders-1orders-2', lengths: 8 })
  expect(alikeColumn(['aaaaaaaaaa', 'aaaaaaaa'])).toEqual({ before: 'aaaaaaaa', after: '', rest: { joined: 'aa', lengths: [2, 0] } })
  expect(alikeColumn(['same', 'same'])).toBe('same')
})

test('equal lengths are kept once', () => {
  expect(joinTexts(['ab', 'cd'])).toEqual({ joined: 'abcd', lengths: 2 })
  expect(joinTexts(['a', 'cd'])).toEqual({ joined: 'acd', lengths: [1, 2] })
  expect(joinTexts([])).toEqual({ joined: '', lengths: [] })
})
