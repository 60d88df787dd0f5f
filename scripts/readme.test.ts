import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readExamples } from './readme.ts'

const root = join(import.meta.dirname, '..')

test('the README has examples for Node, for the browser and for Playwright', () => {
  expect(new Set(readExamples().map(({ place }) => place))).toEqual(new Set(['node', 'browser', 'playwright']))
})

test('a block without imports continues the one before it', () => {
  const text = "```ts\nimport { a } from 'rillbox'\n```\nand\n```ts\nconsole.log(a) // one\n```\n"
  expect(readExamples(text)).toEqual([
    { line: 1, code: "import { a } from 'rillbox'\nconsole.log(a) // one\n", prints: ['one'], place: 'node' },
  ])
})

test('a block that imports later begins an example, too', () => {
  const text = "```ts\nconsole.log(1) // 1\n```\n```ts\nif (a) await import('rillbox/browser')\n```\n"
  expect(readExamples(text).map(({ line, place }) => [line, place])).toEqual([
    [1, 'node'],
    [4, 'browser'],
  ])
})

// Those for the browser and for Playwright are run by e2e/readme.spec.ts.
describe('the examples for Node print what they say', () => {
  test.each(readExamples().filter(({ place }) => place === 'node'))('line $line', { timeout: 30_000 }, async ({ line, code, prints }) => {
    // Inside the project, so that `rillbox` means this package.
    const folder = join(root, 'test-results', 'readme')
    const file = join(folder, `line-${line}.ts`)
    await mkdir(folder, { recursive: true })
    await writeFile(file, code)
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=rillbox-source', file])
    expect(stdout.split('\n').filter(Boolean)).toEqual(prints)
  })
})
