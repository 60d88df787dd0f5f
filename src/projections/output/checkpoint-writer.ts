// Writes a checkpoint inside a transaction: states of changed partitions first, then the root's (projections-http §11.3).

import { newEvents } from '../../base/event-table.ts'
import type { NewEvent } from '../../base/events.ts'
import type { Environment } from '../../base/environment.ts'
import type { PartitionTexts } from '../../query/query.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { tooBig } from '../../streams/write/event-size.ts'
import type { Streams } from '../../streams/streams.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import { compareTags } from '../model/checkpoint.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { areTooBig, inOrder, partitionCheckpoints, stateData } from '../checkpoints/checkpoint-events.ts'
import { stampedMembers } from '../model/checkpoint-text.ts'
import type { Writer } from './emitted-stream.ts'
import { checkpointMetadata } from '../model/metadata.ts'
import { checkpointStream, eventTypes } from '../model/names.ts'
import { readAllPartitions } from '../partitions/rows.ts'
import type { ProjectionRow, Run } from '../model/tables.ts'
import { withStackTrace } from '../checkpoints/start-run.ts'
import type { StreamWriter, Targets, Written } from './stream-writer.ts'
import { writeUntouched } from './untouched-checkpoints.ts'

export type CheckpointOutcome =
  | { readonly kind: 'written'; readonly run: Run }
  /** Another writer used one of its streams, or a state cannot be stored: the run faults. */
  | { readonly kind: 'refused'; readonly run: Run; readonly reason: string }

export interface CheckpointWriter {
  /** Writes a checkpoint at the run's position. */
  writeIn(tx: WriteTransaction, request: CheckpointRequest): Promise<CheckpointOutcome>
}

export interface CheckpointRequest {
  readonly row: ProjectionRow
  readonly run: Run
  readonly writer: Writer
  /** Partitions that changed since the last checkpoint; undefined: to be looked up. */
  readonly changed: readonly ChangedPartition[] | undefined
  /** The streams that the run has written to; updated. */
  readonly targets: Targets
}

export function createCheckpointWriter(
  streams: Streams,
  streamWriter: StreamWriter,
  environment: Pick<Environment, 'now' | 'uuid'>,
): CheckpointWriter {
  const event = (type: string, data: string, metadata: string): NewEvent => ({ id: environment.uuid(), type, data, metadata, isJson: true })

  const writeRoot = async (tx: WriteTransaction, { name }: ProjectionRow, run: Run, writer: Writer): Promise<boolean> => {
    const stream = checkpointStream(name)
    const head = await streams.headIn(tx, stream)
    if ((head?.last ?? -1) !== run.checkpointNumber || head?.tombstone) return false
    if (run.checkpointNumber === -1) {
      const metaHead = await streams.headIn(tx, metastreamOf(stream))
      const metadata = event(metadataType, checkpointMetadata, '')
      await streams.appendIn(tx, { stream: metastreamOf(stream), events: newEvents([metadata]), expected: BigInt(metaHead?.last ?? -1) })
    }
    const checkpoint = event(eventTypes.checkpoint, stateData(run), `{${stampedMembers(run.position, writer.stamp)}}`)
    const outcome = await streams.appendIn(tx, { stream, events: newEvents([checkpoint]), expected: BigInt(run.checkpointNumber) })
    return outcome.kind === 'appended'
  }

  const writePartitions = async (
    tx: WriteTransaction,
    changed: readonly ChangedPartition[],
    { row: { name }, writer, targets }: CheckpointRequest,
  ): Promise<Written> => {
    const { stamp } = writer
    if (await writeUntouched(tx, { name, changed, stamp, known: targets }, environment)) return {}
    return streamWriter.writeIn(tx, partitionCheckpoints(name, changed, stamp), targets, writer)
  }

  return {
    async writeIn(tx, request) {
      const { row, run, writer, changed } = request
      const partitions = inOrder(changed ?? (await changedIn(tx, run)))
      if (partitions.some(isUnstorable)) return { kind: 'refused', run, reason: unstorable }
      if (areTooBig(run) || partitions.some(areTooBig)) return { kind: 'refused', run, reason: withStackTrace(tooBig) }
      const written = await writePartitions(tx, partitions, request)
      if (written.refusal) return { kind: 'refused', run, reason: written.refusal.reason }
      if (isUnstorable(run)) return { kind: 'refused', run: { ...run, checkpointStatus: 'Requested' }, reason: unstorable }
      if (!(await writeRoot(tx, row, run, writer))) {
        const reason = `Checkpoint stream \`${checkpointStream(row.name)}\` has been written to from the outside`
        return { kind: 'refused', run: { ...run, checkpointStatus: 'Writing (1)', writesInProgress: 1 }, reason }
      }
      const checkpointNumber = run.checkpointNumber + 1
      return { kind: 'written', run: { ...run, lastCheckpoint: run.position, checkpointNumber, hasCheckpoints: true } }
    },
  }
}

/** A transformation gave a result without a state: the reference cannot store that in a checkpoint, and the run faults. */
const isUnstorable = ({ state, result }: PartitionTexts): boolean => state === '' && result !== undefined

const unstorable = withStackTrace('state == "" && Result != null')

/** A runner that has just taken over does not remember the changes. */
async function changedIn(tx: WriteTransaction, run: Run): Promise<ChangedPartition[]> {
  const all = await readAllPartitions(tx, run)
  return [...all]
    .filter(([, { tag }]) => compareTags(run.lastCheckpoint, tag) < 0 && compareTags(tag, run.position) <= 0)
    .map(([partition, { state, result, tag }]) => ({ partition, state, result, tag }))
}
