// Makes a draft for the editor of a projection that a panel shows.

import type { Draft } from './draft.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'

const modes = { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' } as const

export const draftOf = ({ name, mode, query, emits }: Pick<InspectedProjection, 'name' | 'mode' | 'query' | 'emits'>): Draft => ({
  name,
  query,
  mode: modes[mode],
  emit: emits,
})
