// Decides whether the projection of the draft's name runs what the editor shows.

import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { Draft } from './draft.ts'
import { emits, replacedMode } from './run-requests.ts'

/** `new`: there is no projection of this name. `edited`: it runs another text, or in another way. */
export type DraftState = 'new' | 'edited' | 'ran'

export function runStateOf(draft: Draft, existing: Pick<InspectedProjection, 'mode' | 'query' | 'emits'> | undefined): DraftState {
  if (!existing) return 'new'
  const isSame = existing.query === draft.query && existing.emits === emits(draft) && !replacedMode(draft, existing)
  return isSame ? 'ran' : 'edited'
}
