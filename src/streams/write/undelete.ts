// Undeletes soft-deleted streams: the metadata event that a write to them entails (streams-http §17).

import type { NewEvent, NumberedEvent } from '../../base/events.ts'
import { isSoftDeleted, maxInt64 } from '../../base/events.ts'
import type { WriteClock } from '../../base/environment.ts'
import type { ReadTransaction } from '../../storage/storage.ts'
import type { Heads } from './heads.ts'
import { headOf, loadHeads } from './heads.ts'
import { withTruncateBefore } from '../metadata/metadata.ts'
import { isMetastream, metadataType, metastreamOf, originalOf } from '../system.ts'

/** Whether a write to this stream may undelete one. @param heads must have the stream, and the one that it describes. */
export const mayUndelete = (heads: Heads, stream: string): boolean =>
  isSoftDeleted(headOf(heads, stream)) || (isMetastream(stream) && isSoftDeleted(headOf(heads, originalOf(stream))))

/** The metadata events that these events entail: they undelete their own stream, and the stream that they describe. */
export async function undeletesBy(
  tx: ReadTransaction,
  heads: Heads,
  events: readonly NumberedEvent[],
  clock: WriteClock,
): Promise<NumberedEvent[]> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return []
  const own = isSoftDeleted(headOf(heads, first.stream)) ? await undeleteByEvent(tx, heads, first, clock) : undefined
  const described = isMetastream(first.stream) ? undeleteByMetadata(heads, last, clock) : undefined
  return [own, described].filter((event) => event !== undefined)
}

async function undeleteByEvent(
  tx: ReadTransaction,
  heads: Heads,
  { stream, number }: NumberedEvent,
  clock: WriteClock,
): Promise<NumberedEvent | undefined> {
  const metastream = metastreamOf(stream)
  await loadHeads(tx, heads, [metastream])
  const end = headOf(heads, metastream).last
  const [metadata] = await tx.stream(metastream, { from: end, direction: 'backward', limit: 1 })
  const text = metadata && withTruncateBefore(metadata.data, BigInt(number))
  return text === undefined ? undefined : numbered(metastream, [metadataEvent(text, clock)], end + 1, clock)[0]
}

/** The number after a tombstone's, where the reference's 64 bits wrap around. */
const afterTombstone = -maxInt64 - 1n

function undeleteByMetadata(heads: Heads, posted: NumberedEvent, clock: WriteClock): NumberedEvent | undefined {
  const original = headOf(heads, originalOf(posted.stream))
  if (!isSoftDeleted(original)) return undefined
  const text = withTruncateBefore(posted.data, original.tombstone ? afterTombstone : BigInt(original.last + 1))
  return text === undefined ? undefined : numbered(posted.stream, [metadataEvent(text, clock)], posted.number + 1, clock)[0]
}

export const metadataEvent = (data: string, clock: WriteClock): NewEvent => ({
  id: clock.uuid(),
  type: metadataType,
  data,
  metadata: '',
  isJson: true,
})

/** Numbers the events from `first` on. */
export function numbered(stream: string, events: readonly NewEvent[], first: number, clock: WriteClock): NumberedEvent[] {
  const created = clock.now()
  return events.map((event, index) => ({ ...event, stream, number: first + index, created }))
}
