import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from 'rillbox'
import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import { exampleName, readExamples } from '../documents/readme.ts'
import type { CodeBlock } from './code-blocks.ts'
import { queryOf } from '../../src/engine/scenario/scenario.ts'
import { problemOf, readCodeBlocks } from './code-blocks.ts'

const root = join(import.meta.dirname, '..', '..')
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const blocksOf = (file: string): CodeBlock[] => readCodeBlocks(readFileSync(join(root, file), 'utf8'))

/** Of code in documents. */
const style = await resolveConfig(join(root, 'README.md'))

const blockOf = (language: string, code: string): CodeBlock => ({ line: 1, language, code, unchecked: undefined, live: undefined })

describe('the check', () => {
  test.each([
    ['js', 'const a = ', 'const a = 1'],
    ['jsx', '<b>', '<b>1</b>'],
    ['ts', 'const a: = 1', 'const a: number = 1'],
    ['json', '{ a: 1 }', '{ "a": 1 }'],
    ['html', '<p>a</div>', '<p>a</p>'],
    ['css', 'p { color red }', 'p { color: red }'],
    ['sh', 'if true; then', 'npm start # now'],
    ['yaml', 'a: [1', 'a: [1]'],
    ['dockerfile', 'FORM node', 'FROM node'],
  ])('notices bad %s, and lets good pass', (language, bad, good) => {
    expect(problemOf(blockOf(language, bad))).toBeTruthy()
    expect(problemOf(blockOf(language, good))).toBeUndefined()
  })

  test('knows the comments before a block, and its place in a list', () => {
    const text =
      '# A\n\n```js rillbox scenario=../cart.json hide="steps"\na\n```\n\n- b\n\n  <!-- not checked: a part only -->\n\n  ```ts\n  c\n  ```\n'
    expect(readCodeBlocks(text)).toEqual([
      { line: 3, language: 'js', code: 'a\n', unchecked: undefined, live: 'cart' },
      { line: 11, language: 'ts', code: 'c\n', unchecked: 'a part only', live: undefined },
    ])
  })
})

describe.each(documents)('%s', (file) => {
  const blocks = blocksOf(file)

  test('has blocks that can be parsed', () => {
    const problems = blocks
      .filter(({ unchecked }) => unchecked === undefined)
      .flatMap((block) => {
        const problem = problemOf(block)
        return problem === undefined ? [] : [`line ${block.line}: ${problem}`]
      })
    expect(problems).toEqual([])
  })

  test('shows the queries of the scenarios that it runs', async () => {
    for (const { live, code } of blocks.filter((block) => block.live !== undefined)) {
      const scenario = JSON.parse(readFileSync(join(root, 'demo', 'scenarios', `${live}.json`), 'utf8')) as Scenario
      const [projection] = scenario.projections ?? []
      expect(code).toBe(await format(projection ? queryOf(projection) : '', { ...style, parser: 'babel' }))
    }
  })
})

test('every block of TypeScript is correct, as a project would compile it', { timeout: 120_000 }, () => {
  // Inside the project, so that `rillbox` means this package.
  const folder = join(root, 'test-results', 'code-blocks')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const examples = documents.flatMap((file) => readExamples(file))
  // An example that imports nothing would share its names with all others.
  for (const example of examples) writeFileSync(join(folder, `${exampleName(example)}.ts`), `${example.code}\nexport {}\n`)
  writeFileSync(join(folder, 'cart.json'), JSON.stringify({ version: 1, events: [] }))
  // The only entry without a source of its own.
  const paths = { 'rillbox/query-language': ['../../src/query-language.d.ts'] }
  const compilerOptions = { types: ['node', 'vite/client'], paths }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    // Sources import libraries whose types the project declares itself.
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['.', '../../src/playground/**/*.d.ts'], exclude: [] }),
  )
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  expect(examples.length).toBeGreaterThan(20)
  expect(stdout.split('\n').filter(Boolean)).toEqual([])
})
