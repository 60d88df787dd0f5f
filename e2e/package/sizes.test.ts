// The sizes of the built package against their budgets. Needs `npm run build:package`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Budgets } from '../../scripts/package/sizes.ts'
import { readImports } from '../../scripts/checks/imports.ts'
import { budgeted, measure, overBudget, workerScript } from '../../scripts/package/sizes.ts'

const root = join(import.meta.dirname, '..', '..')
const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as Budgets

const sizes = await measure()

test('no entry, and not the package, is larger than its budget; `node scripts/size-budgets.ts` sets new ones', () => {
  expect(overBudget(sizes, budgets)).toEqual([])
})

test('an application pays at most 60 kB for the import of startStore, and an installation some 2.2 MB, of which Markdown, YAML and colours for documents are 0.2', () => {
  const { application, packed } = sizes
  console.log(JSON.stringify({ ...application, packed }))
  expect(application.atOnce).toBeLessThanOrEqual(60_000)
  expect(packed).toBeLessThanOrEqual(2_230_000)
})

test('bundled packages are minified, and the code of this one is readable', () => {
  const folder = join(root, 'dist', 'chunks')
  // Names that several chunks would have end in a number.
  const linesOf = (chunk: string): string[] =>
    readdirSync(folder)
      .filter((file) => file.replace(/\d*\.js$/, '') === chunk)
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  for (const chunk of ['yaml', 'markdown-it', 'lezer-javascript', 'acorn']) {
    const lines = linesOf(chunk)
    expect(lines.join('\n').length / lines.length, `bytes of a line of ${chunk}`).toBeGreaterThan(300)
  }
  expect(linesOf('store').some((line) => line.startsWith('// src/http/'))).toBe(true)
})

test('queries are judged and compared without a store', () => {
  const imported = scriptsOf(readFileSync(join(root, 'dist', 'testing.js'), 'utf8'))
  for (const script of imported)
    for (const next of scriptsOf(readFileSync(join(root, 'dist', 'chunks', script), 'utf8'))) imported.add(next)
  expect(imported).toContain('acorn.js')
  expect(imported).not.toContain('store.js')
})

test('what a page may load has nothing of gRPC', () => {
  const dist = join(root, 'dist')
  const texts = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(dist, file), 'utf8')]),
  )
  const imports = readImports(texts)
  const ofCalls = (from: string): string[] => {
    const loaded = new Set([from])
    for (const file of loaded) for (const { from: by, to } of imports) if (by === file) loaded.add(to)
    return [...loaded].filter((file) => texts.get(file)?.includes('event_store.client'))
  }
  expect(['browser.js', 'element/element.js', workerScript].flatMap(ofCalls)).toEqual([])
  // The same question finds them where they are.
  expect(ofCalls('server.js')).not.toEqual([])
})

const scriptsOf = (code: string): Set<string> =>
  new Set([...code.matchAll(/(?:from |import\()"\.\/(?:chunks\/)?([\w-]+\.js)"/g)].map(([, script]) => script!))

test('every entry with code has a budget', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly default?: string }>
  }
  const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.default].filter(Boolean)))
  expect(Object.values(budgeted).map((file) => `./dist/${file}`)).toEqual(expect.arrayContaining(files))
})
