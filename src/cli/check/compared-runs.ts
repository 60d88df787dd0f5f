// Runs a query over the events of a storage as two releases, or two engines, do.

import { platformEnvironment } from '../../base/platform/environment.ts'
import type { Release } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { Comparison } from '../../engine/observe/compare.ts'
import { compareTraces } from '../../engine/observe/compare.ts'
import { inLanguage, openAsUsual } from '../../engine/queries/open-query.ts'
import { traceQuery } from '../../projections/trace/trace.ts'
import type { Storage } from '../../storage/storage.ts'

/** By what a query runs. */
export interface ComparedRules {
  readonly release: Release
  readonly engine: 1 | 2
}

/** Opens no store, so that no projection starts and nothing is written. */
export async function compareRuns(
  storage: Storage,
  query: string,
  { from, to, emit }: { readonly from: ComparedRules; readonly to: ComparedRules; readonly emit: boolean },
): Promise<Comparison> {
  const traced = ({ release, engine }: ComparedRules) => {
    const facts = factsOf(release)
    const openQuery = inLanguage(openAsUsual, facts.language)
    return traceQuery({ storage, environment: platformEnvironment(), openQuery, facts }, query, { emit, engine })
  }
  return await compareTraces(traced(from), traced(to))
}
