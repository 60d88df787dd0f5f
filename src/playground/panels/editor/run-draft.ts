// Runs the draft: sends its requests, visible in the request panel, and stops at the first refusal.

import { projectionPath } from '../../../base/paths.ts'
import type { ProjectionStatistics } from '../result/status.ts'
import { refusalOf } from '../../model/store/refusal.ts'
import { readUnlogged, unlessClosed } from '../../model/store/unlogged-read.ts'
import type { PlaygroundSession } from '../../model/session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { run as texts } from '../../strings/english/run.ts'
import { session as sessionTexts } from '../../strings/english/session.ts'
import type { ExistingProjection } from './run-requests.ts'
import { nameProblem, runRequests } from './run-requests.ts'

const javaScript = { 'Content-Type': 'application/javascript' }

/** @returns why a request was refused; undefined if the store accepted all of them, though the query may still fault. */
export async function runDraft(session: PlaygroundSession): Promise<string | undefined> {
  const { draft } = session
  const problem = nameProblem(draft.name)
  if (problem !== undefined) return problem
  await session.open()
  const { store } = session
  if (!store) return sessionTexts.notOpen
  const existing = await readUnlogged<ExistingProjection>(store, projectionPath(draft.name))
  for (const { method, path, body } of runRequests(draft, existing)) {
    const refusal = await refusalOf(session.send(method, path, body === undefined ? {} : { headers: javaScript, body }))
    if (refusal !== undefined) return refusal
  }
  return undefined
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
