// Runs the draft: sends its requests, visible in the request panel, and stops at the first refusal.

import { refusalOf } from '../store/refusal.ts'
import { unlessClosed } from '../store/unless-closed.ts'
import type { PlaygroundSession } from '../session.ts'
import { visibleLine } from '../../kit/visible-text.ts'
import { run as texts } from '../../strings/english/run.ts'
import { session as sessionTexts } from '../../strings/english/session.ts'
import { nameProblem, runRequests } from './run-requests.ts'

const javaScript = { 'Content-Type': 'application/javascript' }

/** @returns why a request was refused; undefined if the store accepted all of them, though the query may still fault. */
export async function runDraft(session: PlaygroundSession): Promise<string | undefined> {
  const { draft } = session
  const problem = nameProblem(draft.name)
  if (problem !== undefined) return problem
  await session.open()
  if (!session.store) return sessionTexts.notOpen
  // The application may have changed the projection since the last look.
  await session.clock.caughtUp()
  for (const { method, path, body } of runRequests(draft, projectionIn(session, draft.name))) {
    const refusal = await refusalOf(session.send(method, path, body === undefined ? {} : { headers: javaScript, body }))
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Waits until the run has handled everything, and describes the outcome in a sentence. */
export async function newsOf(session: PlaygroundSession, name: string): Promise<string> {
  const { store } = session
  if (!store) return ''
  await unlessClosed(store.settled())
  await session.clock.caughtUp()
  const ran = projectionIn(session, name)
  if (!ran) return ''
  return ran.handled === undefined ? texts.completed(visibleLine(name)) : texts.handled(visibleLine(name), ran.handled)
}

const projectionIn = ({ picture }: PlaygroundSession, name: string) => picture?.projections.find((each) => each.name === name)
