// Makes a draft for the editor of a projection that a panel shows, and of each that users have.

import type { Draft } from './draft.ts'
import type { InspectedProjection } from '../../../engine/inspect/inspected-projection.ts'
import type { StorePicture } from '../../../engine/inspect/inspection.ts'

const modes = { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' } as const

export const draftOf = ({ name, mode, query, emits }: Pick<InspectedProjection, 'name' | 'mode' | 'query' | 'emits'>): Draft => ({
  name,
  query,
  mode: modes[mode],
  emit: emits,
})

export const draftsIn = ({ projections }: Pick<StorePicture, 'projections'>): readonly Draft[] =>
  projections.filter(({ name, query }) => query !== '' && !name.startsWith('$')).map(draftOf)
