import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { exampleName, readExamples, runDocuments } from './readme.ts'

const root = join(import.meta.dirname, '..', '..')

test('the README has examples for Node, for the browser and for Playwright', () => {
  expect(new Set(readExamples().map(({ place }) => place))).toEqual(new Set(['node', 'browser', 'playwright']))
})

test('a block without imports continues the one before it', () => {
  const text = "```ts\nimport { a } from 'rillbox'\n```\nand\n```ts\nconsole.log(a) // one\n```\n"
  expect(readExamples('a.md', text)).toEqual([
    { file: 'a.md', line: 1, code: "import { a } from 'rillbox'\nconsole.log(a) // one\n", prints: ['one'], place: 'node' },
  ])
})

test('a block that imports later begins an example, too', () => {
  const text = "```ts\nconsole.log(1) // 1\n```\n```ts\nif (a) await import('rillbox/browser')\n```\n"
  expect(readExamples('a.md', text).map(({ line, place }) => [line, place])).toEqual([
    [1, 'node'],
    [4, 'browser'],
  ])
})

// e2e/site/readme.spec.ts runs the examples for the browser and for Playwright.
describe('the examples for Node print the promised output', () => {
  test.each(runDocuments)('in %s', { timeout: 60_000 }, async (document) => {
    // One that promises nothing was checked by the compiler.
    const examples = readExamples(document).filter(({ place, prints }) => place === 'node' && prints.length > 0)
    // Inside the project, so that `rillbox` means this package.
    const folder = join(root, 'test-results', 'readme')
    await mkdir(folder, { recursive: true })
    for (const example of examples) await writeFile(join(folder, `${exampleName(example)}.ts`), example.code)
    const names = examples.map(exampleName)
    const all = join(folder, `${exampleName({ file: document, line: 0 })}.ts`)
    await writeFile(all, names.map((name) => `console.log('# ${name}')\nawait import('./${name}.ts')\n`).join(''))
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=rillbox-source', all])
    const printed = examples.flatMap((example) => [`# ${exampleName(example)}`, ...example.prints])
    expect(stdout.split('\n').filter(Boolean)).toEqual(printed)
  })
})
