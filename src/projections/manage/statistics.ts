// Computes the statistics of a projection from its rows (projections-http §6), and words its status (§7.1).

import { printTag } from '../model/checkpoint-text.ts'
import type { Mode } from '../model/definition.ts'
import type { ProjectionRow, Run } from '../model/tables.ts'

export interface Statistics {
  readonly name: string
  readonly mode: Mode
  readonly status: string
  readonly stateReason: string | null
  /** Milliseconds. */
  readonly coreProcessingTime: number
  readonly version: number
  readonly epoch: number
  readonly partitionsCached: number
  readonly position: string
  /** In percent; -1 and -2 as projections-http §6.5 says. */
  readonly progress: number
  readonly lastCheckpoint: string | null
  readonly eventsProcessedAfterRestart: number
  readonly checkpointStatus: string | null
  readonly writesInProgress: number
  readonly writePendingEventsAfterCheckpoint: number
  /** Null unless the query sets it. */
  readonly resultStreamName: string | null
}

/** @param run the core that last reported; before any has, the numbers are those of projections-http §6.4. */
export const statisticsOf = (row: ProjectionRow, run: Run | undefined): Statistics => ({
  name: row.name,
  mode: row.definition?.mode ?? 'Transient',
  status: statusText(row, run),
  stateReason: stateReason(row, run),
  coreProcessingTime: Math.round(run?.handlerTime ?? 0),
  version: run?.version ?? -1,
  epoch: run?.epoch ?? -1,
  partitionsCached: run?.cached ?? 0,
  position: run?.loaded ? printTag(run.position) : '',
  progress: run?.progress ?? 0,
  lastCheckpoint: run?.loaded ? printTag(run.lastCheckpoint) : run ? '' : null,
  eventsProcessedAfterRestart: run?.handled ?? 0,
  checkpointStatus: run?.checkpointStatus ?? null,
  writesInProgress: run?.writesInProgress ?? 0,
  writePendingEventsAfterCheckpoint: run?.pendingWrites ?? 0,
  resultStreamName: run?.resultStreamName ?? null,
})

/** @param run the core that last reported, if any has. */
export function statusText({ state, definition }: ProjectionRow, run: Run | undefined): string {
  if (!run) return state
  const core = `${run.core}${run.phase === 1 ? '/Writing results' : ''}`
  const text = core === 'Stopped' && state === 'Completed' ? state : core.startsWith(state) ? core : `${state}/${core}`
  const rests = state === 'Stopped' || state === 'Faulted'
  return rests && definition?.enabled ? `${text} (Enabled)` : text
}

/** Empty unless the projection is faulted; null before any core reported (projections-http §6.2, §6.4). */
export function stateReason({ state, fault }: ProjectionRow, run: Run | undefined): string | null {
  if (state === 'Faulted') return fault?.reason ?? ''
  return run ? '' : null
}
