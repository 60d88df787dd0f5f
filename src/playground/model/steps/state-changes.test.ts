import { expect, test } from 'vitest'
import { stateChanges } from './state-changes.ts'

const told = (before: string, after: string): string[] =>
  stateChanges(before, after).map(({ kind, path, before: was, after: is }) => `${kind} ${path}: ${was} -> ${is}`)

test('members and items that came, went and changed', () => {
  const before = '{"total":5,"items":[{"sku":"a","n":1},{"sku":"b","n":1}],"open":true}'
  const after = '{"total":9,"items":[{"sku":"a","n":2},{"sku":"b","n":1},{"sku":"c","n":1}],"by day":{"1":2}}'
  expect(told(before, after)).toEqual([
    'changed total: 5 -> 9',
    'changed items[0].n: 1 -> 2',
    'added items[2]: undefined -> {"sku":"c","n":1}',
    'removed open: true -> undefined',
    'added ["by day"]: undefined -> {"1":2}',
  ])
  expect(told('{"a":["x","y"]}', '{"a":["y"]}')).toEqual(['removed a[0]: "x" -> undefined'])
})

test('the first state, no state, the same state', () => {
  expect(told('', '{"n":1}')).toEqual(['added : undefined -> {"n":1}'])
  expect(told('{"n":1}', '')).toEqual(['removed : {"n":1} -> undefined'])
  expect(told('{"n":1}', '{"n":1}')).toEqual([])
  expect(told('[1]', '{"n":1}')).toEqual(['changed : [1] -> {"n":1}'])
})

test('states that are texts, and numbers that JavaScript cannot tell apart', () => {
  expect(told('plain', 'other')).toEqual(['changed : "plain" -> "other"'])
  expect(told('{"n":9007199254740992}', '{"n":9007199254740993}')).toEqual(['changed : {"n":9007199254740992} -> {"n":9007199254740993}'])
})
