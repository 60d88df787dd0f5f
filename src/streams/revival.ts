// Brings soft-deleted streams back: the metadata event that follows from writing to them (streams-http §17).

import type { NewEvent, NumberedEvent } from '../base/events.ts'
import { isSoftDeleted } from '../base/events.ts'
import type { Environment } from '../base/environment.ts'
import type { ReadTransaction } from '../storage/storage.ts'
import type { Heads } from './heads.ts'
import { headOf, loadHeads } from './heads.ts'
import { withTruncateBefore } from './metadata.ts'
import { isMetastream, metadataType, metastreamOf, originalOf } from './system.ts'

export type Clock = Pick<Environment, 'now' | 'uuid'>

/** Whether writing to this stream may bring one back. @param heads has the stream, and the one whose metadata it holds. */
export const mayRevive = (heads: Heads, stream: string): boolean =>
  isSoftDeleted(headOf(heads, isMetastream(stream) ? originalOf(stream) : stream))

/** The metadata event that brings a soft-deleted stream back, where writing these events does so. */
export async function revivalBy(
  tx: ReadTransaction,
  heads: Heads,
  events: readonly NumberedEvent[],
  clock: Clock,
): Promise<NumberedEvent | undefined> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return undefined
  if (isMetastream(first.stream)) return revivalByMetadata(heads, last, clock)
  if (!isSoftDeleted(headOf(heads, first.stream))) return undefined
  const metastream = metastreamOf(first.stream)
  await loadHeads(tx, heads, [metastream])
  const end = headOf(heads, metastream).last
  const [metadata] = await tx.stream(metastream, { from: end, direction: 'backward', limit: 1 })
  const text = metadata && withTruncateBefore(metadata.data, first.number)
  return text === undefined ? undefined : numbered(metastream, [metadataEvent(text, clock)], end + 1, clock)[0]
}

function revivalByMetadata(heads: Heads, posted: NumberedEvent, clock: Clock): NumberedEvent | undefined {
  const original = headOf(heads, originalOf(posted.stream))
  if (!isSoftDeleted(original) || original.tombstone) return undefined
  const text = withTruncateBefore(posted.data, original.last + 1)
  return text === undefined ? undefined : numbered(posted.stream, [metadataEvent(text, clock)], posted.number + 1, clock)[0]
}

export const metadataEvent = (data: string, clock: Clock): NewEvent => ({
  id: clock.uuid(),
  type: metadataType,
  data,
  metadata: '',
  isJson: true,
})

/** Gives events their numbers from `first` on. */
export function numbered(stream: string, events: readonly NewEvent[], first: number, clock: Clock): NumberedEvent[] {
  const created = clock.now()
  return events.map((event, index) => ({ ...event, stream, number: first + index, created }))
}
