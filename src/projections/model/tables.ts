// The rows of a projection: its definition and state, the progress of its run, and the states of partitions.

import type { JoinedTexts } from '../../base/events/column.ts'
import type { Sources } from '../../query/query.ts'
import type { Position } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import { table } from '../../storage/storage.ts'
import type { Tag } from './positions/checkpoint.ts'
import type { ConfiguredMembers, Definition } from './definition/definition.ts'

/** The resting states of a projection's manager (projections-http §7.1). */
export type ManagerState =
  /** Never defined: registered and no more, or created without a handler type. */
  | 'Creating'
  /** A restart has read the definition and not yet prepared it. */
  | 'Loading'
  /** After a restart: disabled, with a text that cannot be prepared. */
  | 'Loaded'
  | 'Running'
  /** A stop that waits for writes that never come (projections-http §10.3). */
  | 'Stopping'
  | 'Stopped'
  | 'Completed'
  | 'Aborted'
  | 'Faulted'

/** The state that the core of a run last reported. */
export type CoreState = 'Running' | 'CompletingPhase' | 'Stopping' | 'Stopped' | 'Faulted'

export interface FaultReason {
  readonly reason: string
  /** In the query text, from 1. */
  readonly line?: number
  readonly column?: number
}

/** The place of a fault in the query text, if it has one. */
export const placeOf = ({ line, column }: Pick<FaultReason, 'line' | 'column'>): Pick<FaultReason, 'line' | 'column'> => ({
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
})

/** The desired state of a projection. Only commands and the end of a run write it. */
export interface ProjectionRow {
  readonly name: string
  /** Number of the registration event; -2 for a transient projection. */
  readonly id: number
  /** Its place in lists (projections-http §6.1). */
  readonly place: number
  /** Undefined only while Creating. */
  readonly definition: Definition | undefined
  /** While Creating, that of a PUT config, which is refused and has its effect. Default: that of a new definition. */
  readonly configuration?: ConfiguredMembers
  readonly state: ManagerState
  /** Shown while Faulted. */
  readonly fault: FaultReason | undefined
  /** Whether the core is not that of the present query or epoch, because none could be made (projections-http §10.3). Default: false. */
  readonly unprepared?: boolean
  /** Whether such a change is in the definition and not yet in its stream. Default: false. */
  readonly unwritten?: boolean
}

/** How far reading the source has come. */
export interface SourceCursor {
  /** The last record that was read. */
  readonly tag: Tag
  /** The last record that counts in positions: links without a target do not. */
  readonly passed: Tag
  /** The next log position of the live reader, once it feeds the run (projection-language §5.8). */
  readonly live: number | undefined
  /** For a source by type: whether the type index is behind it, so that the log follows. Default: false. */
  readonly isPastIndex?: boolean
}

/** One core of a projection: the source of its statistics, and the point where a runner resumes. */
export interface Run {
  /** Unique; partition rows are keyed by it. */
  readonly id: string
  /** Changes with every write of the row: a runner commits only if it still has the present fence. */
  readonly fence: number
  /** Version and epoch of the definition it was made with. */
  readonly version: number
  readonly epoch: number
  readonly core: CoreState
  /** 1: the second phase of a query. */
  readonly phase: 0 | 1
  /** False where the checkpoint did not fit the source, so that there is no position. */
  readonly loaded: boolean
  /** Where reading began: at the beginning or at a checkpoint event. */
  readonly start: Tag
  readonly cursor: SourceCursor
  /** Of the last event handled. */
  readonly position: Tag
  readonly lastCheckpoint: Tag
  /** The last event of the checkpoint stream that this run knows; -1 for none. */
  readonly checkpointNumber: number
  /** Whether an earlier run left checkpoints, so that partitions without a row may have a stored state. */
  readonly hasCheckpoints: boolean
  /** Whether the mark of a start is written (projections-http §12, `$by_event_type`). */
  readonly marked: boolean
  /** Milliseconds since 1970 of the last checkpoint that a threshold asked for; 0 before any. */
  readonly checkpointTime: number
  /** Events delivered since `checkpointTime`. */
  readonly delivered: number
  /** Bytes of log read since the last event delivered or checkpoint. */
  readonly unhandledBytes: number
  /** In percent; -1 before anything happened, -2 for not a number (projections-http §6.5). */
  readonly progress: number
  /** Whether the end of the source is reached, for queries whose progress does not tell: those that reorder events. Default: false. */
  readonly atEnd?: boolean
  readonly handled: number
  /** Milliseconds. */
  readonly handlerTime: number
  /** State and result without a partition, as `keptTexts` makes them: `true` is a result that equals the state. */
  readonly state: string
  readonly result: string | true | undefined
  /** The number of partitions that this run has met. */
  readonly partitions: number
  /** The number of blocks that hold their states (docs/inside/performance.md). */
  readonly partitionBlocks: number
  /** `partitionsCached` as last reported. */
  readonly cached: number
  /** Null unless the query sets it; a query that cannot be prepared leaves it as it was. */
  readonly resultStreamName: string | null
  readonly checkpointStatus: string
  readonly writesInProgress: number
  readonly pendingWrites: number
  /** Whether it was seen to keep emitting because of events that it emitted. Default: false. */
  readonly feedsItself?: boolean
  /** Whether reading was paused when an event failed, because too many waited. Default: false. */
  readonly paused?: boolean
  /** Present for a run in the server's second engine. */
  readonly engineV2?: EngineV2Progress
}

