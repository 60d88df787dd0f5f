// Makes a draft for the editor of a projection that a panel shows.

import type { Draft } from '../../model/draft.ts'
import type { ShownProjection } from './read-projections.ts'

const modes = { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' } as const

/** @returns undefined if its query cannot be read. */
export function draftOf({ statistics: { name, mode }, definition }: ShownProjection): Draft | undefined {
  return definition && { name, query: definition.query, mode: modes[mode], emit: definition.emitEnabled ?? false }
}
