import { expect, test } from 'vitest'
import { readLines } from './positions.ts'

test.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nb', 2, 2, 1],
  ['a\r\nb\rc', 3, 2, 1],
  ['a\r\nb\rc', 5, 3, 1],
  ['a\u2028b', 2, 2, 1],
  ['a\n', 2, 2, 1],
])('%j at %d', (text, offset, line, column) => {
  const lines = readLines(text)
  expect(lines.place(offset)).toEqual({ line, column })
  expect(lines.enginePlace(offset)).toEqual({ line, column })
  expect(lines.offset(line, column)).toBe(offset)
})

test('QuickJS counts characters, editors count units', () => {
  const lines = readLines('x\n😀a😀b')
  expect(lines.place(7)).toEqual({ line: 2, column: 6 })
  expect(lines.enginePlace(7)).toEqual({ line: 2, column: 4 })
  expect(lines.offset(2, 4)).toBe(7)
})

test('a place behind the end is the end', () => {
  expect(readLines('ab').offset(5, 9)).toBe(2)
})
