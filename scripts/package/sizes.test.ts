import { expect, test } from 'vitest'
import { budgeted, overBudget } from './sizes.ts'

const entries = Object.fromEntries(Object.keys(budgeted).map((name) => [name, { atOnce: 1000, inAll: 3000 }]))
const application = { atOnce: 100, started: 1000, withWorkers: 2000, inAll: 3000 }
const budgets = { entries, application, packed: 5000, unpacked: 9000 }
const scripts = Object.values(budgeted).map((file) => ({ file, minified: 4000, atOnce: 1000, inAll: 3000 }))
const sizes = { scripts, application, packed: 5000, unpacked: 9000 }

test('sizes within their budgets are not mentioned', () => {
  expect(overBudget(sizes, budgets)).toEqual([])
})

test('a size beyond its budget is named, with the difference', () => {
  const grown = scripts.map((script) => (script.file === 'browser.js' ? { ...script, atOnce: 1050 } : script))
  expect(
    overBudget(
      { scripts: grown, application: { atOnce: 110, started: 1000, withWorkers: 2000, inAll: 3003 }, packed: 5005, unpacked: 9900 },
      budgets,
    ),
  ).toEqual([
    'rillbox/browser loads at once, compressed: 1050 bytes, 50 (5.0 %) more than the budget of 1000.',
    'an application with startStore loads at once: 110 bytes, 10 (10.0 %) more than the budget of 100.',
    'an application with startStore loads in all: 3003 bytes, 3 (0.1 %) more than the budget of 3000.',
    'the tarball has: 5005 bytes, 5 (0.1 %) more than the budget of 5000.',
    'the package unpacks to: 9900 bytes, 900 (10.0 %) more than the budget of 9000.',
  ])
})

test('an entry without a budget or a file is named', () => {
  const { 'rillbox/vite': _left, ...others } = entries
  const missing = scripts.filter(({ file }) => file !== 'node.js')
  expect(overBudget({ ...sizes, scripts: missing }, { ...budgets, entries: others })).toEqual([
    'rillbox/node (dist/node.js) has no file.',
    'rillbox/vite (dist/vite.js) has no budget.',
  ])
})
