// Carries out the lifecycle's decisions in a transaction: stops the core, writes the definition, makes a new core.

import type { Sources } from '../../query/query.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { runStartIn } from '../checkpoints/start-run.ts'
import type { Definition } from '../model/definition/definition.ts'
import { isEngineV2, isTuningUsable } from '../model/definition/definition.ts'
import { startEngineV2In, stopEngineV2In } from '../engine-v2/runs.ts'
import type { Transition } from '../model/lifecycle.ts'
import { withWritten } from '../model/lifecycle.ts'
import { hasMoved, isEngineV2Run, newRun, stampOf } from '../model/run.ts'
import { sourceOf } from '../model/source.ts'
import type { Projection, ProjectionRow, Run } from '../model/tables.ts'
import { accessRows, projectionRows, runRows } from '../model/tables.ts'
import { writeCheckpointIn } from '../output/checkpoint-writer.ts'
import { cachedIn } from '../partitions/access.ts'
import { deleteRunRows } from '../partitions/rows.ts'
import type { Services } from '../services.ts'
import type { Known } from './preparations.ts'
import { writeDefinitionIn } from './registration.ts'

type Changed = Extract<Transition, { kind: 'changed' }>

/**
 * @param known present where the change makes a new core.
 * @returns the rows that are now stored; undefined if the server never answers.
 */
export async function applyIn(
  services: Services,
  tx: WriteTransaction,
  projection: Projection,
  transition: Changed,
  known: Known | undefined,
): Promise<Projection | undefined> {
  const { definition, change, unmade } = transition
  const { row, run } = projection
  if (change.core !== 'keep') {
    // A stop in order waits for writes, which never come for this run (projections-http §10.3).
    if (change.checkpoint && run && run.core !== 'Stopping' && run.core !== 'Faulted' && run.pendingWrites > 0) {
      const stopping: Run = { ...run, core: 'Stopping', checkpointStatus: 'Requested', fence: run.fence + 1 }
      await writeDefinitionIn(services, tx, row.name, definition)
      put(tx, projection, { row: { ...row, definition, state: 'Stopping' }, run: stopping })
      return undefined
    }
    if (change.core === 'new' && !isTuningUsable(definition)) {
      put(tx, projection, { row: unmade, run: (await stop(services, tx, projection, change.checkpoint)).run })
      return undefined
    }
  }
  const after = await changed(services, tx, projection, transition, known)
  await writeDefinitionIn(services, tx, row.name, after.row.definition!)
  put(tx, projection, { ...after, row: withWritten(after.row, after.row.definition!) })
  return after
}

/** The projection after a change that the server carries out. */
async function changed(
  services: Services,
  tx: WriteTransaction,
  projection: Projection,
  { definition, change }: Changed,
  known: Known | undefined,
): Promise<Projection> {
  if (change.core === 'keep') return { ...projection, row: { ...projection.row, definition, state: change.to } }
  const { row, run } = await stop(services, tx, projection, change.checkpoint)
  if (change.core === 'stop') {
    const state = run?.core === 'Faulted' ? 'Faulted' : change.to
    return { row: { ...row, definition, state }, run: run && change.to === 'Aborted' ? { ...run, core: 'Stopped' } : run }
  }
  if (known?.kind === 'usable') return await makeCoreIn(services, tx, row, { ...definition, sources: known.sources })
  return { row: { ...row, definition: { ...definition, sources: undefined }, state: 'Faulted', fault: known?.fault }, run }
}

/** Makes a core that runs, is loaded as stopped, or faults at once. */
async function makeCoreIn(
  { streams, environment, facts }: Services,
  tx: WriteTransaction,
  { unprepared: _unprepared, ...row }: ProjectionRow,
  definition: Definition & { readonly sources: Sources },
): Promise<Projection & { readonly run: Run }> {
  if (isEngineV2(definition)) {
    const run = await startEngineV2In({ streams, environment }, tx, row.name, definition)
    return { row: { ...row, definition, state: definition.enabled ? 'Running' : 'Stopped', fault: undefined }, run }
  }
  const { beginning, fault } = await runStartIn(tx, streams, row, definition, facts.projections)
  const core = fault === undefined ? (definition.enabled ? 'Running' : 'Stopped') : 'Faulted'
  const run = newRun(environment.uuid(), definition, beginning, core)
  return { row: { ...row, definition, state: core, fault: fault === undefined ? undefined : { reason: fault } }, run }
}

/** Stores a projection with its first core. @returns the id of a run that is to be started. */
export async function putNewIn(
  services: Services,
  tx: WriteTransaction,
  row: ProjectionRow,
  definition: Definition & { readonly sources: Sources },
): Promise<string | undefined> {
  const made = await makeCoreIn(services, tx, row, definition)
  tx.putRow(projectionRows, row.name, made.row)
  tx.putRow(runRows, row.name, made.run)
  return made.run.core === 'Running' ? made.run.id : undefined
}

function put(tx: WriteTransaction, { row, run: before }: Projection, { row: after, run }: Projection): void {
  tx.putRow(projectionRows, row.name, after)
  if (!run || run === before) return
  if (before && before.id !== run.id) deleteRunRows(tx, before.id)
  tx.putRow(runRows, row.name, run)
}

/** Stops a core; a refused checkpoint faults it. */
async function stop(services: Services, tx: WriteTransaction, { row, run }: Projection, takesCheckpoint: boolean): Promise<Projection> {
  if (!run || run.core !== 'Running') return { row, run }
  if (isEngineV2Run(run)) return await stopEngineV2In(services, tx, { row, run })
  const { sources, checkpointsDisabled } = row.definition ?? {}
  const cached = cachedIn(tx, { name: row.name, access: await tx.row(accessRows, row.name) }, sources, run)
  const stopped: Run = { ...run, cached, core: 'Stopped', fence: run.fence + 1 }
  if (!takesCheckpoint || !hasMoved(run) || !sources) return { row, run: stopped }
  if (checkpointsDisabled) return { row, run: { ...stopped, lastCheckpoint: run.position } }
  const context = { services, tx, writer: { stamp: stampOf(row, run), source: sourceOf(sources) }, targets: new Map() }
  const outcome = await writeCheckpointIn(context, { name: row.name, run: stopped, changed: undefined })
  if (outcome.kind === 'written') return { row, run: outcome.run }
  return { row: { ...row, state: 'Faulted', fault: { reason: outcome.reason } }, run: { ...outcome.run, core: 'Faulted' } }
}
