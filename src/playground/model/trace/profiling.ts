// Profiles the draft over the store's events while somebody steps through it: calls, time, and the lines that no event has run.

import type { QueryProfile } from '../../../engine/queries/profile.ts'
import type { Store } from '../../../engine/store.ts'
import { oneEach } from '../../kit/one-each.ts'
import type { Draft } from '../draft/draft.ts'
import type { PlaygroundSession } from '../session.ts'
import { WatchedWork } from '../timing/watched-work.ts'
import { traceOf } from './trace-of.ts'

/** Milliseconds without a change before a profile begins: it runs the query twice, beside the steps. */
const calm = 600

/** What the gutter shows beside a line. */
export interface LineCost {
  /** From 1. */
  readonly line: number
  /** Runs of the line, over all events; 0: no event has run it. */
  readonly times: number
  /** Of the handlers that begin there. */
  readonly handler: { readonly calls: number; readonly milliseconds: number } | undefined
}

export interface ProfiledQuery {
  readonly query: string
  /** In the order of the lines. */
  readonly lines: readonly LineCost[]
}

export function linesOf({ lines, handlers }: Pick<QueryProfile, 'lines' | 'handlers'>): LineCost[] {
  const costs = new Map(lines.map(({ line, times }): [number, LineCost] => [line, { line, times, handler: undefined }]))
  for (const { line, calls, milliseconds } of handlers) {
    if (line === undefined) continue
    const { times = calls, handler } = costs.get(line) ?? {}
    const sum = { calls: calls + (handler?.calls ?? 0), milliseconds: milliseconds + (handler?.milliseconds ?? 0) }
    costs.set(line, { line, times, handler: sum })
  }
  return [...costs.values()].sort((one, other) => one.line - other.line)
}

/** The one profile of a session. */
export const profilingOf = oneEach(
  (session: PlaygroundSession) => new WatchedWork<ProfiledQuery | undefined>(session, { calm, none: undefined, compute: profiled }),
)

async function profiled(store: Store, draft: Draft, signal: AbortSignal): Promise<ProfiledQuery | undefined> {
  try {
    const { profileQuery } = await import('../../../engine/queries/profile.ts')
    const { query } = draft
    const profile = await profileQuery(query, (options) => traceOf(store, draft, { ...options, signal }))
    return { query, lines: linesOf(profile) }
  } catch {
    // The steps themselves tell of a store that has closed, and of a text that has changed.
    return undefined
  }
}
