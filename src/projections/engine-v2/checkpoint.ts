// Writes a checkpoint of Engine V2, with the emissions and states that waited for it, and reads it back (26 §7.7, §7.10).

import { newEvents } from '../../base/events/event-table.ts'
import type { Position, StreamHead } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { expectedVersion } from '../../streams/streams.ts'
import type { Streams } from '../../streams/streams.ts'
import { isMetastream, originalOf } from '../../streams/system.ts'
import { textOf } from '../../base/bytes.ts'
import { isTooBig } from '../../streams/write/event-size.ts'
import type { AppendServices } from '../model/append.ts'
import { compareTags } from '../model/positions/checkpoint.ts'
import type { Tag } from '../model/positions/checkpoint.ts'
import { checkpointStream, eventTypes, stateStream } from '../model/names.ts'
import type { EngineV2Run } from '../model/run.ts'
import type { Run, WaitingEmission } from '../model/tables.ts'
import { emissionRows } from '../model/tables.ts'
import { readAllPartitions } from '../partitions/rows.ts'
import { nameOf } from './partitions.ts'
import { sharedPartition } from '../../query/query.ts'

export const logTag = (position: Position): Tag => ({ kind: 'log', commit: position, prepare: position })

const emissionPrefix = (run: string): string => `${run}/`

/** Keeps the emissions of a commit until the next checkpoint. @param fence of the run before the commit. */
export function keepEmissions(tx: WriteTransaction, { id, fence }: Pick<Run, 'id' | 'fence'>, emissions: readonly WaitingEmission[]): void {
  if (emissions.length > 0) tx.putRow(emissionRows, emissionPrefix(id) + String(fence).padStart(16, '0'), emissions)
}

export type TakenCheckpoint = { readonly kind: 'taken'; readonly run: EngineV2Run } | { readonly kind: 'faulted'; readonly reason: string }

/**
 * A checkpoint that cannot be written is lost with everything that waited for it, and nobody is told before the next one.
 *
 * @param dirty states by partition that events have set since the last checkpoint; undefined where the caller has not seen them all.
 */
export async function takeCheckpointIn(
  services: AppendServices,
  tx: WriteTransaction,
  name: string,
  run: EngineV2Run,
  dirty: ReadonlyMap<string, string> | undefined,
): Promise<TakenCheckpoint> {
  const { engineV2 } = run
  if (engineV2.hasFailed) return { kind: 'faulted', reason: `Checkpoint write failed for ${name}` }
  const waiting = (await tx.rows(emissionRows, emissionPrefix(run.id))).flatMap(([, emissions]) => emissions)
  const position = `{"commitPosition":${engineV2.passed},"preparePosition":${engineV2.passed}}`
  const states = byStream(name, dirty ?? (await dirtyIn(tx, run)))
  const writes: readonly WaitingEmission[] = [
    { stream: checkpointStream(name), type: eventTypes.checkpointV2, data: position, isJson: true, metadata: '' },
    ...waiting,
    ...[...states].map(([stream, data]) => ({ stream, type: eventTypes.stateV2, data, isJson: true, metadata: '' })),
  ]
  const isWritten = await areWritable(tx, writes)
  for (const { stream, ...event } of isWritten ? writes : []) {
    const events = newEvents([{ ...event, id: services.environment.uuid() }])
    await services.streams.appendIn(tx, { stream, events, expected: expectedVersion.any })
  }
  tx.deleteRows(emissionRows, emissionPrefix(run.id))
  const checkpointed = { ...engineV2, events: 0, bytes: 0, hasFailed: !isWritten }
  return {
    kind: 'taken',
    run: { ...run, engineV2: checkpointed, checkpointTime: services.environment.now(), lastCheckpoint: logTag(engineV2.passed) },
  }
}

/** One state for each stream: that of the partition without a name gives way to the shared one, whose stream is the same. */
function byStream(name: string, dirty: Iterable<readonly [partition: string, state: string]>): Map<string, string> {
  const states = new Map<string, string>()
  for (const [partition, state] of dirty) {
    const stream = stateStream(name, nameOf(partition))
    if (partition === sharedPartition || !states.has(stream)) states.set(stream, state)
  }
  return states
}

/** One write decides about all of them. */
async function areWritable(tx: ReadTransaction, writes: readonly WaitingEmission[]): Promise<boolean> {
  if (writes.some(({ data }) => isTooBig(data))) return false
  const names = new Set(writes.flatMap(({ stream }) => (isMetastream(stream) ? [stream, originalOf(stream)] : [stream])))
  const heads: readonly (StreamHead | undefined)[] = await Promise.all([...names].map((stream) => tx.head(stream)))
  return heads.every((head) => !head?.tombstone)
}

/** The states that events have set since the last checkpoint, in the order of the partitions. */
async function dirtyIn(tx: ReadTransaction, run: Run): Promise<(readonly [partition: string, state: string])[]> {
  const rows = [...(await readAllPartitions(tx, run))].sort(([, one], [, other]) => one.rank - other.rank)
  return rows.flatMap(([partition, { result, tag }]) =>
    result !== undefined && compareTags(run.lastCheckpoint, tag) < 0 ? [[partition, result] as const] : [],
  )
}

/** @returns the next position to read, behind the last event of the checkpoint stream where that is a checkpoint of this engine. */
export async function checkpointedIn(tx: ReadTransaction, streams: Streams, name: string): Promise<Position> {
  const [event] = await streams.readIn(tx, checkpointStream(name), newestFirst)
  try {
    const { commitPosition } = JSON.parse(event ? textOf(event.data) : '{}') as { commitPosition?: unknown }
    return typeof commitPosition === 'number' ? commitPosition + 1 : 0
  } catch {
    return 0
  }
}

/** The last state in the stream of a partition, whoever wrote it; undefined if there is none. */
export async function storedStateIn(tx: ReadTransaction, streams: Streams, name: string, partition: string): Promise<string | undefined> {
  const [event] = await streams.readIn(tx, stateStream(name, partition), newestFirst)
  return event && textOf(event.data)
}

const newestFirst = { from: Number.MAX_SAFE_INTEGER, direction: 'backward', limit: 1 } as const
