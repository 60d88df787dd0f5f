import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printFigures, printTable, readFigures, replacePart, withTables } from './reliability.ts'

const document = (): string => readFileSync(new URL('../../docs/inside/reliability.md', import.meta.url), 'utf8')

test('the document shows the tables as they were measured', async () => {
  expect(await withTables(document(), readFigures())).toBe(document())
})

test('the figures are printed as they are kept', () => {
  expect(printFigures(readFigures())).toBe(readFileSync(new URL('../../e2e/soak/figures.json', import.meta.url), 'utf8'))
})

test('a table has a line for each row, and bars in cells end no cell', () => {
  expect(printTable({ head: ['a', 'b'], rows: [['x | y', 1]] })).toBe('| a | b |\n| --- | --- |\n| x \\| y | 1 |')
})

test('only the part between its markers is replaced', () => {
  const text = 'before\n<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\nother\n<!-- /two -->\n'
  expect(replacePart(text, 'one', 'new $1')).toBe('before\n<!-- one -->\n\nnew $1\n\n<!-- /one -->\n<!-- two -->\nother\n<!-- /two -->\n')
  expect(() => replacePart(text, 'three', '')).toThrow('no place for "three"')
})
