// The rows a projection is made of: what it should be, how far its run has come, and the state of each partition.

import { table } from '../../storage/storage.ts'
import type { Tag } from './checkpoint.ts'
import type { Definition } from './definition.ts'
import type { PartitionColumns } from './partition-columns.ts'

/** Where the manager of a projection rests (projections-http §7.1). */
export type ManagerState =
  /** Registered, but never defined. */
  | 'Creating'
  /** A restart has read the definition and not yet prepared it. */
  | 'Loading'
  /** After a restart: disabled, with a text that cannot be prepared. */
  | 'Loaded'
  | 'Running'
  /** A stop that waits for writes which never come (projections-http §10.3). */
  | 'Stopping'
  | 'Stopped'
  | 'Completed'
  | 'Aborted'
  | 'Faulted'

/** What the core of a run last reported. */
export type CoreState = 'Running' | 'CompletingPhase' | 'Stopping' | 'Stopped' | 'Faulted'

export interface ProjectionFault {
  readonly reason: string
  /** In the query text, from 1. */
  readonly line?: number
  readonly column?: number
}

/** What a projection should be. Only commands and the end of a run write it. */
export interface ProjectionRow {
  readonly name: string
  /** Number of the registration event; -2 for a transient projection. */
  readonly id: number
  /** Where it stands in lists (projections-http §6.1). */
  readonly place: number
  /** Undefined only while Creating. */
  readonly definition: Definition | undefined
  readonly state: ManagerState
  /** Shown while Faulted. */
  readonly fault: ProjectionFault | undefined
}

/** How far reading has come. */
export interface SourceCursor {
  /** The last record that was read. */
  readonly tag: Tag
  /** The last record that was handed on, to the query or to nobody: links that lead nowhere leave no trace in positions. */
  readonly passed: Tag
  /** Set once the live reader feeds the run: the log position that it looks at next (projection-language §5.8). */
  readonly live: number | undefined
}

/** One core of a projection, from its start to the next: what statistics show, and where a runner goes on. */
export interface Run {
  /** Unique; partition rows are keyed by it. */
  readonly id: string
  /** Changes with every write of the row: whoever runs the projection commits only if nobody else did. */
  readonly fence: number
  /** Version and epoch of the definition it was made with. */
  readonly version: number
  readonly epoch: number
  readonly core: CoreState
  /** 1: the second phase of a query. */
  readonly phase: 0 | 1
  /** False where the checkpoint did not fit the source: there is no position then. */
  readonly loaded: boolean
  /** Where reading began: at the beginning or at a checkpoint event. */
  readonly start: Tag
  readonly cursor: SourceCursor
  /** Of the last event handled. */
  readonly position: Tag
  readonly lastCheckpoint: Tag
  /** Last event of the checkpoint stream as this run knows it; -1 for none. */
  readonly checkpointNumber: number
  /** Whether an earlier run left checkpoints, so that partitions without a row may have a stored state. */
  readonly hasCheckpoints: boolean
  /** Whether the mark of a start is written (projections-http §12, `$by_event_type`). */
  readonly marked: boolean
  /** Milliseconds since 1970 of the last checkpoint that a threshold asked for; 0 before any. */
  readonly checkpointTime: number
  /** Events delivered since then. */
  readonly delivered: number
  /** Bytes of log read since the last event delivered or checkpoint. */
  readonly unhandledBytes: number
  /** In percent; -1 before anything happened, -2 for not a number (projections-http §6.5). */
  readonly progress: number
  readonly handled: number
  /** Milliseconds. */
  readonly handlerTime: number
  /** State and result without a partition. */
  readonly state: string
  readonly result: string | undefined
  /** How many partitions this run has met. */
  readonly partitions: number
  /** In how many blocks their states are stored (docs/performance.md). */
  readonly partitionBlocks: number
  /** `partitionsCached` as last reported. */
  readonly cached: number
  /** Where the query names it itself; a text that cannot be prepared changes nothing of it. */
  readonly resultStreamName: string | null
  readonly checkpointStatus: string
  readonly writesInProgress: number
  readonly pendingWrites: number
  /** It was seen to go on emitting because of events that it emitted. Default: false. */
  readonly feedsItself?: boolean
}

/** State and result of one partition in one run. */
export interface PartitionRow {
  readonly state: string
  readonly result: string | undefined
  /** How many partitions appeared before it. */
  readonly rank: number
  /** Of the event that changed it last. */
  readonly tag: Tag
}

/** When somebody last asked for a projection, and for which partitions: outside the fence, so that asking never ends a run. */
export interface AccessRow {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly run: string
  readonly asked: readonly string[]
}

/** Places of the list: how many there are, and which are free, the one freed last at the end. */
export interface PlacesRow {
  readonly count: number
  readonly free: readonly number[]
}

export const projectionRows = table<ProjectionRow>('projections')
/** Keyed as the projections. */
export const runRows = table<Run>('projection-runs')
/** Keyed by run first; what comes behind it is the business of `partition-rows.ts`. */
export const partitionRows = table<PartitionColumns>('projection-partitions')
export const accessRows = table<AccessRow>('projection-access')
/** Number of the registration by name, for every name that is taken by one. */
export const registrationRows = table<number>('projection-registrations')
/** One row, keyed by the empty text. */
export const placesRows = table<PlacesRow>('projection-places')
