// Describes one projection for whoever looks at a store: what it does, how far it is, and why it stopped; nothing is left to be parsed.

import { figuresOf } from '../../projections/manage/statistics.ts'
import type { Mode } from '../../projections/model/definition/definition.ts'
import { resultStream } from '../../projections/model/names.ts'
import { isPartitioned } from '../../projections/model/source.ts'
import type { Projection } from '../../projections/model/tables.ts'
import type { Sources } from '../../query/query.ts'
import type { QueryProblem } from '../observe/query-problem.ts'
import { problemOf } from '../observe/query-problem.ts'

/** What a projection does at this moment; `busy`: it changes from one of the others to the next. */
export type ProjectionActivity = 'running' | 'completed' | 'stopped' | 'faulted' | 'busy'

export interface InspectedProjection {
  readonly name: string
  readonly mode: Mode
  readonly activity: ProjectionActivity
  /** In the server's words, e.g. `Faulted (Enabled)`. */
  readonly status: string
  /** Whether it runs, or would run again after a restart. */
  readonly isEnabled: boolean
  /** Whether a command to disable it would change something. */
  readonly canStop: boolean
  /** Whether it is stopped or faulted, so that it can be deleted. */
  readonly isStopped: boolean
  /** Whether nothing changes any more unless events or commands come. */
  readonly isAtRest: boolean
  /** Of a faulted one. */
  readonly fault: QueryProblem | undefined
  /** Whether a core ever reported: without one there is no state, and nothing to reset. */
  readonly hasRun: boolean
  /** Changes with every run. */
  readonly epoch: number
  readonly position: string
  /** In percent, from 0 to 100; undefined while unknown. */
  readonly progress: number | undefined
  /** Events that the present run has handled; undefined once a query is complete, when the server counts anew. */
  readonly handled: number | undefined
  /** Milliseconds in handlers. */
  readonly handlerTime: number
  /** Empty before it is defined. */
  readonly query: string
  readonly emits: boolean
  readonly tracksEmittedStreams: boolean
  readonly writesCheckpoints: boolean
  /** Undefined if the query cannot be prepared. */
  readonly sources: Sources | undefined
  readonly isPartitioned: boolean
  /** The stream of its results; empty where it cannot be told. */
  readonly resultStream: string
}

export function inspectedProjection(projection: Projection): InspectedProjection {
  const { row, run } = projection
  const { name, definition, state } = row
  const figures = figuresOf(projection)
  const sources = definition?.sources
  const activity = activityOf(projection)
  const progress = percentOf(figures.progress)
  const isStopped = state === 'Stopped' || state === 'Faulted'
  return {
    name,
    mode: figures.mode,
    activity,
    status: figures.status,
    isEnabled: state === 'Running' || (isStopped && run !== undefined && definition?.enabled === true),
    canStop: state !== 'Stopped' && state !== 'Aborted',
    isStopped,
    isAtRest: activity === 'stopped' || activity === 'faulted' || activity === 'completed' || (activity === 'running' && progress === 100),
    fault: state === 'Faulted' ? problemOf(row.fault) : undefined,
    hasRun: figures.version >= 0,
    epoch: figures.epoch,
    position: figures.position,
    progress,
    handled: run?.phase === 1 ? undefined : figures.eventsProcessedAfterRestart,
    handlerTime: figures.coreProcessingTime,
    query: definition?.query ?? '',
    emits: definition?.emitEnabled ?? false,
    tracksEmittedStreams: definition?.trackEmittedStreams ?? false,
    writesCheckpoints: definition !== undefined && !definition.checkpointsDisabled,
    sources,
    isPartitioned: sources !== undefined && isPartitioned(sources),
    resultStream: sources ? resultStream(name, sources.options.resultStreamName) : '',
  }
}

function activityOf({ row: { state }, run }: Projection): ProjectionActivity {
  if (state === 'Faulted' || (state === 'Stopped' && run?.core === 'Faulted')) return 'faulted'
  if (state === 'Running') return 'running'
  if (state === 'Completed') return 'completed'
  return state === 'Stopped' || state === 'Aborted' ? 'stopped' : 'busy'
}

const percentOf = (progress: number): number | undefined => (progress < 0 || Number.isNaN(progress) ? undefined : Math.min(100, progress))
