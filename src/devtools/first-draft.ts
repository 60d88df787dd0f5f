// Puts the query of a projection of the application into the editor and the stepper.

import { readProjections } from '../playground/projection/read-projections.ts'
import type { PlaygroundSession } from '../playground/session/session.ts'

const modes = { Continuous: 'continuous', OneTime: 'one-time', Transient: 'transient' } as const

/** @param projection undefined for the first of the application's own; where it has none, the editor stays as it is. */
export async function draftProjection(session: PlaygroundSession, projection?: string): Promise<void> {
  const { store } = session
  const { shown } = (store && (await readProjections(store, { projection }))) ?? {}
  if (!shown?.definition) return
  const { query, emitEnabled: emit = false } = shown.definition
  session.edit({ name: shown.statistics.name, query, mode: modes[shown.statistics.mode], emit })
}
