// Writes a checkpoint inside a transaction: states of changed partitions first, then the root's (projections-http §11.3).

import type { PartitionTexts } from '../../query/query.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { tooBig } from '../../streams/write/event-size.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import { appendBehind } from '../model/append.ts'
import { compareTags } from '../model/positions/checkpoint.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { areTooBig, inOrder, partitionCheckpoints, stateData } from '../checkpoints/checkpoint-events.ts'
import { stampedMembers } from '../model/positions/checkpoint-text.ts'
import { checkpointMetadata } from '../model/metadata.ts'
import { checkpointStream, eventTypes } from '../model/names.ts'
import type { PartitionMap } from '../partitions/rows.ts'
import { readAllPartitions } from '../partitions/rows.ts'
import { textsOf } from '../model/run.ts'
import type { Run } from '../model/tables.ts'
import { withStackTrace } from '../model/fault-text.ts'
import type { RefusedWrite, WriteContext } from './stream-writer.ts'
import { writeOutputsIn } from './stream-writer.ts'
import { writeUntouched } from './untouched-checkpoints.ts'

export type CheckpointOutcome =
  | { readonly kind: 'written'; readonly run: Run }
  /** Another writer used one of its streams, or a state cannot be stored: the run faults. */
  | { readonly kind: 'refused'; readonly run: Run; readonly reason: string }

export interface CheckpointRequest {
  /** Name of the projection. */
  readonly name: string
  readonly run: Run
  /** Partitions that changed since the last checkpoint; undefined: to be looked up. */
  readonly changed: PartitionMap | undefined
}

/** Writes a checkpoint at the run's position. */
export async function writeCheckpointIn(context: WriteContext, { name, run, ...request }: CheckpointRequest): Promise<CheckpointOutcome> {
  const rows = request.changed ?? (await changedIn(context.tx, run))
  const changed = inOrder([...rows].map(([partition, row]) => ({ partition, ...row })))
  if (changed.some(isUnstorable)) return { kind: 'refused', run, reason: unstorable }
  const root = textsOf(run)
  if (areTooBig(root) || changed.some(areTooBig)) return { kind: 'refused', run, reason: withStackTrace(tooBig) }
  const refused = await writePartitions(context, name, changed)
  if (refused) return { kind: 'refused', run, reason: refused.reason }
  if (isUnstorable(root)) return { kind: 'refused', run: { ...run, checkpointStatus: 'Requested' }, reason: unstorable }
  if (!(await writeRoot(context, name, run))) {
    const reason = `Checkpoint stream \`${checkpointStream(name)}\` has been written to from the outside`
    return { kind: 'refused', run: { ...run, checkpointStatus: 'Writing (1)', writesInProgress: 1 }, reason }
  }
  const checkpointNumber = run.checkpointNumber + 1
  return { kind: 'written', run: { ...run, lastCheckpoint: run.position, checkpointNumber, hasCheckpoints: true } }
}

async function writePartitions(
  context: WriteContext,
  name: string,
  changed: readonly ChangedPartition[],
): Promise<RefusedWrite | undefined> {
  if (await writeUntouched(context, name, changed)) return undefined
  return (await writeOutputsIn(context, partitionCheckpoints(name, changed, context.writer.stamp))).refused
}

/** @returns false if another writer has used the stream. */
async function writeRoot({ services, tx, writer }: WriteContext, name: string, run: Run): Promise<boolean> {
  const stream = checkpointStream(name)
  const head = await services.streams.headIn(tx, stream)
  if ((head?.last ?? -1) !== run.checkpointNumber || head?.tombstone) return false
  if (run.checkpointNumber === -1) {
    const metadata = { type: metadataType, data: checkpointMetadata, metadata: '', isJson: true }
    await appendBehind(services, tx, metastreamOf(stream), [metadata])
  }
  const checkpoint = {
    type: eventTypes.checkpoint,
    data: stateData(textsOf(run)),
    metadata: `{${stampedMembers(run.position, writer.stamp)}}`,
    isJson: true,
  }
  return (await appendBehind(services, tx, stream, [checkpoint])).kind === 'appended'
}

/** A transformation gave a result without a state: the server cannot store that in a checkpoint, and the run faults. */
const isUnstorable = ({ state, result }: PartitionTexts): boolean => state === '' && result !== undefined

const unstorable = withStackTrace('state == "" && Result != null')

/** A runner that has just taken over does not remember the changes. */
async function changedIn(tx: WriteTransaction, run: Run): Promise<PartitionMap> {
  const all = await readAllPartitions(tx, run)
  return new Map([...all].filter(([, { tag }]) => compareTags(run.lastCheckpoint, tag) < 0 && compareTags(tag, run.position) <= 0))
}
