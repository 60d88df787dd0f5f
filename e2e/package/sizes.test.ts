// The sizes of the built package against their budgets. Needs `npm run build:package`.

import { readFileSync } from 'node:fs'
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
  expect(packed).toBeLessThanOrEqual(2_050_000)
})

test('every entry with code has a budget', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly default?: string }>
  }
  const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.default].filter(Boolean)))
  expect(Object.values(budgeted).map((file) => `./dist/${file}`)).toEqual(expect.arrayContaining(files))
})
