// Runs the executable blocks of the documents, as `rillbox test-docs` does, and those that a document shows as text.

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
