// Reads a range of events out of records: as few requests and as few surplus events as the order of the records allows.

import type { RecordedEvent } from '../base/events.ts'
import type { LogRecord } from './records.ts'
import { eventsOf, maxEventsPerRecord } from './records.ts'
import type { Range } from './storage.ts'

/** Records in the order of a place that grows with every event: the position in the log, or the number in a stream. */
export interface Source {
  placeOf(event: RecordedEvent): number
  /** Whether an event of a record belongs to the source. */
  holds(event: RecordedEvent): boolean
  /** Place of a record: that of its last event. */
  endOf(record: LogRecord): number
  /** The first `count` records whose place lies between two, both included. */
  records(from: number, to: number, count?: number): Promise<LogRecord[]>
  /** The last place of a record at or before the given one. */
  lastPlace(upTo: number): Promise<number | undefined>
}

export const readRange = (source: Source, range: Range): Promise<RecordedEvent[]> =>
  range.direction === 'forward' ? readForward(source, range.from, range.limit) : readBackward(source, range.from, range.limit)

/** The largest number of records IndexedDB can be asked for. */
export const mostRecords = 0xffff_ffff

async function readForward(source: Source, from: number, limit: number): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = []
  // Full records to begin with: the first answer shows how many events a record really has for us.
  let eventsPerRecord = maxEventsPerRecord
  let next = Math.max(0, from)
  let read = 0
  while (found.length < limit) {
    const count = Math.min(mostRecords, Math.ceil((limit - found.length) / eventsPerRecord))
    const records = await source.records(next, Infinity, count)
    for (const record of records) found.push(...eventsOf(record).filter((event) => source.holds(event) && source.placeOf(event) >= next))
    if (records.length < count) break
    next = source.endOf(records.at(-1)!) + 1
    read += records.length
    eventsPerRecord = Math.max(1, found.length / read)
  }
  return found.slice(0, Math.max(0, limit))
}

/**
 * Without gaps, as many places as events are wanted hold them. What gaps leave missing is looked for further down, in windows
 * that widen while little is found.
 */
async function readBackward(source: Source, from: number, limit: number): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = []
  const take = (records: readonly LogRecord[]) => {
    for (const record of records.toReversed())
      found.push(
        ...eventsOf(record)
          .toReversed()
          .filter((event) => source.holds(event) && source.placeOf(event) <= from),
      )
  }
  if (limit <= 0 || from < 0) return found
  let lower = Math.max(0, from - limit + 1)
  const [inside, across] = await Promise.all([source.records(lower, from), source.records(from + 1, Infinity, 1)])
  take([...inside, ...across])
  let widening = inside.length === 0 ? 1 : 4
  while (found.length < limit) {
    const upper = await source.lastPlace(lower - 1)
    if (upper === undefined) break
    lower = Math.max(0, upper - (limit - found.length) * widening + 1)
    take(await source.records(lower, upper))
    widening = Math.min(64, widening * 4)
  }
  return found.slice(0, limit)
}
