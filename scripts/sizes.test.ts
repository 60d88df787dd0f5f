import { expect, test } from 'vitest'
import { budgeted, overBudget } from './sizes.ts'

const entries = Object.fromEntries(Object.keys(budgeted).map((name) => [name, { atOnce: 1000, inAll: 3000 }]))
const scripts = Object.values(budgeted).map((file) => ({ file, minified: 4000, atOnce: 1000, inAll: 3000 }))

test('what is within its budget is not mentioned', () => {
  expect(overBudget(scripts, 9000, { entries, unpacked: 9000 })).toEqual([])
})

test('what has grown is named with by how much', () => {
  const grown = scripts.map((script) => (script.file === 'browser.js' ? { ...script, atOnce: 1050 } : script))
  expect(overBudget(grown, 9900, { entries, unpacked: 9000 })).toEqual([
    'rillbox/browser loads at once, compressed: 1050 bytes, 50 (5.0 %) more than the budget of 1000.',
    'the package unpacks to: 9900 bytes, 900 (10.0 %) more than the budget of 9000.',
  ])
})

test('an entry without a budget or a file is named', () => {
  const { 'rillbox/vite': _left, ...others } = entries
  const missing = scripts.filter(({ file }) => file !== 'node.js')
  expect(overBudget(missing, 1, { entries: others, unpacked: 1 })).toEqual([
    'rillbox/node (dist/node.js) has no file.',
    'rillbox/vite (dist/vite.js) has no budget.',
  ])
})