/** Progress of a run in the second engine, Engine V2 (26 §7). Its partitions, the root and the shared state are partition rows. */
export interface EngineV2Progress {
  /** Whether the engine was started, so that there are statistics. */
  readonly isStarted: boolean
  /** The next position of the log to read. */
  readonly next: Position
  /** The last record that counts in checkpoints; -1 before any. */
  readonly passed: Position
  /** Events handed on, and bytes of records read, since the last checkpoint. */
  readonly events: number
  readonly bytes: number
  /** Partitions with a state in memory. */
  readonly cached: number
  /** Whether a checkpoint could not be written: the next one faults the run. */
  readonly hasFailed: boolean
  /** An exception that shows when the run stops: until then events are counted and not handled. */
  readonly hidden: FaultReason | undefined
}

/** An event that a run in the second engine will write with its next checkpoint. */
export interface WaitingEmission {
  readonly stream: string
  readonly type: string
  readonly data: string
  readonly isJson: boolean
  /** As it is written; empty for none. */
  readonly metadata: string
}

/** State and result of one partition in one run. */
export interface PartitionRow {
  readonly state: string
  readonly result: string | undefined
  /** The number of partitions that appeared before it. */
  readonly rank: number
  /** Of the event that changed it last. */
  readonly tag: Tag
}

/** Partitions with their states, column by column: columns are cloned many times faster than objects. */
export interface PartitionColumns {
  readonly partitions: JoinedTexts
  readonly states: JoinedTexts
  /** `as states` where every result equals its state, as without transformations. */
  readonly results: 'as states' | readonly (string | undefined)[]
  readonly ranks: readonly number[]
  /** Numbers of one stream, or any positions. */
  readonly tags: { readonly stream: string; readonly numbers: readonly number[] } | readonly Tag[]
}

/** What preparing a text has found out, so that a restart need not parse it again: `sources`, or the `fault` of a text that does not parse. */
export interface PreparationRow {
  /** `preparationRules` of the package that prepared it. */
  readonly rules: number
  /** `Settings.release`, whose language it was. */
  readonly release: string
  readonly handlerType: string
  readonly query: string
  readonly sources: Sources | undefined
  readonly fault: FaultReason | undefined
}

/** To be raised where texts come to have other sources or faults than before. */
export const preparationRules = 1

/** The last access to a projection, and the partitions asked for that the run had not met: outside the fence, so that reads never end a run. */
export interface AccessRow {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly run: string
  readonly asked: readonly string[]
}

/** Places in lists: their number, and the free ones, the one freed last at the end. */
export interface PlacesRow {
  readonly count: number
  readonly free: readonly number[]
}

/** The rows of a projection. */
export interface Projection {
  readonly row: ProjectionRow
  readonly run: Run | undefined
}

export const projectionRows = table<ProjectionRow>('projections')
/** Keyed as the projections. */
export const runRows = table<Run>('projection-runs')
/** Keyed by run and commit. */
export const emissionRows = table<readonly WaitingEmission[]>('projection-emissions')
/** Keyed by run and then as `partitions/rows.ts` decides. */
export const partitionRows = table<PartitionColumns>('projection-partitions')
export const accessRows = table<AccessRow>('projection-access')
/** Number of the registration by name, for every registered name. */
export const registrationRows = table<number>('projection-registrations')
/** Keyed as the projections; a restart keeps them. */
export const preparationRows = table<PreparationRow>('projection-preparations')
/** One row, with the empty string as key. */
export const placesRows = table<PlacesRow>('projection-places')

/** A projection, if there is one of the name. */
export async function projectionIn(tx: ReadTransaction, name: string): Promise<Partial<Projection>> {
  const [row, run] = await Promise.all([tx.row(projectionRows, name), tx.row(runRows, name)])
  return { row, run }
}

/** All projections, in the order of their names. */
export async function projectionsIn(tx: ReadTransaction): Promise<Projection[]> {
  const [rows, runs] = await Promise.all([tx.rows(projectionRows), tx.rows(runRows)])
  const runOf = new Map(runs)
  return rows.map(([name, row]) => ({ row, run: runOf.get(name) }))
}
