// Decides where a new run begins: at the newest valid checkpoint event, or at the beginning (projection-language §14.3).

import { tombstoneNumber } from '../../base/events/events.ts'
import type { ProjectionFacts } from '../../base/release/facts.ts'
import { withStackTrace } from '../model/fault-text.ts'
import type { PartitionTexts, Sources } from '../../query/query.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { textOf } from '../../base/bytes.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { convertTag, zeroTag } from '../model/positions/checkpoint.ts'
import { readStateData } from './checkpoint-events.ts'
import type { Definition } from '../model/definition/definition.ts'
import { checkpointStream, eventTypes, partitionCheckpointStream } from '../model/names.ts'
import type { ProjectionRow } from '../model/tables.ts'
import type { Beginning } from '../model/run.ts'
import { keptTexts } from '../model/run.ts'
import { hasRootState, sourceOf } from '../model/source.ts'
import type { Stamp } from '../model/positions/provenance.ts'
import { readStampedPosition } from '../model/positions/provenance.ts'

/** `fault` where the run cannot begin: its core faults at once. */
export type RunStart = { readonly beginning: Beginning; readonly fault?: string | undefined }

/** Events of the checkpoint stream in one read, newest first. */
const lookBack = 10

/** @param definition of the new run. */
export async function runStartIn(
  tx: ReadTransaction,
  streams: Streams,
  { name, id }: Pick<ProjectionRow, 'name' | 'id'>,
  definition: Definition & { readonly sources: Sources },
  facts: Pick<ProjectionFacts, 'faultsUnopenedSources'>,
): Promise<RunStart> {
  const source = sourceOf(definition.sources)
  const head = await streams.headIn(tx, checkpointStream(name))
  const last = head?.last ?? -1
  const hasCheckpoints = !definition.checkpointsDisabled && last >= 0
  const fresh: Beginning = { tag: zeroTag(source), state: '', result: undefined, checkpointNumber: -1, hasCheckpoints }
  // Queries ignore the checkpoints of earlier runs, and write as if their checkpoint stream were new (projections-http §7.5).
  if (definition.checkpointsDisabled || definition.mode !== 'Continuous' || last < 0) return { beginning: fresh }
  const event = await newestCheckpoint(tx, streams, checkpointStream(name), last)
  const position = event && readStampedPosition(textOf(event.metadata), { id })
  if (!event || !position?.tag || position.stamp.id !== id || definition.epoch > position.stamp.version) {
    return { beginning: { ...fresh, checkpointNumber: event?.number ?? last } }
  }
  const known = { ...fresh, checkpointNumber: event.number }
  const conversion = convertTag(position.tag, source)
  if (conversion.kind === 'incompatible') return { beginning: { ...known, tag: undefined }, fault: withStackTrace(conversion.message) }
  const { tag } = conversion
  const fault = definition.enabled && facts.faultsUnopenedSources ? openingFault(tag) : undefined
  if (!hasRootState(definition.sources)) return { beginning: { ...known, tag }, fault }
  const texts = readStateData(textOf(event.data))
  if (texts.kind === 'unreadable') return { beginning: { ...known, tag: undefined }, fault: withStackTrace(texts.message) }
  return { beginning: { ...known, tag, ...keptTexts(texts) }, fault }
}

/** The number of a hard-deleted stream has no successor, so no reader of several streams can begin behind it (26 §5.8). */
const openingFault = (tag: Tag): string | undefined =>
  tag.kind === 'streams' && tag.numbers.includes(tombstoneNumber)
    ? withStackTrace("System.ArgumentException: Invalid sequence number (Parameter 'streams')")
    : undefined

async function newestCheckpoint(tx: ReadTransaction, streams: Streams, stream: string, last: number) {
  for (let from = last; from >= 0;) {
    const events = await streams.readIn(tx, stream, { from, direction: 'backward', limit: lookBack })
    const found = events.find(({ type }) => type === eventTypes.checkpoint)
    if (found || events.length < lookBack) return found
    from = events.at(-1)!.number - 1
  }
  return undefined
}

/** The checkpoint of a partition, with the position of its own last event. */
export interface StoredPartition extends PartitionTexts {
  readonly tag: Tag | undefined
}

/** @returns a partition's texts in its checkpoint stream (projections-http §11.4), unless they are of another projection or epoch. */
export async function storedTextsIn(
  tx: ReadTransaction,
  streams: Streams,
  name: string,
  partition: string,
  stamp: Pick<Stamp, 'id' | 'epoch'>,
): Promise<StoredPartition | undefined> {
  const range = { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 2 } as const
  const events = await streams.readIn(tx, partitionCheckpointStream(name, partition), range)
  const event = events.find(({ type }) => type === eventTypes.partitionCheckpoint)
  const position = event && readStampedPosition(textOf(event.metadata), { id: stamp.id })
  if (!event || !position || position.stamp.id !== stamp.id || stamp.epoch > position.stamp.version) return undefined
  const texts = readStateData(textOf(event.data))
  return texts.kind === 'texts' ? { state: texts.state, result: texts.result, tag: position.tag } : undefined
}
