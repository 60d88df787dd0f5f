// Plays random queries over random events with their plan and without one: a plan changes how fast a query runs, never its outcome.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openInQuickJs } from '../sandbox/quickjs.ts'
import { firstDifference, play, randomCase, shownCase } from './random-cases.fixture.ts'

/** `RANDOM_QUERIES=10000` plays more of them, `RANDOM_SEED=7` others. */
const count = Number(process.env['RANDOM_QUERIES'] ?? 100)
const seed = Number(process.env['RANDOM_SEED'] ?? 1)

/** Milliseconds after which a test run fails, with the smallest example found so far. */
const mostTime = 60_000 + count * 200

test(
  'a query has the same outcome with a plan and without one',
  async () => {
    const property = fc.asyncProperty(randomCase, async (given) => {
      const expected = await play(openInQuickJs, given, 'none')
      const difference = firstDifference(expected, await play(openInQuickJs, given))
      if (difference !== undefined) throw new Error(difference)
    })
    const limits = { interruptAfterTimeLimit: mostTime, markInterruptAsFailure: true }
    const { failed, counterexample, errorInstance, numRuns } = await fc.check(property, { numRuns: count, seed, ...limits })
    const example = counterexample ? shownCase(counterexample[0]) : 'ran out of time'
    expect(failed, `RANDOM_SEED=${seed}, query ${numRuns}: ${String(errorInstance)}\n${example}`).toBe(false)
  },
  mostTime + 60_000,
)
