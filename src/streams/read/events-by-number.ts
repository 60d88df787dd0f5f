// Reads events of one stream by their numbers, neighbours in one range, because storage keeps them together.

import type { RecordedEvent } from '../../base/events/events.ts'
import { clusters } from '../../base/sorted.ts'
import type { ReadTransaction } from '../../storage/storage.ts'

/** Largest gap inside one range: IndexedDB would decode the record of two neighbours once for each of them. */
const widestGap = 64

/**
 * @param numbers 0 or greater, in any order.
 * @returns the stored ones of these events by number, visible or not.
 */
export async function eventsByNumber(
  tx: ReadTransaction,
  stream: string,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, RecordedEvent>> {
  const wanted = new Set(numbers)
  const found = await Promise.all(
    clusters([...wanted], widestGap).map(([first, last]) =>
      tx.stream(stream, { from: first, direction: 'forward', limit: last - first + 1 }),
    ),
  )
  const events = new Map<number, RecordedEvent>()
  for (const event of found.flat()) if (wanted.has(event.number)) events.set(event.number, event)
  return events
}
