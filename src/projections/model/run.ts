// Makes the first state of a run, and its states in the second phase and at completion.

import type { PartitionTexts, Sources } from '../../query/query.ts'
import type { Tag } from './positions/checkpoint.ts'
import { compareTags, zeroTag } from './positions/checkpoint.ts'
import type { Definition } from './definition/definition.ts'
import type { CoreState, EngineV2Progress, ProjectionRow, Run } from './tables.ts'
import type { Source } from './source.ts'
import { hasRootState, sourceOf } from './source.ts'
import type { Stamp } from './positions/provenance.ts'

/** Where a run begins: `tag` is undefined if the checkpoint does not fit the source. */
export type Beginning = Pick<Run, 'state' | 'result' | 'checkpointNumber' | 'hasCheckpoints'> & { readonly tag: Tag | undefined }

/** A new core (projections-http §6.2, §6.5). */
export function newRun(
  id: string,
  definition: Definition & { readonly sources: Sources },
  { tag: found, ...beginning }: Beginning,
  core: CoreState,
): Run {
  const tag = found ?? zeroTag(sourceOf(definition.sources))
  return {
    id,
    fence: 0,
    version: definition.version,
    epoch: definition.epoch,
    core,
    phase: 0,
    loaded: found !== undefined,
    start: tag,
    cursor: { tag, passed: tag, live: undefined },
    position: tag,
    lastCheckpoint: tag,
    ...beginning,
    marked: false,
    checkpointTime: 0,
    delivered: 0,
    unhandledBytes: 0,
    progress: -1,
    handled: 0,
    handlerTime: 0,
    partitions: 0,
    partitionBlocks: 0,
    cached: hasRootState(definition.sources) ? 1 : 0,
    resultStreamName: definition.sources.options.resultStreamName,
    checkpointStatus: '',
    writesInProgress: 0,
    pendingWrites: 0,
  }
}

/** State and result as a run keeps them: a text that both have once, because it may be megabytes. */
export const keptTexts = ({ state, result }: PartitionTexts): Pick<Run, 'state' | 'result'> => ({
  state,
  result: result === state ? true : result,
})

/** State and result of a run without a partition. */
export const textsOf = ({ state, result }: Pick<Run, 'state' | 'result'>): PartitionTexts => ({
  state,
  result: result === true ? state : result,
})

/** A run in Engine V2. */
export type EngineV2Run = Run & { readonly engineV2: EngineV2Progress }

export const isEngineV2Run = (run: Run): run is EngineV2Run => run.engineV2 !== undefined

/** The outcome of one step of a run, in either engine. */
export type Stepped = 'worked' | /** The source has ended for now. */ 'resting' | 'ended' | 'fenced'

/** The facts that stay the same as long as a run has this runner. */
export interface RunContext {
  readonly name: string
  readonly definition: Definition & { readonly sources: Sources }
  readonly source: Source
  readonly stamp: Stamp
  /** The class that the frames of faults name. */
  readonly handlerName: string
  /** For each partition that this runner has met: how many partitions appeared before it. */
  readonly ranks: Map<string, number>
}

/** The writer of events in this run. */
export const stampOf = ({ id }: Pick<ProjectionRow, 'id'>, { epoch, version }: Run): Stamp => ({ id, epoch, version })

/** Whether the position has moved since the last checkpoint, so that a stop or a fault writes one. */
export const hasMoved = ({ position, lastCheckpoint, phase }: Run): boolean => phase === 0 && compareTags(lastCheckpoint, position) < 0

/** Whether the stored run says that it has caught up with its source. */
export const hasReachedEnd = ({ progress, atEnd = false }: Run): boolean => progress === 100 || atEnd

/** The run at the start of the second phase of a query: everything of the first one is written. */
export const inSecondPhase = (run: Run): Run => ({
  ...run,
  phase: 1,
  position: { kind: 'phase', completed: true },
  lastCheckpoint: { kind: 'phase', completed: false },
  progress: 100,
  handled: 1,
  handlerTime: 0,
})

/** The run after the results of a query are written. */
export const completed = (run: Run): Run => ({
  ...run,
  core: 'Stopped',
  lastCheckpoint: { kind: 'phase', completed: true },
  checkpointStatus: '',
})
