// The sizes of the built package against their budgets. Needs `npm run build:package`.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Budgets } from '../../scripts/package/sizes.ts'
import { budgeted, measure, overBudget } from '../../scripts/package/sizes.ts'

const root = join(import.meta.dirname, '..', '..')
const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as Budgets

const sizes = await measure()

test('no entry, and not the package, is larger than its budget; `node scripts/size-budgets.ts` sets new ones', () => {
  expect(overBudget(sizes, budgets)).toEqual([])
})

test('an application pays at most 60 kB for the import of startStore, and an installation some 2 MB, of which Markdown, YAML and colours for documents are 0.2', () => {
  const { application, packed } = sizes
  console.log(JSON.stringify({ ...application, packed }))
  expect(application.atOnce).toBeLessThanOrEqual(60_000)
  expect(packed).toBeLessThanOrEqual(2_020_000)
})

test('bundled packages are minified, and the code of this one is readable', () => {
  const linesOf = (chunk: string): string[] => {
    const file = join(root, 'dist', 'chunks', `${chunk}.js`)
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  }
  for (const chunk of ['yaml', 'markdown-it', 'lezer-javascript', 'acorn2']) {
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

const scriptsOf = (code: string): Set<string> =>
  new Set([...code.matchAll(/(?:from |import\()"\.\/(?:chunks\/)?([\w-]+\.js)"/g)].map(([, script]) => script!))

test('every entry with code has a budget', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly default?: string }>
  }
  const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.default].filter(Boolean)))
  expect(Object.values(budgeted).map((file) => `./dist/${file}`)).toEqual(expect.arrayContaining(files))
})
