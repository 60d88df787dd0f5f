// Finds the last events that a stream had before positions of the log, without reading all that follows them.

import type { Position, RecordedEvent } from '../../base/events.ts'
import type { ReadTransaction } from '../../storage/storage.ts'

/** Before which position the stream is asked about. */
export interface Moment {
  readonly position: Position
  /** An event of the stream that may lie shortly before it. */
  readonly near?: RecordedEvent | undefined
}

/**
 * Reads single events: none at all where the answer is clear from those before, so moments are cheapest in the order of the log.
 *
 * @param last number of the newest event to be found.
 * @returns one for each moment, in their order.
 */
export async function lastBefore(
  tx: ReadTransaction,
  stream: string,
  last: number,
  moments: readonly Moment[],
): Promise<(RecordedEvent | undefined)[]> {
  /** The first stored event at or after a number, where that was looked for. */
  const probes = new Map<number, RecordedEvent | undefined>()
  const found: (RecordedEvent | undefined)[] = []

  const probe = async (number: number): Promise<RecordedEvent | undefined> => {
    const [event] = await tx.stream(stream, { from: number, direction: 'forward', limit: 1 })
    probes.set(number, event)
    return event
  }

  for (const { position, near } of moments) {
    const isBefore = (event: RecordedEvent | undefined): boolean => event !== undefined && event.position < position
    // Only for reads is there anything to await: a transaction ends that idles for long.
    const newest = probes.has(last) ? probes.get(last) : await probe(last)
    if (isBefore(newest)) {
      found.push(newest)
      continue
    }
    let event = newestOf([found.at(-1), near].filter(isBefore))
    // Steps ahead, further each time, and then back in halves.
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
