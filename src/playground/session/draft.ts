// What the reader is writing: a query, how it is to run, and what is wrong with it; and which draft a scenario begins with.

import type { Scenario } from '../../engine/scenario/scenario.ts'

/** The query in the editor, and how it is to run. */
export interface Draft {
  /** Of the projection that it becomes. */
  readonly name: string
  readonly query: string
  readonly mode: 'continuous' | 'one-time' | 'transient'
  /** Whether it may write streams. */
  readonly emit: boolean
}

/** Where in the draft something is wrong. */
export interface DraftFault {
  readonly message: string
  /** From 1; absent where no place is to blame. */
  readonly line?: number
  readonly column?: number
}

/** What a playground without a projection begins with. */
export const firstDraft: Draft = { name: 'my-projection', query: '', mode: 'continuous', emit: true }

/** The first projection of a scenario, as it would have been written in the editor. */
export function draftIn(scenario: Scenario | undefined): Draft | undefined {
  const [first] = scenario?.projections ?? []
  if (!first) return undefined
  const { name, query, mode = 'continuous', emit = mode === 'continuous' } = first
  return { name, query, mode, emit }
}
