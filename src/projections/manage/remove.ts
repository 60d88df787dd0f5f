// Deletes projections, with the streams that the request selects, and frees their names (projections-http §11.6).

import type { User } from '../../base/user.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { Definition, DeleteFlags } from '../model/definition/definition.ts'
import { mayManage } from '../model/definition/definition.ts'
import type { Deletion } from '../model/definition/definition-json.ts'
import { deletionRefusal, isTransient } from '../model/lifecycle.ts'
import type { ChangeOutcome } from '../model/outcomes.ts'
import { forgetIn, writeLoaded } from './loaded-rows.ts'
import { unregisterIn, writeDefinitionIn } from './registration.ts'
import type { RemovedStream } from '../model/removed-streams.ts'
import { hasSeveralStreams, streamsFoundIn, streamsToRemoveIn } from '../model/removed-streams.ts'
import type { ProjectionRow } from '../model/tables.ts'
import { projectionRows } from '../model/tables.ts'
import type { Services } from '../services.ts'
import { isBuiltIn } from '../model/system.ts'

export interface DeleteRequest {
  readonly name: string
  readonly user: User | undefined
  readonly flags: DeleteFlags
}

/** The streams that `remove` would delete with these flags. Not an access. */
export const removedStreams = ({ storage, streams }: Services, name: string, flags: DeleteFlags): Promise<readonly RemovedStream[]> =>
  storage.read(async (tx) => {
    const row = await tx.row(projectionRows, name)
    if (!row?.definition) return []
    return await streamsFoundIn(streams, tx, await streamsToRemoveIn(streams, tx, name, row.definition, flags))
  })

export const remove = (services: Services, { name, user, flags }: DeleteRequest): Promise<ChangeOutcome> =>
  writeLoaded(services, name, async (tx, row): Promise<ChangeOutcome> => {
    if (!row) return { kind: 'unknown' }
    if (isBuiltIn(name)) return { kind: 'refused', reason: "We currently don't allow for the deletion of System Projections." }
    if (!isTransient(row) && !mayManage(user)) return { kind: 'not-authorized' }
    const refused = deletionRefusal(row)
    if (refused) return refused
    if (row.definition) await deleteDefinedIn(services, tx, row, row.definition, flags)
    await forgetIn(tx, row)
    return { kind: 'updated', name }
  })

async function deleteDefinedIn(
  services: Services,
  tx: WriteTransaction,
  row: ProjectionRow,
  definition: Definition,
  flags: DeleteFlags,
): Promise<void> {
  const { streams } = services
  const last = { ...definition, enabled: false, version: definition.version + 1 }
  await writeDefinitionIn(services, tx, row.name, last, { ...flags, ...progressOf(definition, flags) })
  for (const { stream } of await streamsToRemoveIn(streams, tx, row.name, definition, flags)) {
    // Skips missing and deleted streams.
    await streams.deleteIn(tx, { stream, expected: expectedVersion.any, hard: false })
  }
  if (!isTransient(row)) await unregisterIn(services, tx, row.name)
}

/** The progress of deleting streams in the definition event (projections-http §11.2): the last deletion that is reported ends it. */
function progressOf(definition: Definition, flags: DeleteFlags): Pick<Deletion, 'pending' | 'isDone'> {
  const { checkpointsDisabled, emitEnabled, trackEmittedStreams } = definition
  const deletesCheckpoints = flags.deleteCheckpointStream && !checkpointsDisabled
  const deletesEmitted = flags.deleteEmittedStreams && emitEnabled
  const counted = [deletesCheckpoints, deletesEmitted && trackEmittedStreams, emitEnabled && hasSeveralStreams(definition)]
  const pending = counted.filter(Boolean).length
  return deletesCheckpoints || deletesEmitted ? { pending, isDone: false } : { pending: pending - 1, isDone: true }
}
