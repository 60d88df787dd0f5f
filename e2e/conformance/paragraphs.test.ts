// The tables of paragraphs and the recordings know each other, and the page that is made of them is up to date.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isNamed, newerParagraphs, paragraphs } from './paragraphs.ts'
import { plainName, readScenarios, recordedReleases } from './scenarios.ts'

const areas = { ...paragraphs, 'what 26 does differently': newerParagraphs }
const names = recordedReleases.flatMap((release) => readScenarios(release).map(({ name }) => plainName(name)))
const table = Object.entries(areas).flatMap(([area, rows]) => rows.map((row) => ({ area, ...row })))

test.each(recordedReleases)('every recording of %s is named by a paragraph', (release) => {
  const recorded = readScenarios(release).map(({ name }) => plainName(name))
  expect(recorded.length).toBeGreaterThan(1800)
  const patterns = table.flatMap(({ recordings }) => recordings)
  expect(recorded.filter((name) => !patterns.some((pattern) => isNamed(name, pattern)))).toEqual([])
})

test('every name in the table is that of a recording', () => {
  const strangers = table.flatMap(({ area, number, recordings }) =>
    recordings.filter((pattern) => !names.some((name) => isNamed(name, pattern))).map((pattern) => `${area} ${number}: ${pattern}`),
  )
  expect(strangers).toEqual([])
})

describe.each(Object.entries(areas))('the paragraphs of %s', (_area, rows) => {
  test('have unique numbers, in order', () => {
    const numbers = rows.map(({ number }) => number)
    const inOrder = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    expect(numbers).toEqual(inOrder)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

test('docs/conformance.md is up to date with them', { timeout: 60_000 }, () => {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'conformance-doc.ts')
  const check = (): string => execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8', stdio: 'pipe' })
  expect(check).not.toThrow()
})
