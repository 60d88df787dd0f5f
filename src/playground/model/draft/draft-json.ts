// Reads a draft from parsed JSON, and compares drafts.

import type { Draft } from './draft.ts'
import { firstDraft } from './draft.ts'

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
