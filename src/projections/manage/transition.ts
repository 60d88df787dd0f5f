// Carries out the lifecycle's decisions in a transaction: stops the core, writes the definition, makes a new core.

import type { Sources } from '../../query/query.ts'
import type { Environment } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { cachedIn } from '../partitions/access.ts'
import type { CheckpointWriter } from '../output/checkpoint-writer.ts'
import type { Definition } from '../model/definition.ts'
import { isTuningUsable } from '../model/definition.ts'
import type { DefinitionWriter } from './definition-writer.ts'
import type { Transition } from '../model/lifecycle.ts'
import { deletePartitions } from '../partitions/rows.ts'
import type { FaultReason, ProjectionRow, Run } from '../model/tables.ts'
import { projectionRows, runRows } from '../model/tables.ts'
import { hasMoved, newRun, stampOf } from '../model/run.ts'
import { sourceOf } from '../model/source.ts'
import { runStartIn } from '../checkpoints/start-run.ts'

/** The result of preparing the query of a new core. */
export type PreparedText =
  { readonly kind: 'usable'; readonly sources: Sources } | { readonly kind: 'unusable'; readonly fault: FaultReason }

/** The rows of a projection. */
export interface Projection {
  readonly row: ProjectionRow
  readonly run: Run | undefined
}

export type Applied = { readonly kind: 'applied'; readonly projection: Projection } | { readonly kind: 'no-reply' }

export interface Transitions {
  /** @param prepared present where the change makes a new core. */
  applyIn(
    tx: WriteTransaction,
    projection: Projection,
    transition: Extract<Transition, { kind: 'changed' }>,
    prepared: PreparedText | undefined,
  ): Promise<Applied>
  /** Makes a core that runs, is loaded as stopped, or faults at once. */
  makeCoreIn(tx: WriteTransaction, row: ProjectionRow, definition: Definition & { readonly sources: Sources }): Promise<Projection>
}

interface TransitionServices {
  readonly streams: Streams
  readonly environment: Pick<Environment, 'uuid'>
  readonly checkpointWriter: CheckpointWriter
  readonly definitionWriter: DefinitionWriter
}

type NewOrStoppedCore = Exclude<Extract<Transition, { kind: 'changed' }>['change'], { core: 'keep' }>

export function createTransitions(services: TransitionServices): Transitions {
  const { streams, environment, definitionWriter } = services

  const makeCoreIn: Transitions['makeCoreIn'] = async (tx, row, definition) => {
    const { beginning, fault } = await runStartIn(tx, streams, row, definition)
    const core = fault === undefined ? (definition.enabled ? 'Running' : 'Stopped') : 'Faulted'
    const run = newRun(environment.uuid(), definition, beginning, core)
    return { row: { ...row, definition, state: core, fault: fault === undefined ? undefined : { reason: fault } }, run }
  }

  const afterStop = async (
    tx: WriteTransaction,
    { row, run }: Projection,
    definition: Definition,
    change: NewOrStoppedCore,
    prepared: PreparedText | undefined,
  ): Promise<Projection> => {
    if (change.core === 'stop') {
      const state = run?.core === 'Faulted' ? 'Faulted' : change.to
      return { row: { ...row, definition, state }, run: run && change.to === 'Aborted' ? { ...run, core: 'Stopped' } : run }
    }
    if (prepared?.kind !== 'usable') {
      return { row: { ...row, definition: { ...definition, sources: undefined }, state: 'Faulted', fault: prepared?.fault }, run }
    }
    return makeCoreIn(tx, row, { ...definition, sources: prepared.sources })
  }

  return {
    makeCoreIn,
    async applyIn(tx, projection, { definition, change }, prepared) {
      const { name } = projection.row
      if (change.core === 'keep') {
        const row = { ...projection.row, definition, state: change.to }
        await definitionWriter.writeIn(tx, name, definition)
        put(tx, projection, { row, run: projection.run })
        return { kind: 'applied', projection: { row, run: projection.run } }
      }
      if (isWaitingForWrites(projection) && change.checkpoint) return stopForEver(services, tx, projection, definition)
      if (change.core === 'new' && !isTuningUsable(definition)) return unmakeable(tx, projection, definition)
      const stopped = await stop(services, tx, projection, change.checkpoint)
      const after = await afterStop(tx, stopped, definition, change, prepared)
      await definitionWriter.writeIn(tx, name, after.row.definition!)
      put(tx, projection, after)
      return { kind: 'applied', projection: after }
    },
  }
}

function put(tx: WriteTransaction, { row, run: before }: Projection, { row: after, run }: Projection): void {
  tx.putRow(projectionRows, row.name, after)
  if (!run || run === before) return
  if (before && before.id !== run.id) deletePartitions(tx, before.id)
  tx.putRow(runRows, row.name, run)
}

/** Stops a core; a refused checkpoint faults it. */
async function stop(
  { checkpointWriter }: TransitionServices,
  tx: WriteTransaction,
  { row, run }: Projection,
  takesCheckpoint: boolean,
): Promise<Projection> {
  if (!run || run.core !== 'Running') return { row, run }
  const cached = await cachedIn(tx, row.name, row.definition?.sources, run)
  const stopped: Run = { ...run, cached, core: 'Stopped', fence: run.fence + 1 }
  if (!takesCheckpoint || !hasMoved(run) || !row.definition?.sources) return { row, run: stopped }
  if (row.definition.checkpointsDisabled) return { row, run: { ...stopped, lastCheckpoint: run.position } }
  const writer = { stamp: stampOf(row, run), source: sourceOf(row.definition.sources) }
  const outcome = await checkpointWriter.writeIn(tx, { row, run: stopped, writer, changed: undefined, targets: new Map() })
  if (outcome.kind === 'written') return { row, run: outcome.run }
  return { row: { ...row, state: 'Faulted', fault: { reason: outcome.reason } }, run: { ...outcome.run, core: 'Faulted' } }
}

/** A stop in order waits for writes, which never come for this run (projections-http §10.3). */
async function stopForEver(
  { definitionWriter }: TransitionServices,
  tx: WriteTransaction,
  projection: Projection,
  definition: Definition,
): Promise<Applied> {
  const { row, run } = projection
  const stopping: Run = { ...run!, core: 'Stopping', checkpointStatus: 'Requested', fence: run!.fence + 1 }
  await definitionWriter.writeIn(tx, row.name, definition)
  put(tx, projection, { row: { ...row, definition, state: 'Stopping' }, run: stopping })
  return { kind: 'no-reply' }
}

/** No core can be made with such a tuning: the row takes the change, but no version is written (projections-http §10.3). */
function unmakeable(
  tx: WriteTransaction,
  projection: Projection,
  { enabled, query, emitEnabled, trackEmittedStreams }: Definition,
): Applied {
  const { row } = projection
  const definition = row.definition && { ...row.definition, enabled, query, emitEnabled, trackEmittedStreams }
  const state = row.state === 'Loaded' ? row.state : 'Stopped'
  put(tx, projection, { row: { ...row, definition, state }, run: projection.run })
  return { kind: 'no-reply' }
}

const isWaitingForWrites = ({ run }: Projection): boolean => run !== undefined && run.core !== 'Stopping' && run.pendingWrites > 0
