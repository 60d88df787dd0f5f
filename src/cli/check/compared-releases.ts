// Runs a query over the events of a storage as two releases do.

import { platformEnvironment } from '../../base/platform/environment.ts'
import type { Release } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import type { Comparison } from '../../engine/observe/compare.ts'
import { compareTraces } from '../../engine/observe/compare.ts'
import { inLanguage, openAsUsual } from '../../engine/queries/open-query.ts'
import { traceQuery } from '../../projections/trace/trace.ts'
import type { Storage } from '../../storage/storage.ts'

/** Opens no store, so that no projection starts and nothing is written. */
export async function compareReleases(
  storage: Storage,
  query: string,
  { from, to, emit }: { readonly from: Release; readonly to: Release; readonly emit: boolean },
): Promise<Comparison> {
  const traced = (release: Release) => {
    const facts = factsOf(release)
    const openQuery = inLanguage(openAsUsual, facts.language)
    return traceQuery({ storage, environment: platformEnvironment(), openQuery, facts }, query, { emit })
  }
  return await compareTraces(traced(from), traced(to))
}
