// Every example that an application would copy keeps the store out of its production build: each is built, and searched for the store.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { build } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

interface Block {
  readonly place: string
  readonly language: string
  readonly code: string
}

const blocksOf = (file: string): Block[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^```(jsx?|tsx?)\n([\s\S]*?)^```$/gm)].map(
    ({ index, input, 1: language, 2: code }) => ({
      place: `${file}:${input.slice(0, index).split('\n').length}`,
      language: language!,
      code: code!,
    }),
  )

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^(?:decisions|inside)/.test(file))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`),
]

const starting = documents
  .flatMap(blocksOf)
  .filter(({ code }) => /\b(?:startStore|storeHandlers)\(/.test(code) && code.includes('rillbox/browser'))

/** Sections of docs/hosts.md whose build is meant to have the store in it, and modules that others load in development only. */
const meant: readonly (readonly [reason: string, code: RegExp])[] = [
  ['documentation that runs', /'rillbox\/element'/],
  ['a story runs in a build of Storybook', /beforeAll: async/],
  ['a test', /from 'vitest'/],
  ['loaded by the next block, in development only', /export default function Orders|setupWorker\(\n/],
]

const isMeant = ({ code }: Block): boolean => meant.some(([, sign]) => sign.test(code))

const inBuild = 'the store is in the build'

/** Stands for the package, and for every other module that an example names. */
const standIns = (block: Block): Plugin => ({
  name: 'stand-ins',
  enforce: 'pre',
  resolveId: (id) => (/^(?:\0|vite\/)/.test(id) ? undefined : `\0stand-in ${id}`),
  load: (id) => {
    if (id === `\0stand-in entry.${block.language}`) return { code: `${block.code}\nexport {}`, moduleType: block.language as 'ts' }
    if (!id.startsWith('\0stand-in ')) return undefined
    if (id === '\0stand-in rillbox/browser')
      return `export const startStore = () => globalThis.report(${JSON.stringify(inBuild)})\nexport const movableEnvironment = startStore`
    return (
      'const any = () => undefined\nexport default any\n' +
      namesOf(block.code)
        .map((name) => `export const ${name} = any`)
        .join('\n')
    )
  },
})

/** What an example imports by name, and what its JSX needs. */
const namesOf = (code: string): string[] => [
  'jsx',
  'jsxs',
  'Fragment',
  ...[...code.matchAll(/import (?:\w+, )?\{ ([^}]*) \}/g)].flatMap(([, names]) => names!.split(',').map((name) => name.trim())),
]

async function builtTextOf(block: Block): Promise<string> {
  const outcome = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false', ngDevMode: 'false' },
    plugins: [standIns(block)],
    build: { write: false, minify: false, rolldownOptions: { input: `entry.${block.language}`, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  return outcome.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n')
}

test('there are examples of each kind', () => {
  expect(starting.length).toBeGreaterThan(10)
  expect(meant.filter(([, sign]) => !starting.some(({ code }) => sign.test(code))).map(([reason]) => reason)).toEqual([])
})

test.each(starting.filter((block) => !isMeant(block)))(
  'the example at $place leaves nothing of the store in a production build',
  async (block) => {
    expect(await builtTextOf(block)).not.toContain(inBuild)
  },
)

test('an example without its guard would be noticed', async () => {
  const code = "import { startStore } from 'rillbox/browser'\nawait startStore({ baseUrl: '/_store' })\n"
  expect(await builtTextOf({ place: '', language: 'ts', code })).toContain(inBuild)
})
