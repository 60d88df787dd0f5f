import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import { releases } from '../../base/release/releases.ts'
import { outcomeOf } from './built-ins/sandbox.fixture.ts'

interface Row {
  readonly query: string
  readonly here: string
}

const withoutTicks = (cell: string): string => cell.replace(/^(`+) ?(.*?) ?\1$/, '$2').replaceAll('\\|', '|')

/** Rows of the tables under a heading whose first cell is code. */
function rowsUnder(heading: string): Row[] {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/server/dialect.md'), 'utf8')
  const section = text.split(`\n### ${heading}\n`)[1]!.split('\n### ')[0]!
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(2, -2)
        .split(/(?<!\\)\|(?=\s)/)
        .map((cell) => withoutTicks(cell.trim())),
    )
    .map(([query, , here]) => ({ query: query!, here: here! }))
}

/** What a cell says of each release: most say the same of all. */
function resultsIn(here: string): readonly (readonly [release: Release, result: string])[] {
  const [, older, newer] = /^23\.10: (.*); newer: (.*)$/.exec(here) ?? []
  return releases.map((release) => [release, older === undefined ? here : withoutTicks(release === '23.10' ? older : newer!)])
}

describe.each(['The language', 'Built-ins', 'Error messages'])('docs/server/dialect.md, %s', (heading) => {
  test.each(rowsUnder(heading))('$query', async ({ query, here }) => {
    for (const [release, result] of resultsIn(here)) {
      const outcome = await outcomeOf(query, release)
      expect([release, 'value' in outcome ? JSON.stringify(outcome.value) : outcome.message]).toEqual([release, result])
    }
  })
})

test('every table has rows', () => {
  expect(['The language', 'Built-ins', 'Error messages'].map((heading) => rowsUnder(heading).length)).toEqual([14, 19, 5])
})
