import { expect, test } from 'vitest'
import { withoutBidiControls } from './bidi.ts'

test('spells out what turns text around, as the same JSON', () => {
  const text = JSON.stringify({ 'a\u202eb': 'x\u2066y\u2069\u200f\u061c' })
  const shown = withoutBidiControls(text)
  expect(shown).toBe('{"a\\u202eb":"x\\u2066y\\u2069\\u200f\\u061c"}')
  expect(JSON.parse(shown)).toEqual(JSON.parse(text))
})

test('leaves all other text as it is', () => {
  const text = '"שלום \\u202e \u200b é"'
  expect(withoutBidiControls(text)).toBe(text)
})
