// Writes checkpoints of partitions to streams that nobody else has touched, as nearly all are: together, without opening each.

import type { StreamHead } from '../../base/events.ts'
import { isSoftDeleted } from '../../base/events.ts'
import type { Environment } from '../../base/environment.ts'
import type { WriteTransaction } from '../../storage/storage.ts'
import { readMetadata } from '../../streams/metadata/metadata.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { stateData } from '../checkpoints/checkpoint-events.ts'
import { stampedMembers } from '../model/checkpoint-text.ts'
import type { Target } from './emitted-stream.ts'
import { behind } from './emitted-stream.ts'
import { partitionCheckpointMetadata } from '../model/metadata.ts'
import { eventTypes, partitionCheckpointStream } from '../model/names.ts'
import type { Stamp } from '../model/provenance.ts'

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
  if (changed.length === 0) return true
  const streams = changed.map(({ partition }) => partitionCheckpointStream(name, partition))
  const heads = await tx.headsOf(streams)
  if (!streams.every((stream, index) => isUntouched(heads[index], known.get(stream)))) return false
  const fresh = streams.filter((_, index) => heads[index] === undefined).map(metastreamOf)
  const described = await tx.headsOf(fresh)
  if (described.some((head) => head !== undefined)) return false

  const created = environment.now()
  if (fresh.length > 0) await tx.appendToEach({ ...metadataOfNew, streams: fresh, ids: fresh.map(() => environment.uuid()), created })
  const numbers = heads.map((head) => (head ? head.last + 1 : 0))
  await tx.appendToEach({
    streams,
    numbers,
    ids: streams.map(() => environment.uuid()),
    type: eventTypes.partitionCheckpoint,
    isJson: true,
    data: changed.map(stateData),
    metadata: changed.map(({ tag }) => `{${stampedMembers(tag, stamp)}}`),
    created,
    streamMetadata: readMetadata(metadataOfNew),
  })
  remember(known, streams, numbers)
  return true
}

/** A loop of its own: it would have all of its caller compiled (docs/decisions/136). */
function remember(known: UntouchedCheckpoints['known'], streams: readonly string[], numbers: readonly number[]): void {
  for (let index = 0; index < streams.length; index++) known.set(streams[index]!, behind(numbers[index]!))
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

/** What the metastream of a new stream holds. */
const metadataOfNew = {
  numbers: 0,
  type: metadataType,
  isJson: true,
  data: partitionCheckpointMetadata(undefined),
  metadata: '',
  streamMetadata: {},
} as const
