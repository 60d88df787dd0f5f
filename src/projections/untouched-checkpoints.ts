// Writes checkpoints of partitions to streams that nobody else has touched, as nearly all are: together, without opening each.

import type { NumberedEvent, StreamHead } from '../base/events.ts'
import { isSoftDeleted } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { WriteTransaction } from '../storage/storage.ts'
import { readMetadata } from '../streams/metadata.ts'
import { metadataType, metastreamOf } from '../streams/system.ts'
import type { ChangedPartition } from './checkpoint-events.ts'
import { stateData } from './checkpoint-events.ts'
import { stampedMembers } from './checkpoint-text.ts'
import type { Target } from './emitted-stream.ts'
import { behind } from './emitted-stream.ts'
import { partitionCheckpointMetadata } from './metadata.ts'
import { eventTypes, partitionCheckpointStream } from './names.ts'
import type { Stamp } from './stamp.ts'

export interface UntouchedCheckpoints {
  readonly name: string
  /** In the order in which they are written. */
  readonly changed: readonly ChangedPartition[]
  readonly stamp: Stamp
  /** What the run knows of the streams it has written to; takes what is known afterwards. */
  readonly known: Map<string, Target>
}

/**
 * Leaves the same behind as the writing of outputs does, at a small part of its cost: 10,000 partitions are 20,000 streams.
 *
 * @returns false where one of the streams must be looked at more closely; nothing is written then.
 */
export async function writeUntouched(
  tx: WriteTransaction,
  { name, changed, stamp, known }: UntouchedCheckpoints,
  environment: Pick<Environment, 'now' | 'uuid'>,
): Promise<boolean> {
  const streams = changed.map(({ partition }) => partitionCheckpointStream(name, partition))
  const heads = await tx.headsOf(streams)
  if (!streams.every((stream, index) => isUntouched(heads[index], known.get(stream)))) return false
  const metastreams = streams.map((stream, index) => (heads[index] ? undefined : metastreamOf(stream)))
  const described = await tx.headsOf(metastreams.filter((metastream) => metastream !== undefined))
  if (described.some((head) => head !== undefined)) return false

  const created = environment.now()
  const events: NumberedEvent[] = []
  for (const [index, partition] of changed.entries()) {
    const [stream, metastream] = [streams[index]!, metastreams[index]]
    const head = heads[index]
    const number = head ? head.last + 1 : 0
    const event = checkpointEvent(partition, stream, number, stamp, environment.uuid(), created)
    if (metastream !== undefined) {
      events.push(metadataOfNew(metastream, environment.uuid(), created))
      tx.putHead({ stream: metastream, last: 0, tombstone: false, metadata: {} })
    }
    events.push(event)
    tx.putHead({ stream, last: number, tombstone: false, metadata: head?.metadata ?? readMetadata({ data: newMetadata, isJson: true }) })
    known.set(stream, behind(number))
  }
  await tx.append(events)
  return true
}

/** Whether a stream is as the run left it, or does not exist yet. */
const isUntouched = (head: StreamHead | undefined, target: Target | undefined): boolean =>
  head === undefined ||
  (target !== undefined &&
    target.last === head.last &&
    head.last >= 0 &&
    !head.tombstone &&
    !isSoftDeleted(head) &&
    target.metadata === undefined &&
    target.written.length === 0)

const newMetadata = partitionCheckpointMetadata(undefined)

function checkpointEvent(
  partition: ChangedPartition,
  stream: string,
  number: number,
  stamp: Stamp,
  id: string,
  created: number,
): NumberedEvent {
  return {
    id,
    type: eventTypes.partitionCheckpoint,
    data: stateData(partition),
    metadata: `{${stampedMembers(partition.tag, stamp)}}`,
    isJson: true,
    stream,
    number,
    created,
  }
}

const metadataOfNew = (metastream: string, id: string, created: number): NumberedEvent => ({
  id,
  type: metadataType,
  data: newMetadata,
  metadata: '',
  isJson: true,
  stream: metastream,
  number: 0,
  created,
})
