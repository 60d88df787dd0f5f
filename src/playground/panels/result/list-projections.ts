// Reads which projections a store has, with their figures.

import type { Store } from '../../../engine/store.ts'
import { readUnlogged } from '../../model/store/unlogged-read.ts'
import type { ProjectionStatistics } from './status.ts'
import { isSystemProjection } from './status.ts'

export interface ListedProjections {
  /** The user's. */
  readonly own: readonly ProjectionStatistics[]
  readonly system: readonly ProjectionStatistics[]
}

/** @returns undefined if the store is closed. */
export async function listProjections(store: Store): Promise<ListedProjections | undefined> {
  const answer = await readUnlogged<{ readonly projections: readonly ProjectionStatistics[] }>(store, '/projections/any')
  if (!answer) return undefined
  const { own = [], system = [] } = Object.groupBy(answer.projections, ({ name }) => (isSystemProjection(name) ? 'system' : 'own'))
  return { own, system }
}
