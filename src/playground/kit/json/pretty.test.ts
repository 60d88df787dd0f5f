import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './pretty.ts'

test('lays out members on lines of their own, and keeps short values on one', () => {
  expect(prettyJson('{"sku":"cup","n":1.50,"tags":["a","b"]}')).toBe('{\n  "sku": "cup",\n  "n": 1.50,\n  "tags": ["a", "b"]\n}')
  const long = 'x'.repeat(60)
  expect(prettyJson(`{"a":{"b":"${long}","c":12345678901234567890}}`)).toBe(
    `{\n  "a": {\n    "b": "${long}",\n    "c": 12345678901234567890\n  }\n}`,
  )
})

test('leaves empty values, scalars and other texts as they are', () => {
  for (const text of ['{}', '[]', '"\\u00e9"', '1e5', 'no JSON', '']) expect(prettyJson(text)).toBe(text)
})

test('leaves deep values as they are below fifty levels', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const pretty = prettyJson(deep)
  expect(pretty.split('\n')).toHaveLength(101)
  expect(pretty.replaceAll(/\s/g, '')).toBe(deep)
})

test('never changes the value', () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(JSON.stringify(JSON.parse(prettyJson(text)))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})
