// The heads that one transaction reads and changes, and the effect of appended events on them.

import type { NumberedEvent, StreamHead, StreamMetadata } from '../../base/events.ts'
import { maxInt64 } from '../../base/events.ts'
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
export function putHeadsAfter(tx: WriteTransaction, heads: Heads, events: readonly NumberedEvent[]): void {
  for (const stream of advanceHeads(heads, events)) tx.putHead(headOf(heads, stream))
}

/** Advances the loaded heads only. @returns the streams whose heads have changed. */
export function advanceHeads(heads: Heads, events: readonly NumberedEvent[]): ReadonlySet<string> {
  const changed = new Set<string>()
  const change = (stream: string, members: Partial<StreamHead>): void => {
    heads.set(stream, { ...headOf(heads, stream), ...members })
    changed.add(stream)
  }
  for (const last of lastOfEach(events)) {
    change(last.stream, { last: last.number })
    if (!isMetastream(last.stream)) continue
    const original = originalOf(last.stream)
    change(original, { metadata: metadataOf(headOf(heads, original), last) })
  }
  return changed
}

/** The last event of each stream. */
const lastOfEach = (events: readonly NumberedEvent[]): Iterable<NumberedEvent> =>
  events.length < 2 ? events : new Map(events.map((event) => [event.stream, event])).values()

/**
 * The metadata of a stream after the last event of its metastream. A hard-deleted stream and a metastream keep only the mark of a soft
 * deletion, which the reference checks on writes (streams-http §17).
 */
function metadataOf({ stream, tombstone }: StreamHead, last: NumberedEvent): StreamMetadata {
  const metadata = readMetadata(last)
  if (!tombstone && !isMetastream(stream)) return metadata
  return metadata.truncateBefore === maxInt64 ? { truncateBefore: maxInt64 } : {}
}
