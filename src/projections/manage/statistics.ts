// Words the status of a projection, and the reason of it (projections-http §6.2, §7.1).

import type { Projection } from '../model/tables.ts'

/** @param run the core that last reported, if any has. */
export function statusText({ row: { state, definition }, run }: Projection): string {
  if (!run) return state
  const core = `${run.core}${run.phase === 1 ? '/Writing results' : run.paused ? '/Paused' : ''}`
  const text = core === 'Stopped' && state === 'Completed' ? state : core.startsWith(state) ? core : `${state}/${core}`
  const rests = state === 'Stopped' || state === 'Faulted'
  return rests && definition?.enabled ? `${text} (Enabled)` : text
}

/** Empty unless the projection is faulted; null before any core reported (projections-http §6.2, §6.4). */
export function stateReason({ row: { state, fault }, run }: Projection): string | null {
  if (state === 'Faulted') return fault?.reason ?? ''
  // Engine V2 reports nothing before it was started once.
  return run && run.engineV2?.isStarted !== false ? '' : null
}
