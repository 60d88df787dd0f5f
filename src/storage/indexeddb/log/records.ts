// Cuts tables of events into records of IndexedDB, and finds the places of streams in them.

import { reader, valueAt, valuesOf } from '../../../base/events/column.ts'
import { cutEvents } from '../../../base/events/cut.ts'
import type { RecordedTable } from '../../../base/events/event-table.ts'
import { packEvents, recordedTable, rowsOf, selectEvents, sliceEvents } from '../../../base/events/event-table.ts'
import type { Position, RecordedEvent } from '../../../base/events/events.ts'
import type { EarlierRecord } from './earlier-records.ts'
import { tableOfEarlier } from './earlier-records.ts'
import { placeKey } from './place-key.ts'

/**
 * Consecutive events of the log, from one commit or a part of it. Columns take half the space of objects and are cloned twice as fast
 * (decision 6).
 */
export interface LogRecord {
  /** First half of the key: position of the last event when the record was written, even if that event is dropped. */
  readonly last: Position
  /** Second half of the key: a random number, so that the key of the last record identifies a state of the log. */
  readonly nonce: number
  /**
   * Indexed: for each stream the place of its last event in the record. Empty in a record of many streams, which their heads find instead
   * of the index (docs/inside/performance.md).
   */
  readonly lastPlaces: readonly string[]
  readonly events: RecordedTable
}

/** A record as the database has it. */
export type StoredRecord = LogRecord | EarlierRecord

/**
 * The most events in a record, and so the most that a page of a stream copies in excess (decision 6). Earlier versions wrote records of
 * other sizes: readers must not rely on this one.
 */
export const maxEventsPerRecord = 512

/** The most events of one append to many streams, which are hardly ever read one by one. */
const maxEventsOfMany = 1024

/** A record with so many characters or bytes takes no further event. */
const enoughContent = 1_000_000

/** The most streams of a record in the index: more entries would cost more than everything else (docs/inside/performance.md). */
const mostIndexedStreams = 8

/** @param record fresh from the database: the table is its own. */
export const tableIn = (record: StoredRecord): RecordedTable => ('events' in record ? record.events : tableOfEarlier(record))

export const isOfMany = ({ lastPlaces }: StoredRecord): boolean => lastPlaces.length === 0

/** A record to put, and the changes for the heads of its streams. */
export interface NewRecord {
  readonly record: LogRecord
  /** The streams of a record of many, with the numbers of their last events in it; nothing for other records. */
  readonly placed: ReadonlyMap<string, number>
}

/** @returns records in order. */
export function recordsOf(table: RecordedTable): NewRecord[] {
  if (table.count === 0) return []
  const most = lastNumbersIn(table).size > mostIndexedStreams ? maxEventsOfMany : maxEventsPerRecord
  return cutEvents(table, most, enoughContent).map(([start, end]) => recordOf(sliceEvents(table, start, end)))
}

function recordOf(events: RecordedTable): NewRecord {
  const numbers = lastNumbersIn(events)
  const many = numbers.size > mostIndexedStreams
  const last = valueAt(events.position, events.count - 1)
  const record = { last, nonce: Math.random(), lastPlaces: many ? [] : placesOf(numbers), events: packEvents(events) }
  return { record, placed: many ? numbers : new Map() }
}

const placesOf = (numbers: ReadonlyMap<string, number>): string[] => [...numbers].map(([stream, number]) => placeKey(stream, number))

/** @returns for each stream the number of its last event, in order of appearance. */
function lastNumbersIn({ stream, number, count }: RecordedTable): Map<string, number> {
  if (typeof stream === 'string') return new Map([[stream, valueAt(number, count - 1)]])
  const [streamAt, numberAt] = [reader(stream), reader(number)]
  const numbers = new Map<string, number>()
  for (let index = 0; index < count; index++) numbers.set(streamAt(index), numberAt(index))
  return numbers
}

/** @param indexes of the events that are left. @returns the record with only these, and the same key. */
export function recordWith(record: StoredRecord, indexes: readonly number[]): LogRecord {
  const events = packEvents(selectEvents(tableIn(record), indexes))
  const { last, nonce } = record
  return { last, nonce, lastPlaces: isOfMany(record) || events.count === 0 ? [] : placesOf(lastNumbersIn(events)), events }
}

/** A record without events, which marks the end of the log. */
export const emptyRecord = (end: Position): NewRecord => ({
  record: { last: end - 1, nonce: Math.random(), lastPlaces: [], events: recordedTable([]) },
  placed: new Map(),
})

/** @param record fresh from the database: the events share its values. */
export const eventsOf = (record: StoredRecord): RecordedEvent[] => rowsOf(tableIn(record))

/** @returns the ids of the events, in order. */
export function idsOf(record: StoredRecord): readonly string[] {
  const { id, count } = tableIn(record)
  return valuesOf(id, count)
}
