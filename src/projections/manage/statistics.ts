// Computes the statistics of a projection from its rows (projections-http §6).

import { printTag } from '../model/checkpoint-text.ts'
import type { Mode } from '../model/definition.ts'
import type { ProjectionRow, Run } from '../model/tables.ts'
import { stateReason, statusText } from '../model/status.ts'

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

/** Statistics before any core has reported (projections-http §6.4). */
const empty = {
  coreProcessingTime: 0,
  version: -1,
  epoch: -1,
  partitionsCached: 0,
  position: '',
  progress: 0,
  lastCheckpoint: null,
  eventsProcessedAfterRestart: 0,
  checkpointStatus: null,
  writesInProgress: 0,
  writePendingEventsAfterCheckpoint: 0,
  resultStreamName: null,
}

export const statisticsOf = (row: ProjectionRow, run: Run | undefined): Statistics => ({
  name: row.name,
  mode: row.definition?.mode ?? 'Transient',
  status: statusText(row, run),
  stateReason: stateReason(row, run),
  ...(run ? ofRun(run) : empty),
})

const ofRun = (run: Run) => ({
  coreProcessingTime: Math.round(run.handlerTime),
  version: run.version,
  epoch: run.epoch,
  partitionsCached: run.cached,
  position: run.loaded ? printTag(run.position) : '',
  progress: run.progress,
  lastCheckpoint: run.loaded ? printTag(run.lastCheckpoint) : '',
  eventsProcessedAfterRestart: run.handled,
  checkpointStatus: run.checkpointStatus,
  writesInProgress: run.writesInProgress,
  writePendingEventsAfterCheckpoint: run.pendingWrites,
  resultStreamName: run.resultStreamName,
})
