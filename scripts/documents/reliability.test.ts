import { expect, test } from 'vitest'
import { printTable, replacePart } from './reliability.ts'

test('a table has a line for each row, and bars in cells end no cell', () => {
  expect(printTable({ head: ['a', 'b'], rows: [['x | y', 1]] })).toBe('| a | b |\n| --- | --- |\n| x \\| y | 1 |')
})

test('only the part between its markers is replaced', () => {
  const text = 'before\n<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\nother\n<!-- /two -->\n'
  expect(replacePart(text, 'one', 'new $1')).toBe('before\n<!-- one -->\n\nnew $1\n\n<!-- /one -->\n<!-- two -->\nother\n<!-- /two -->\n')
  expect(() => replacePart(text, 'three', '')).toThrow('no place for "three"')
})
