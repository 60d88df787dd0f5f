import { assert, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { javaScriptLiteral } from './javascript-literal.ts'

const read = (code: string): unknown => new Function(`return ${code}`)() // oxlint-disable-line no-new-func, no-implied-eval -- what is copied is code

test('is written as people write it', () => {
  expect(javaScriptLiteral("it's")).toBe(`"it's"`)
  expect(javaScriptLiteral('"a"')).toBe(`'"a"'`)
  expect(javaScriptLiteral('\ud800')).toBe(String.raw`'\ud800'`)
  expect(javaScriptLiteral({ type: 'T', 'a-b': [1, null, 'x:'], none: {}, left: undefined })).toBe(`{
  type: 'T',
  'a-b': [
    1,
    null,
    'x:',
  ],
  none: {},
}`)
})

test('a member that would be the prototype stays a member', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":2}}')
  expect(JSON.stringify(read(javaScriptLiteral(value)))).toBe(JSON.stringify(value))
})

const trickyCharacters = constantFrom(
  "'",
  '"',
  '\\',
  '`',
  '$',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u2028',
  '\u00e9',
  '\u{1f600}',
  '\ud800',
  '\udc00',
  'a',
  '0',
  ':',
  ',',
  '{',
  'u',
)

const trickyText = string({ unit: trickyCharacters })

test('is the value, whatever its texts and names', () => {
  const values = oneof(trickyText, dictionary(trickyText, oneof(trickyText, jsonValue())), jsonValue())
  assert(
    property(values, (value) => {
      const code = javaScriptLiteral(value)
      expect(JSON.stringify(read(`(${code})`))).toBe(JSON.stringify(value))
      expect(code).not.toMatch(/[\u2028\u2029\0]/)
    }),
    { numRuns: 100 },
  )
})
