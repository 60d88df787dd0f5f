// Takes the queries of users' projections from the picture of a store, as they are now.

import type { StorePicture } from '../../../engine/inspect/inspection.ts'
import type { Draft } from '../draft/draft.ts'
import { draftOf } from '../draft/projection-draft.ts'

export const draftsIn = ({ projections }: Pick<StorePicture, 'projections'>): readonly Draft[] =>
  projections.filter(({ name, query }) => query !== '' && !name.startsWith('$')).map(draftOf)
