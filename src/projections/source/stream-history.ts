// Finds the last event of a stream before each of several log positions, without reading all later events.

import type { Position, RecordedEvent } from '../../base/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'

/** A log position, before which the last event is wanted. */
export interface Moment {
  readonly position: Position
  /** An event of the stream that may be shortly before the position. */
  readonly near?: RecordedEvent | undefined
}

/**
 * Reads single events, and none where earlier answers suffice: moments are cheapest in log order.
 *
 * @param last number of the newest event to find.
 * @returns one for each moment, in their order.
 */
export async function lastBefore(
  tx: ReadTransaction,
  stream: string,
  last: number,
  moments: readonly Moment[],
): Promise<(RecordedEvent | undefined)[]> {
  /** The first stored event at or after each number that was read. */
  const probes = new Map<number, RecordedEvent | undefined>()
  const found: (RecordedEvent | undefined)[] = []

  const probe = async (number: number): Promise<RecordedEvent | undefined> => {
    const [event] = await tx.stream(stream, { from: number, direction: 'forward', limit: 1 })
    probes.set(number, event)
    return event
  }

  for (const { position, near } of moments) {
    const isBefore = (event: RecordedEvent | undefined): boolean => event !== undefined && event.position < position
    // Awaits reads only: an idle transaction ends.
    const newest = probes.has(last) ? probes.get(last) : await probe(last)
    if (isBefore(newest)) {
      found.push(newest)
      continue
    }
    let event = newestOf([found.at(-1), near].filter(isBefore))
    // Doubles the step until it is too far, then halves it.
    let isPast = false
    for (let step = 1; step >= 1; step = isPast ? step / 2 : step * 2) {
      const number = (event?.number ?? -1) + step
      const next = probes.has(number) ? probes.get(number) : await probe(number)
      if (isBefore(next)) event = next
      else isPast = true
    }
    found.push(event)
  }
  return found
}

const newestOf = (events: readonly (RecordedEvent | undefined)[]): RecordedEvent | undefined =>
  events.reduce((one, other) => (one && other && one.number > other.number ? one : other), undefined)
