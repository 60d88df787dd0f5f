// Reads the panel's content: the list of projections, and all about the selected one.

import { projectionPath, search } from '../../../base/paths.ts'
import type { Store } from '../../../engine/store.ts'
import { readUnlogged, readTextUnlogged, unlessClosed } from '../../model/store/unlogged-read.ts'
import { listProjections } from './list-projections.ts'
import type { ProjectionStatistics } from './status.ts'

/** Members of `GET /projection/{name}/query?config=true`. */
export interface ProjectionDefinition {
  readonly query: string
  readonly emitEnabled?: boolean
  readonly trackEmittedStreams?: boolean
  readonly checkpointsEnabled?: boolean
  /** Absent if the query cannot be prepared. */
  readonly definition?: {
    readonly byStream?: boolean
    readonly byCustomPartitions?: boolean
    readonly options: {
      readonly isBiState?: boolean
      readonly producesResults?: boolean
      readonly definesStateTransform?: boolean
    }
  }
  readonly outputConfig: { readonly resultStreamName: string }
}

export interface ShownProjection {
  readonly statistics: ProjectionStatistics
  readonly definition: ProjectionDefinition | undefined
  readonly isPartitioned: boolean
  /** In order of appearance; a bi-state projection's shared state comes first, with an empty name. */
  readonly partitions: readonly string[]
  /** The partition of `state` and `result`. */
  readonly partition: string
  /** As sent by the server; empty if there is none. */
  readonly state: string
  readonly result: string
  readonly emitted: readonly string[]
}

export interface ProjectionsReading {
  /** The user's projections, then the system's. */
  readonly list: readonly ProjectionStatistics[]
  /** Undefined if none is selected and the user has none. */
  readonly shown: ShownProjection | undefined
}

export interface ProjectionChoice {
  readonly projection?: string | undefined
  readonly partition?: string | undefined
}

/**
 * Everything is read again: after a store has got back an earlier content, the figures may be the same and the state another.
 *
 * @returns undefined if the store is closed.
 */
export async function readProjections(store: Store, wanted: ProjectionChoice): Promise<ProjectionsReading | undefined> {
  const listed = await listProjections(store)
  if (!listed) return undefined
  const { own, system } = listed
  const list = [...own, ...system]
  const statistics = list.find(({ name }) => name === wanted.projection) ?? own[0]
  return { list, shown: statistics && (await readOne(store, statistics, wanted.partition)) }
}

async function readOne(store: Store, statistics: ProjectionStatistics, wanted: string | undefined): Promise<ShownProjection> {
  const { name, version } = statistics
  const path = projectionPath(name)
  const definition = await readUnlogged<ProjectionDefinition>(store, `${path}/query?config=true`)
  const { byStream = false, byCustomPartitions = false, options } = definition?.definition ?? {}
  const isPartitioned = byStream || byCustomPartitions
  const met = isPartitioned ? ((await unlessClosed(store.partitions(name))) ?? []) : []
  const partitions = options?.isBiState && isPartitioned ? ['', ...met.filter((partition) => partition !== '')] : met
  const partition = wanted !== undefined && partitions.includes(wanted) ? wanted : (partitions.find((name) => name !== '') ?? '')
  // Without a core the server does not answer (projections-http §9).
  const text = async (which: 'state' | 'result'): Promise<string> =>
    (version < 0 ? undefined : await readTextUnlogged(store, `${path}/${which}?${search({ partition })}`)) ?? ''
  const hasState = !isPartitioned || partitions.length > 0
  const [state, result] = hasState ? await Promise.all([text('state'), text('result')]) : ['', '']
  const emitted = definition?.emitEnabled ? await emittedStreams(store, name) : []
  return { statistics, definition, isPartitioned, partitions, partition, state, result, emitted }
}

async function emittedStreams(store: Store, name: string): Promise<readonly string[]> {
  const flags = { deleteEmittedStreams: true, deleteCheckpointStream: false, deleteStateStream: false }
  const removed = (await unlessClosed(store.removedStreams(name, flags))) ?? []
  return removed.filter(({ role }) => role === 'emitted').map(({ stream }) => stream)
}
