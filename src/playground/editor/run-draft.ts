// Runs the draft: sends its requests, visible in the request panel, and stops at the first refusal.

import { projectionPath } from '../../engine/paths.ts'
import type { ProjectionStatistics } from '../projection/status.ts'
import { readUnlogged, unlessClosed } from '../session/unlogged-read.ts'
import type { PlaygroundSession } from '../session/session.ts'
import { visibleLine } from '../ui-kit/visible-text.ts'
import { run as texts } from '../strings/english/run.ts'
import type { ExistingProjection } from './run-requests.ts'
import { nameProblem, runRequests } from './run-requests.ts'

export type RunOutcome =
  /** The store accepted every request; the query may still fault. */
  { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly reason: string }

const javaScript = { 'Content-Type': 'application/javascript' }

export async function runDraft(session: PlaygroundSession): Promise<RunOutcome> {
  const { draft } = session
  const problem = nameProblem(draft.name)
  if (problem !== undefined) return { kind: 'refused', reason: problem }
  await session.open()
  const { store } = session
  if (!store) return { kind: 'refused', reason: texts.notOpen }
  const existing = await readUnlogged<ExistingProjection>(store, projectionPath(draft.name))
  for (const { method, path, body } of runRequests(draft, existing)) {
    const response = await session.send(method, path, body === undefined ? {} : { headers: javaScript, body })
    if (!response.ok) return { kind: 'refused', reason: (await response.text()) || `${response.status} ${response.statusText}` }
  }
  return { kind: 'sent' }
}

/** Waits until the run has handled everything, and describes the outcome in a sentence. */
export async function newsOf({ store }: PlaygroundSession, name: string): Promise<string> {
  if (!store) return ''
  await unlessClosed(store.settled())
  const statistics = await readUnlogged<ProjectionStatistics>(store, projectionPath(name))
  if (!statistics) return ''
  // The second phase of a query restarts the count (projections-http §6.2).
  if (statistics.status.startsWith('Completed')) return texts.completed(visibleLine(name))
  return texts.handled(visibleLine(name), statistics.eventsProcessedAfterRestart)
}
