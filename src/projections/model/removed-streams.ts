// Lists the streams that a deletion of a projection takes with it, by the flags of the request (projections-http §11.6).

import { isSoftDeleted } from '../../base/events/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Streams } from '../../streams/streams.ts'
import { textOf } from '../../base/bytes.ts'
import type { Definition, DeleteFlags } from './definition/definition.ts'
import { checkpointStream, orderStream, resultStream, trackingCheckpointStream, trackingStream } from './names.ts'

export interface RemovedStream {
  readonly stream: string
  readonly role: 'checkpoint' | 'result' | 'emitted' | 'tracking' | 'order'
}

type Reading = Pick<Streams, 'readIn' | 'headIn'>

/** In the order of deletion, whether they exist or not. */
export async function streamsToRemoveIn(
  streams: Reading,
  tx: ReadTransaction,
  name: string,
  definition: Definition,
  flags: DeleteFlags,
): Promise<RemovedStream[]> {
  const { checkpointsDisabled, emitEnabled, sources } = definition
  const removed: RemovedStream[] = []
  if (flags.deleteCheckpointStream && !checkpointsDisabled) removed.push({ stream: checkpointStream(name), role: 'checkpoint' })
  if (flags.deleteStateStream) removed.push({ stream: resultStream(name, sources?.options.resultStreamName ?? null), role: 'result' })
  if (!flags.deleteEmittedStreams || !emitEnabled) return removed
  for (const stream of await emittedStreamsIn(streams, tx, name)) removed.push({ stream, role: 'emitted' })
  removed.push({ stream: trackingCheckpointStream(name), role: 'tracking' }, { stream: trackingStream(name), role: 'tracking' })
  if (hasSeveralStreams(definition)) removed.push({ stream: orderStream(name), role: 'order' })
  return removed
}

/** Keeps the streams that a deletion would change: it skips missing and deleted ones. */
export async function streamsFoundIn(streams: Reading, tx: ReadTransaction, removed: readonly RemovedStream[]): Promise<RemovedStream[]> {
  const heads = await Promise.all(removed.map(({ stream }) => streams.headIn(tx, stream)))
  return removed.filter((_stream, index) => {
    const head = heads[index]
    return head && !head.tombstone && !isSoftDeleted(head)
  })
}

/** The tracked streams that the projection has emitted to, in the order of the first emission. */
export async function emittedStreamsIn(streams: Reading, tx: ReadTransaction, name: string): Promise<readonly string[]> {
  const tracked = await streams.readIn(tx, trackingStream(name), { from: 0, direction: 'forward', limit: Number.MAX_SAFE_INTEGER })
  return [...new Set(tracked.map(({ data }) => textOf(data)))]
}

/** Counts repeated names, too. */
export const hasSeveralStreams = ({ sources }: Definition): boolean => sources !== undefined && sources.streams.length > 1
