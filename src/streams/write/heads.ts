// Keeps the heads that one write reads and changes: what follows for them from the events that are appended.

import type { NumberedEvent, StreamHead, StreamMetadata } from '../../base/events.ts'
import { maxInt64 } from '../../base/events.ts'
import type { ReadTransaction, WriteTransaction } from '../../storage/storage.ts'
import { readMetadata } from '../metadata/metadata.ts'
import { isMetastream, originalOf } from '../system.ts'

/** The head of a stream that has nothing yet. */
export const emptyHead = (stream: string): StreamHead => ({ stream, last: -1, tombstone: false, metadata: {} })

/** Heads by stream name; streams without one have an empty head. */
export type Heads = Map<string, StreamHead>

/** Reads the heads that are not known yet, all at once. */
export async function loadHeads(tx: ReadTransaction, heads: Heads, streams: readonly string[]): Promise<void> {
  const missing = streams.filter((stream) => !heads.has(stream))
  if (missing.length === 0) return
  const loaded = await tx.headsOf(missing)
  for (const [index, stream] of missing.entries()) heads.set(stream, loaded[index] ?? emptyHead(stream))
}

/** @param stream one that was loaded. */
export const headOf = (heads: Heads, stream: string): StreamHead => heads.get(stream) ?? emptyHead(stream)

/** Puts the heads that the events leave behind; those of their streams, and of the streams whose metadata they are, are loaded. */
export function putHeadsAfter(tx: WriteTransaction, heads: Heads, events: readonly NumberedEvent[]): void {
  for (const stream of advanceHeads(heads, events)) tx.putHead(headOf(heads, stream))
}

/** The same for heads that are put later. @returns the streams whose heads have changed. */
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
 * What the last event of its metastream makes of a stream. Of a hard-deleted stream and of a metastream it changes only whether the
 * reference takes it for soft deleted where it writes (streams-http §17).
 */
function metadataOf({ stream, tombstone }: StreamHead, last: NumberedEvent): StreamMetadata {
  const metadata = readMetadata(last)
  if (!tombstone && !isMetastream(stream)) return metadata
  return metadata.truncateBefore === maxInt64 ? { truncateBefore: maxInt64 } : {}
}
