// Decides the number of events in a record: many are cheap to write, few are cheap to read for one of them.

/**
 * The most events in a record, and so the most that a page of a stream copies in excess (decision 6). Earlier versions wrote records of
 * other sizes: readers must not rely on this one.
 */
export const maxEventsPerRecord = 256

/** The most events of one append to many streams, which are hardly ever read one by one. */
export const maxEventsOfMany = 1024

/** A record with so many characters or bytes takes no further event. */
const enoughContent = 1_000_000

/**
 * Cuts a list of events into records.
 *
 * @param sizes characters or bytes of each event.
 * @param most events in a record.
 * @returns the start and the end of each record.
 */
export function cut(sizes: readonly number[], most: number): (readonly [start: number, end: number])[] {
  const pieces: [start: number, end: number][] = []
  let content = 0
  for (const [index, size] of sizes.entries()) {
    const piece = pieces.at(-1)
    if (piece && content < enoughContent && index - piece[0] < most) {
      piece[1] = index + 1
      content += size
    } else {
      pieces.push([index, index + 1])
      content = size
    }
  }
  return pieces
}
