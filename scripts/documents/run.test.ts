// Runs the executable blocks of the documents, as `rillbox test-docs` does, and those that a document shows as text; and finds queries and
// requests that are none.

import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isExecutable } from '../../src/documents/blocks/blocks.ts'
import { fencesOf } from '../../src/documents/markdown/fences.ts'
import { testDocument } from '../../src/documents/markdown/test-document.ts'

const root = join(import.meta.dirname, '..', '..')
const files = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))]

/** A document, and each piece of Markdown in it, which is a document too. */
const documents = files
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const shown = fencesOf(text).filter(({ info }) => info === 'md')
    return [{ place: file, file, text }, ...shown.map(({ line, code }) => ({ place: `${file}:${line}`, file, text: code }))]
  })
  .filter(({ text }) => fencesOf(text).some(({ info }) => isExecutable(info)))

test.each(documents)('the blocks of $place are what they say', async ({ file, text }) => {
  const folder = dirname(join(root, file))
  const read = (path: string) => Promise.resolve().then(() => readFileSync(join(folder, path), 'utf8'))
  const { tests } = await testDocument(text, { read, limit: 20_000, now: () => 0 })
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.flatMap(({ problems }) => problems)).toEqual([])
})

/** Documents whose queries have a test of their own, and that test. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'docs/server/diagnostics.md': 'src/query/diagnostics/diagnose.test.ts',
  'docs/server/upgrading.md': 'src/query/upgrade/changes.test.ts',
}

const query = /^\s*(?:from(?:All|Streams?|Category|Categories|StreamsMatching)|options)\s*\(/m
const request = /^\s*(?:(?:GET|POST|PUT|DELETE|HEAD|OPTIONS) \/|(?:\w+=)?"?(?:\$\()?curl )/m
/** What a shell, an image or a program does with a store stands in other languages. */
const shown = ['', 'text', 'sh', 'js', 'javascript', 'http', 'rillbox']

/** @returns the line of each query and request of a document that is not run, and gives no reason in a comment above it. */
function unrunIn(text: string): number[] {
  const lines = text.split('\n')
  return fencesOf(text)
    .filter(({ info, code }) => {
      const [language = ''] = info.split(' ')
      return shown.includes(language) && !isExecutable(info) && ((language !== 'sh' && query.test(code)) || request.test(code))
    })
    .filter(({ line }) => !lines.slice(Math.max(0, line - 3), line - 1).some((above) => /<!-- not run: \S.* -->/.test(above)))
    .map(({ line }) => line)
}

test('every query and every request of the documents is a block that runs, or says why not', () => {
  const unrun = files
    .filter((file) => file.endsWith('.md') && !(file in testedElsewhere))
    .flatMap((file) => unrunIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`))
  expect(unrun).toEqual([])
  for (const [file, tests] of Object.entries(testedElsewhere)) {
    expect([file, ...unrunIn(readFileSync(join(root, file), 'utf8'))].length).toBeGreaterThan(1)
    expect(readFileSync(join(root, tests), 'utf8')).toContain(file)
  }
})

test('a query and a request that are not run are found, and a reason above them counts', () => {
  const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`
  const given = [
    'js',
    'fromAll().when({})',
    'http',
    'GET /streams/a',
    'sh',
    'id=$(curl localhost:2113/streams/a)',
    'js',
    'a()',
    'js rillbox',
    'fromAll()',
  ]
  const text = Array.from({ length: given.length / 2 }, (_, index) => block(given[2 * index]!, given[2 * index + 1]!)).join('\n')
  expect(unrunIn(text)).toEqual([1, 5, 9])
  expect(unrunIn(`<!-- not run: it is only an example -->\n\n${text}`)).toEqual([7, 11])
})
