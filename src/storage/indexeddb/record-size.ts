// Decides how many events each record takes: as many as are cheap to write, and not more than one cares to read for one of them.

/**
 * A record has at most so many events, so that a page of a stream never costs more than copying these (decision 6). Earlier
 * versions wrote records of other sizes: nothing that reads them may count on this one.
 */
export const maxEventsPerRecord = 256

/** The same of events that are written for many streams together, and hardly ever read one by one. */
export const maxEventsOfMany = 1024

/** With so many characters or bytes a record takes no further event. */
const enoughContent = 1_000_000

/**
 * Cuts a list of events into what records hold of it.
 *
 * @param sizes characters or bytes of each event.
 * @param most how many events a record takes.
 * @returns where each record starts and ends.
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
