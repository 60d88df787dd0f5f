// The heads that one transaction reads and changes, and the effect of appended events on them.

import { valueAt } from '../../base/events/column.ts'
import type { EventTable } from '../../base/events/event-table.ts'
import { streamsOf } from '../../base/events/event-table.ts'
import type { NewEvent, StreamHead, StreamMetadata } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { readMetadata } from '../metadata/metadata.ts'
import { isMetastream, originalOf } from '../system.ts'

/** The head of a stream without events. */
export const emptyHead = (stream: string): StreamHead => ({ stream, last: -1, tombstone: false, metadata: {} })

/** Heads by stream name; streams without one have an empty head. */
export type Heads = Map<string, StreamHead>

/** Loads the missing heads, all at once. */
export async function loadHeads(tx: ReadTransaction, heads: Heads, streams: readonly string[]): Promise<void> {
  const missing = streams.filter((stream) => !heads.has(stream))
  if (missing.length === 0) return
  const loaded = await tx.headsOf(missing)
  for (const [index, stream] of missing.entries()) heads.set(stream, loaded[index] ?? emptyHead(stream))
}

/** @param stream a loaded one. */
export const headOf = (heads: Heads, stream: string): StreamHead => heads.get(stream) ?? emptyHead(stream)

/** Stores the heads after the events. The heads of their streams, and of the streams they describe, must be loaded. */
export function putHeadsAfter(tx: WriteTransaction, heads: Heads, events: EventTable): void {
  for (const stream of advanceHeads(heads, events)) tx.putHead(headOf(heads, stream))
}

/** Advances the loaded heads only. @param events of one stream. @returns the streams whose heads have changed. */
export function advanceHeads(heads: Heads, events: EventTable): readonly string[] {
  if (events.count === 0) return []
  const [stream] = streamsOf(events) as [string]
  const last = events.count - 1
  heads.set(stream, { ...headOf(heads, stream), last: valueAt(events.number, last) })
  if (!isMetastream(stream)) return [stream]
  const original = originalOf(stream)
  const head = headOf(heads, original)
  heads.set(original, { ...head, metadata: metadataOf(head, { data: valueAt(events.data, last), isJson: valueAt(events.isJson, last) }) })
  return [stream, original]
}

/**
 * The metadata of a stream after the last event of its metastream. A hard-deleted stream and a metastream keep only the mark of a soft
 * deletion, which the server checks on writes (streams-http §17).
 */
function metadataOf({ stream, tombstone }: StreamHead, last: Pick<NewEvent, 'data' | 'isJson'>): StreamMetadata {
  const metadata = readMetadata(last)
  if (!tombstone && !isMetastream(stream)) return metadata
  const { truncateBefore, deletedForWrites } = metadata
  return { ...(truncateBefore === maxInt64 && { truncateBefore }), ...(deletedForWrites && { deletedForWrites }) }
}
