// Queries run in Workers here, whose replies come at any time.
import { expect, test } from 'vitest'
import { indexedDbStorage } from '../../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { differenceOf, repeatableRun } from './repeatable-run.fixture.ts'

test.each([
  ['in memory', () => memoryStorage()],
  ['in IndexedDB', () => indexedDbStorage({ name: crypto.randomUUID() })],
])('two runs with one seed leave the same store behind %s', { timeout: 120_000 }, async (_place, open) => {
  const [first, second] = [await repeatableRun(open()), await repeatableRun(open())]
  expect(first.length).toBeGreaterThan(100_000)
  expect(differenceOf(first, second)).toBeUndefined()
})
