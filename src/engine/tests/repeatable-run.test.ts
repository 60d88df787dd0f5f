import { expect, test } from 'vitest'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { differenceOf, repeatableRun } from './repeatable-run.fixture.ts'

test('two runs with one seed leave the same store behind, to the last byte', { timeout: 60_000 }, async () => {
  const [first, second] = [await repeatableRun(), await repeatableRun()]
  // The comparison covers some of everything.
  const { events } = JSON.parse(first) as Snapshot
  const streams = new Set(events.map(({ stream }) => stream))
  const written = ['$projections-sums-result', 'out-1', 'links', '$ce-out', '$projections-emitter-emittedstreams', '$user-kim']
  expect([...streams]).toEqual(expect.arrayContaining(written))
  expect(differenceOf(first, second)).toBeUndefined()
})
