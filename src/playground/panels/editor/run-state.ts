// Decides whether the projection of the draft's name runs what the editor shows.

import { projectionPath } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import type { Draft } from '../../model/draft.ts'
import { readUnlogged } from '../../model/store/unlogged-read.ts'
import type { ExistingProjection } from './run-requests.ts'
import { emits, replacedMode } from './run-requests.ts'

/** `new`: there is no projection of this name. `edited`: it runs another text, or in another way. */
export type DraftState = 'new' | 'edited' | 'ran'

export interface RanProjection {
  readonly existing: ExistingProjection | undefined
  readonly state: DraftState
}

interface RanDefinition {
  readonly query: string
  readonly emitEnabled?: boolean
}

export async function readRunState(store: Store, draft: Draft): Promise<RanProjection> {
  const path = projectionPath(draft.name)
  const [existing, definition] = await Promise.all([
    readUnlogged<ExistingProjection>(store, path),
    readUnlogged<RanDefinition>(store, `${path}/query?config=true`),
  ])
  return { existing, state: runStateOf(draft, existing, definition) }
}

export function runStateOf(draft: Draft, existing: ExistingProjection | undefined, definition: RanDefinition | undefined): DraftState {
  if (!existing || !definition) return 'new'
  const isSame = definition.query === draft.query && (definition.emitEnabled ?? false) === emits(draft) && !replacedMode(draft, existing)
  return isSame ? 'ran' : 'edited'
}
