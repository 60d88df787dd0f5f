// Undeletes soft-deleted streams: the metadata event that a write to them entails (streams-http §17).

import { valueAt } from '../../base/events/column.ts'
import type { EventTable, NewEvents } from '../../base/events/event-table.ts'
import { eventsOfStream, newEvents } from '../../base/events/event-table.ts'
import type { NewEvent } from '../../base/events/events.ts'
import { isDeletedForWrites, maxInt64 } from '../../base/events/events.ts'
import type { WriteClock } from '../../base/platform/environment.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Heads } from './heads.ts'
import { headOf, loadHeads } from './heads.ts'
import { withTruncateBefore } from '../metadata/metadata.ts'
import { isMetastream, metadataType, metastreamOf, originalOf } from '../system.ts'

/** Whether a write to this stream may undelete one. @param heads must have the stream, and the one that it describes. */
export const mayUndelete = (heads: Heads, stream: string): boolean =>
  isDeletedForWrites(headOf(heads, stream)) || (isMetastream(stream) && isDeletedForWrites(headOf(heads, originalOf(stream))))

/** The metadata events that a write entails: they undelete its own stream, and the stream that it describes. */
export async function undeletesBy(
  tx: ReadTransaction,
  heads: Heads,
  { stream, first, events }: AppendedEvents,
  clock: WriteClock,
): Promise<EventTable[]> {
  if (events.count === 0) return []
  const own = isDeletedForWrites(headOf(heads, stream)) ? await undeleteByEvent(tx, heads, { stream, first }, clock) : undefined
  const described = isMetastream(stream) ? undeleteByMetadata(heads, { stream, first, events }, clock) : undefined
  return [own, described].filter((event) => event !== undefined)
}

/** Events that are going to be appended to a stream. */
export interface AppendedEvents {
  readonly stream: string
  /** Number of the first one. */
  readonly first: number
  readonly events: NewEvents
}

async function undeleteByEvent(
  tx: ReadTransaction,
  heads: Heads,
  { stream, first }: Pick<AppendedEvents, 'stream' | 'first'>,
  clock: WriteClock,
): Promise<EventTable | undefined> {
  const metastream = metastreamOf(stream)
  await loadHeads(tx, heads, [metastream])
  const end = headOf(heads, metastream).last
  const [metadata] = await tx.stream(metastream, { from: end, direction: 'backward', limit: 1 })
  const text = metadata && withTruncateBefore(metadata.data, BigInt(first))
  return text === undefined ? undefined : metadataTable(metastream, text, end + 1, clock)
}

/** The number that follows a tombstone: it has the largest of 64 bits, and the server's sum wraps around. */
const afterTombstone = -maxInt64 - 1n

function undeleteByMetadata(heads: Heads, { stream, first, events }: AppendedEvents, clock: WriteClock): EventTable | undefined {
  const original = headOf(heads, originalOf(stream))
  if (!isDeletedForWrites(original)) return undefined
  const posted = valueAt(events.data, events.count - 1)
  const text = withTruncateBefore(posted, original.tombstone ? afterTombstone : BigInt(original.last + 1))
  return text === undefined ? undefined : metadataTable(stream, text, first + events.count, clock)
}

export const metadataEvent = (data: string, clock: WriteClock): NewEvent => ({
  id: clock.uuid(),
  type: metadataType,
  data,
  metadata: '',
  isJson: true,
})

/** @returns a single metadata event. */
export const metadataTable = (metastream: string, data: string, number: number, clock: WriteClock): EventTable =>
  eventsOfStream(newEvents([metadataEvent(data, clock)]), metastream, number, clock.now())
