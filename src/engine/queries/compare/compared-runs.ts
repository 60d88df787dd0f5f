// Runs two queries, or one by two releases or engines, over the events of a storage.

import { platformEnvironment } from '../../../base/platform/environment.ts'
import type { Release } from '../../../base/release/facts.ts'
import { factsOf } from '../../../base/release/releases.ts'
import type { Comparison } from './compare.ts'
import { compareTraces } from './compare.ts'
import { inLanguage, openAsUsual } from '../open-query.ts'
import { traceQuery } from '../../../projections/trace/trace.ts'
import type { Storage } from '../../../storage/storage.ts'

/** By what a query runs. */
export interface ComparedRules {
  readonly release: Release
  readonly engine: 1 | 2
}

/**
 * Opens no store, so that no projection starts and nothing is written.
 *
 * @param queries the first one runs by the rules `from`, the second one by `to`.
 */
export async function compareRuns(
  storage: Storage,
  [one, other]: readonly [string, string],
  { from, to, emit }: { readonly from: ComparedRules; readonly to: ComparedRules; readonly emit: boolean },
): Promise<Comparison> {
  const traced = (query: string, { release, engine }: ComparedRules) => {
    const facts = factsOf(release)
    const openQuery = inLanguage(openAsUsual, facts.language)
    return traceQuery({ storage, environment: platformEnvironment(), openQuery, facts }, query, { emit, engine })
  }
  return await compareTraces(traced(one, from), traced(other, to))
}
