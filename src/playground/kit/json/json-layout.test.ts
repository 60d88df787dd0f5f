import { describe, expect, test } from 'vitest'
import { beginsOpen, foldedText, oneLine } from './json-layout.ts'
import type { JsonNode } from './json-text.ts'
import { readJsonText } from './json-text.ts'

const root = (text: string): JsonNode => {
  const reading = readJsonText(text)
  if (reading.kind === 'fault') throw new Error(reading.problem.kind)
  return reading.root
}
const line = (text: string, limit?: number) =>
  oneLine(text, root(text), limit)
    ?.map((token) => token.text)
    .join('')

describe('one line', () => {
  test('has the usual blanks, whatever the text had', () => {
    expect(line('{"a":1,\n"b":[1,2,{}],"c":{"d":[]}}')).toBe('{ "a": 1, "b": [1, 2, {}], "c": { "d": [] } }')
  })

  test('names, values and marks are told apart', () => {
    const text = '{"a":[1,"x",null]}'
    expect(oneLine(text, root(text))!.map(({ kind }) => kind)).toEqual([
      'mark',
      'name',
      'mark',
      'mark',
      'number',
      'mark',
      'string',
      'mark',
      'word',
      'mark',
      'mark',
    ])
  })

  test('ends at the limit', () => {
    expect(line('[1, 2, 3]', 9)).toBe('[1, 2, 3]')
    expect(line('[1, 2, 3]', 8)).toBeUndefined()
    expect(line(JSON.stringify({ text: 'x'.repeat(100) }))).toBeUndefined()
    expect(line(JSON.stringify(Array.from({ length: 100_000 }, () => 0)))).toBeUndefined()
  })
})

test('big and deep values begin folded, the outermost never', () => {
  const big = root(JSON.stringify(Array.from({ length: 2000 }, (_, index) => index)))
  expect(beginsOpen(big, 0)).toBe(true)
  expect(beginsOpen(big, 1)).toBe(false)
  expect(beginsOpen(root('[1]'), 1)).toBe(true)
  expect(beginsOpen(root('[1]'), 6)).toBe(false)
})

test('a folded value shows its size', () => {
  expect(['{"a":1}', '{"a":1,"b":2}', '[1]', '[1,2,3]'].map((text) => foldedText(root(text)))).toEqual([
    '{ 1 member }',
    '{ 2 members }',
    '[ 1 item ]',
    '[ 3 items ]',
  ])
})
