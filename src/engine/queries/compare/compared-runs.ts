// Runs two queries, or one by two releases or engines, over the events of a storage.

import { platformEnvironment } from '../../../base/platform/environment.ts'
import type { Release } from '../../../base/release/facts.ts'
import { factsOf } from '../../../base/release/releases.ts'
import type { Comparison } from './compare.ts'
import { compareTraces } from './compare.ts'
import { inLanguage, openAsUsual } from '../open-query.ts'
import { traceQuery } from '../../../projections/trace/trace.ts'
import type { RunNotes } from './run-notes.ts'
import type { Storage } from '../../../storage/storage.ts'

/** By what a query runs. */
export interface ComparedRules {
  readonly release: Release
  readonly engine: 1 | 2
}

export interface CompareRunsOptions {
  readonly from: ComparedRules
  readonly to: ComparedRules
  readonly emit: boolean
  /** Are told what each run does. */
  readonly notes?: readonly [RunNotes, RunNotes]
}

/**
 * Opens no store, so that no projection starts and nothing is written.
 *
 * @param queries the first one runs by the rules `from`, the second one by `to`.
 */
export async function compareRuns(
  storage: Storage,
  [one, other]: readonly [string, string],
  { from, to, emit, notes }: CompareRunsOptions,
): Promise<Comparison> {
  const traced = (query: string, { release, engine }: ComparedRules, noted: RunNotes | undefined) => {
    const facts = factsOf(release)
    const openQuery = inLanguage(openAsUsual, facts.language)
    const parts = traceQuery({ storage, environment: platformEnvironment(), openQuery, facts }, query, { emit, engine })
    return noted ? noted.noting(parts) : parts
  }
  return await compareTraces(traced(one, from, notes?.[0]), traced(other, to, notes?.[1]))
}
