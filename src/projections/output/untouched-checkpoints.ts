// Writes checkpoints of partitions in one piece where only the run has written to their streams, as is usual.

import type { StreamHead } from '../../base/events/events.ts'
import { isSoftDeleted } from '../../base/events/events.ts'
import { readMetadata } from '../../streams/metadata/metadata.ts'
import { metadataType, metastreamOf } from '../../streams/system.ts'
import type { ChangedPartition } from '../checkpoints/checkpoint-events.ts'
import { stateData } from '../checkpoints/checkpoint-events.ts'
import { stampedMembers } from '../model/positions/checkpoint-text.ts'
import type { Target } from './emitted-stream.ts'
import { behind } from './emitted-stream.ts'
import { partitionCheckpointMetadata } from '../model/metadata.ts'
import { eventTypes, partitionCheckpointStream } from '../model/names.ts'
import type { WriteContext } from './stream-writer.ts'

/**
 * Appends the same events as the stream writer, at a small part of its cost: 10,000 partitions are 20,000 streams.
 *
 * @param changed in the order in which they are written.
 * @returns false, with nothing written, where the stream writer must examine one of the streams.
 */
export async function writeUntouched(
  { services: { environment }, tx, writer: { stamp }, targets }: WriteContext,
  name: string,
  changed: readonly ChangedPartition[],
): Promise<boolean> {
  if (changed.length === 0) return true
  const streams = changed.map(({ partition }) => partitionCheckpointStream(name, partition))
  const heads = await tx.headsOf(streams)
  if (!streams.every((stream, index) => isUntouched(heads[index], targets.get(stream)))) return false
  const fresh = streams.filter((_, index) => heads[index] === undefined).map(metastreamOf)
  const described = await tx.headsOf(fresh)
  if (described.some((head) => head !== undefined)) return false

  const created = environment.now()
  if (fresh.length > 0) await tx.append({ ...metadataOfNew, count: fresh.length, id: { from: environment.uuid() }, stream: fresh, created })
  for (const stream of fresh) tx.putHead({ stream, last: 0, tombstone: false, metadata: {} })
  const numbers = heads.map((head) => (head ? head.last + 1 : 0))
  await tx.append({
    count: streams.length,
    id: { from: environment.uuid() },
    type: eventTypes.partitionCheckpoint,
    data: changed.map(stateData),
    metadata: changed.map(({ tag }) => `{${stampedMembers(tag, stamp)}}`),
    isJson: true,
    stream: streams,
    number: numbers,
    created,
  })
  const metadata = readMetadata(metadataOfNew)
  for (const [index, stream] of streams.entries()) {
    tx.putHead({ stream, last: numbers[index]!, tombstone: false, metadata: heads[index]?.metadata ?? metadata })
    targets.set(stream, behind(numbers[index]!))
  }
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
    target.written === undefined)

/** The first event of a new stream's metastream. */
const metadataOfNew = {
  type: metadataType,
  data: partitionCheckpointMetadata(undefined),
  metadata: '',
  isJson: true,
  number: 0,
} as const
