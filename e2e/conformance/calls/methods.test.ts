import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCallMethods } from '../../../scripts/documents/call-methods.ts'
import { keyOf, shownBy } from './methods.ts'
import { problemsIn, readExpected, readResults } from './results.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test('every method of a release has something that shows it, and nothing else has', async () => {
  expect(Object.keys(shownBy).toSorted()).toEqual((await listCallMethods()).map(keyOf).toSorted())
})

test.each(Object.entries(shownBy))('%s is called by what shows it', (key, shown) => {
  const releases = Object.values(readResults())
  const found =
    'tests' in shown
      ? shown.tests.filter((file) => new RegExp(`\\b${key.split('/')[1]!}\\b`).test(readFileSync(join(root, file), 'utf8')))
      : shown.suite.filter((start) => releases.every((scores) => Object.keys(scores).some((file) => file.startsWith(start))))
  expect(found).toEqual('tests' in shown ? shown.tests : shown.suite)
})

test('every failure of the kept score has its reason, and every reason its failure', () => {
  expect(Object.keys(readResults())).toEqual(['23.10', '26.1'])
  expect(problemsIn(readResults(), readExpected())).toEqual([])
})

test('a failure without a reason is a problem, and so is a reason without its failure', () => {
  const expected = [{ test: 'known', releases: ['26.1'], reason: 'because' }]
  expect(problemsIn({ '26.1': { a: { passed: 1, failed: ['new'] } } }, expected)).toEqual([
    '26.1: fails without a reason: new',
    '26.1: passes, although expected.json says that it fails: known',
  ])
  expect(problemsIn({ '26.1': { a: { passed: 1, failed: ['known'] } }, '23.10': {} }, expected)).toEqual([])
})
