// The draft: a query, the way to run it, and its fault; the first draft of a scenario, and one that was kept as JSON.

import type { Scenario } from '../../../engine/scenario/scenario.ts'
import { queryOf } from '../../../engine/scenario/scenario.ts'

/** The query in the editor, and the way to run it. */
export interface Draft {
  /** Name of the projection that the draft becomes. */
  readonly name: string
  readonly query: string
  readonly mode: 'continuous' | 'one-time' | 'transient'
  /** Whether the query may write streams. */
  readonly emit: boolean
}

/** An error in the draft, and its place. */
export interface DraftFault {
  readonly message: string
  /** From 1; absent if the error has no place. */
  readonly line?: number
  readonly column?: number
}

/** Draft of a playground without a projection. */
export const firstDraft: Draft = { name: 'my-projection', query: '', mode: 'continuous', emit: true }

/** The first projection of a scenario, as a draft. */
export function draftIn(scenario: Scenario | undefined): Draft | undefined {
  const [first] = scenario?.projections ?? []
  if (!first) return undefined
  const { name, mode = 'continuous', emit = mode === 'continuous' } = first
  return { name, query: queryOf(first), mode, emit }
}

/** Whether a query calls a function that writes events. */
export const mayWrite = (query: string): boolean => /\b(?:emit|linkTo|linkStreamTo|copyTo)\s*\(/.test(query)

/** Whether a query may log: a look at the text spares a run over all events. */
export const mayLog = (query: string): boolean => /\blog\s*\(/.test(query)

/** They have the same steps over the same events. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.name === other.name && one.query === other.query && one.mode === other.mode && one.emit === other.emit

const modes: readonly unknown[] = ['continuous', 'one-time', 'transient'] satisfies Draft['mode'][]

/** A draft from parsed JSON; missing and unknown members become those of a first draft. */
export const draftFrom = ({ name, query, mode, emit }: Readonly<Record<string, unknown>>): Draft => ({
  name: typeof name === 'string' ? name : firstDraft.name,
  query: typeof query === 'string' ? query : firstDraft.query,
  mode: modes.includes(mode) ? (mode as Draft['mode']) : firstDraft.mode,
  emit: emit !== false,
})
