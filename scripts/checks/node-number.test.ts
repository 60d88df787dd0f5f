import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lowestNode } from '../../src/base/platform/platform.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.startsWith('decisions'))
    .map((file) => join(folder, file))

/** Versions of Node 22 that a text names. The one that a clone begins with is another matter, and older. */
const numbers = (file: string): string[] =>
  [...read(file).matchAll(/\bNode\b[^.\d]{0,40}(22\.\d+)/g)].map(([, number]) => `${file}: ${number}`)
const others = (named: readonly string[]): string[] => named.filter((line) => !line.endsWith(` ${lowestNode}`))

test('the manifest wants the Node that the code checks for', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe(`>=${lowestNode}`)
})

test('the documents name the same', () => {
  const named = ['README.md', ...filesIn('docs', '.md')].flatMap(numbers)
  expect(named.map((line) => line.replace(/:.*/, ''))).toContain(join('docs', 'start.md'))
  expect(others(named)).toEqual([])
})

test('and so does the code', () => {
  const named = filesIn('src', '.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(numbers)
  expect(others(named)).toEqual([])
})
