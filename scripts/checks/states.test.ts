// State in more than three variables of a closure is a class.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { looseStates } from './states.ts'

const folder = join(import.meta.dirname, '..', '..', 'src')
const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !/\.(?:test|contract|fixture|generated|d)\.tsx?$/.test(file)
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
)

test('no function keeps a state in more than three variables', () => {
  expect(sources.size).toBeGreaterThan(500)
  expect(looseStates(sources)).toEqual([])
})

const planted = (body: string) => looseStates(new Map([['planted.ts', `export function plant() {\n${body}\n}`]]))

test('variables that inner functions assign are a state, however deep', () => {
  const found = planted('let a = 0, b = 0, c = 0\nlet [d] = [0]\nreturn { f: () => (a++, () => { b = 1; [c, { d }] = [a, { d: 2 }] }) }')
  expect(found).toEqual([{ file: 'planted.ts', line: 1, variables: ['a', 'b', 'c', 'd'] }])
})

test('variables of the function alone, and hidden ones, are none', () => {
  expect(planted('let a = 0, b = 0, c = 0, d = 0\na++; b++; c++\nreturn () => { let d = a; d = b + c; return d }')).toEqual([])
  expect(planted('let a = 0, b = 0, c = 0, d = 0\nreturn (d: number) => { a++; b++; c++; d++; return d }')).toEqual([])
})
