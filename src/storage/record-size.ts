// Decides how many events each record takes: as many as are cheap to write, and not more than one cares to read for one of them.

/**
 * A record has at most so many events, so that a page of a stream never costs more than copying these (docs/decisions/011). Earlier
 * versions wrote records of other sizes: nothing that reads them may count on this one.
 */
export const maxEventsPerRecord = 256

/** The same of events that are hardly ever read one by one, like those that are written for many streams together. */
const mostEvents = 1024

/** With so many characters or bytes it takes no further event. */
const enoughContent = 1_000_000

/** Whether a record is to end that holds so many events, of so many characters or bytes. */
export type IsFull = (count: number, content: number) => boolean

export const isFull: IsFull = (count, content) => count === maxEventsPerRecord || content >= enoughContent
export const isFullOfMany: IsFull = (count, content) => count === mostEvents || content >= enoughContent

/**
 * Cuts a list of events into what records hold of it.
 *
 * @param isFull whether a piece takes no further event.
 * @param sizeOf characters or bytes of the event with this index.
 * @param take gets the pieces in order.
 */
export function cutInto<Events>(
  events: Events,
  count: number,
  isFull: IsFull,
  sizeOf: (events: Events, index: number) => number,
  take: (start: number, end: number) => void,
): void {
  let start = 0
  while (start < count) {
    const end = endOfPiece(events, start, count, isFull, sizeOf)
    take(start, end)
    start = end
  }
}

/** A loop of its own: making a record would be compiled with it (docs/performance.md). */
function endOfPiece<Events>(
  events: Events,
  start: number,
  count: number,
  isFull: IsFull,
  sizeOf: (events: Events, index: number) => number,
): number {
  let content = 0
  let end = start
  while (end < count && !isFull(end - start, content)) {
    content += sizeOf(events, end)
    end++
  }
  return end
}
