import { expect, test } from 'vitest'
import { visibleLine, withoutBidiControls } from './visible-text.ts'

test('escapes controls of direction, and keeps the value', () => {
  const text = JSON.stringify({ 'a\u202eb': 'x\u2066y\u2069\u200f\u061c' })
  const shown = withoutBidiControls(text)
  expect(shown).toBe('{"a\\u202eb":"x\\u2066y\\u2069\\u200f\\u061c"}')
  expect(JSON.parse(shown)).toEqual(JSON.parse(text))
})

test('leaves all other text as it is', () => {
  const text = '"שלום \\u202e \u200b é"'
  expect(withoutBidiControls(text)).toBe(text)
})

test('escapes control characters; tabs and line breaks only in lines', () => {
  const text = 'a\u0000b\u001bc\u0085d\te\nf\u2028'
  expect(withoutBidiControls(text)).toBe('a\\u0000b\\u001bc\\u0085d\te\nf\\u2028')
  expect(visibleLine(text)).toBe('a\\u0000b\\u001bc\\u0085d\\te\\nf\\u2028')
})
