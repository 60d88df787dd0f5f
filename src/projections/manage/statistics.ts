// Tells the status of a projection, the reason of it, and its figures (projections-http §6.2, §7.1).

import { printTag } from '../model/positions/checkpoint-text.ts'
import type { Mode } from '../model/definition/definition.ts'
import type { EngineV2Run } from '../model/run.ts'
import { isEngineV2Run } from '../model/run.ts'
import type { Projection, Run } from '../model/tables.ts'

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

export const modeOf = ({ row }: Projection): Mode => row.definition?.mode ?? 'Transient'

/**
 * The figures of a projection, under the names that HTTP and gRPC give them.
 *
 * @param projection with the core that last reported; before any has, the numbers are those of projections-http §6.4.
 */
export const figuresOf = (projection: Projection) => {
  const { row, run: found } = projection
  const isSecond = found?.engineV2 !== undefined
  const run = found && isEngineV2Run(found) ? shownOfEngineV2(found) : found
  return {
    coreProcessingTime: Math.round(run?.handlerTime ?? 0),
    version: run?.version ?? -1,
    epoch: run?.epoch ?? -1,
    effectiveName: row.name,
    writesInProgress: run?.writesInProgress ?? 0,
    readsInProgress: 0,
    partitionsCached: run?.cached ?? 0,
    partitionStateCacheSize: found?.engineV2?.cached ?? 0,
    status: statusText(projection),
    stateReason: stateReason(projection),
    name: row.name,
    mode: modeOf(projection),
    position: run?.loaded ? printTag(run.position) : '',
    progress: run?.progress ?? 0,
    lastCheckpoint: run?.loaded ? printTag(run.lastCheckpoint) : run && !isSecond ? '' : null,
    eventsProcessedAfterRestart: run?.handled ?? 0,
    resultStreamName: run?.resultStreamName ?? null,
    checkpointStatus: isSecond ? null : (run?.checkpointStatus ?? null),
    bufferedEvents: 0,
    writePendingEventsBeforeCheckpoint: 0,
    writePendingEventsAfterCheckpoint: run?.pendingWrites ?? 0,
  }
}

/**
 * What Engine V2 tells: no version, no position, no progress; nothing at all before it was started once (26 §7.2).
 *
 * @returns undefined as long as it reports nothing.
 */
function shownOfEngineV2(run: EngineV2Run): Run | undefined {
  if (!run.engineV2.isStarted) return undefined
  return { ...run, loaded: false, version: 0, epoch: 0, progress: 0, handlerTime: 0, cached: 0, resultStreamName: null }
}
