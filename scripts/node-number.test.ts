import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lowestNode } from '../src/base/platform.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.startsWith('decisions'))
    .map((file) => join(folder, file))

/** Numbers of versions of Node 22 in a text. The one that a clone begins with is another matter, and older. */
const numbers = (text: string): string[] => [...text.matchAll(/(?<![\d.])22\.\d+(?![\d.]*\d)/g)].map(([number]) => number)

test('the manifest wants the Node that the code checks for', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe(`>=${lowestNode}`)
})

test('all documents name the same', () => {
  const named = ['README.md', ...filesIn('docs', '.md')].flatMap((file) => numbers(read(file)).map((number) => `${file}: ${number}`))
  expect(named.length).toBeGreaterThanOrEqual(2)
  expect(named.filter((line) => !line.endsWith(` ${lowestNode}`))).toEqual([])
})

test('the code takes it from one place', () => {
  const sources = filesIn('src', '.ts').filter((file) => !file.endsWith('.test.ts') && !file.endsWith(join('base', 'platform.ts')))
  expect(sources.filter((file) => /Node 22\.\d/.test(read(file)) && !numbers(read(file)).every((number) => number === lowestNode))).toEqual(
    [],
  )
})
