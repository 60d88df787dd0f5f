// Starts and stops runs in Engine V2: at the last checkpoint, and with one (26 §7.9).

import type { Sources } from '../../query/query.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import type { AppendServices } from '../model/append.ts'
import type { Definition } from '../model/definition/definition.ts'
import type { EngineV2Run } from '../model/run.ts'
import { newRun } from '../model/run.ts'
import type { CoreState, Projection } from '../model/tables.ts'
import { deleteRunRows } from '../partitions/rows.ts'
import { checkpointedIn, logTag, takeCheckpointIn } from './checkpoint.ts'

/** A new run goes on where the checkpoint stream of its name ends, even after a reset. */
export async function startEngineV2In(
  { streams, environment }: AppendServices,
  tx: WriteTransaction,
  name: string,
  definition: Definition & { readonly sources: Sources },
): Promise<EngineV2Run> {
  const next = await checkpointedIn(tx, streams, name)
  const core: CoreState = definition.enabled ? 'Running' : 'Stopped'
  const beginning = { tag: logTag(next - 1), state: '', result: undefined, checkpointNumber: -1, hasCheckpoints: false }
  return {
    ...newRun(environment.uuid(), definition, beginning, core),
    checkpointTime: environment.now(),
    engineV2: {
      isStarted: definition.enabled,
      next,
      passed: next - 1,
      events: 0,
      bytes: 0,
      cached: 0,
      hasFailed: false,
      hidden: undefined,
    },
  }
}

/** Every stop takes a checkpoint, and brings an exception to light; states are then those of the streams. */
export async function stopEngineV2In(
  services: AppendServices,
  tx: WriteTransaction,
  { row, run }: Projection & { readonly run: EngineV2Run },
): Promise<Projection & { readonly run: EngineV2Run }> {
  const { events, bytes, hidden } = run.engineV2
  const stopped: EngineV2Run = { ...run, core: 'Stopped', fence: run.fence + 1 }
  const isDue = !hidden && (events > 0 || bytes > 0)
  const taken = isDue ? await takeCheckpointIn(services, tx, row.name, run, undefined) : undefined
  deleteRunRows(tx, run.id)
  const fault = hidden ?? (taken?.kind === 'faulted' ? { reason: taken.reason } : undefined)
  if (fault) return { row: { ...row, state: 'Faulted', fault }, run: { ...stopped, core: 'Faulted' } }
  if (taken?.kind !== 'taken') return { row, run: stopped }
  const { engineV2, lastCheckpoint, checkpointTime } = taken.run
  return { row, run: { ...stopped, engineV2: { ...run.engineV2, ...engineV2 }, lastCheckpoint, checkpointTime } }
}
