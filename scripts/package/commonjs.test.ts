import { expect, test } from 'vitest'
import { declarations } from './commonjs.ts'

test('values are named by the types of the ES module, classes as types too', () => {
  const text = declarations('index', { createStore: () => undefined, StoreError: class extends Error {}, limit: 1 })
  const module = "import('../index.js', { with: { 'resolution-mode': 'import' } })"
  expect(text.split('\n')).toEqual([
    "export type * from '../index.js' with { 'resolution-mode': 'import' }",
    `declare const entry: typeof ${module}`,
    "export declare const StoreError: (typeof entry)['StoreError']",
    `export type StoreError = ${module}.StoreError`,
    "export declare const createStore: (typeof entry)['createStore']",
    "export declare const limit: (typeof entry)['limit']",
    '',
  ])
})
