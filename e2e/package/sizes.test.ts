// The sizes of the built package against their budgets. Needs `npm run build:package`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Budgets } from '../../scripts/sizes.ts'
import { budgeted, measureScripts, overBudget, unpackedSize } from '../../scripts/sizes.ts'

const root = join(import.meta.dirname, '..', '..')
const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as Budgets

test('no entry, and not the package, is larger than its budget; `node scripts/size-budgets.ts` sets new ones', () => {
  expect(overBudget(measureScripts(), unpackedSize(), budgets)).toEqual([])
})

test('every entry with code has a budget', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly default?: string }>
  }
  const files = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.default].filter(Boolean)))
  expect(Object.values(budgeted).map((file) => `./dist/${file}`)).toEqual(expect.arrayContaining(files))
})
