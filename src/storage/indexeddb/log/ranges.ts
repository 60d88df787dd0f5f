// Reads a range of events from records, with few requests and few surplus events.

import type { RecordedTable } from '../../../base/events/event-table.ts'
import { rowReader } from '../../../base/events/event-table.ts'
import type { RecordedEvent } from '../../../base/events/events.ts'
import type { StoredRecord } from './records.ts'
import { tableIn } from './records.ts'
import type { Range } from '../../storage.ts'

/** Records in the order of their events' places: positions in the log, or numbers in a stream. */
export interface RecordSource {
  /** @returns a function from the index of an event to its place; undefined if the source does not contain it. */
  placesIn(events: RecordedTable): (index: number) => number | undefined
  /** Place of a record's last event. */
  endOf(record: StoredRecord): number
  /** The first `count` records whose last place is between two, inclusive. */
  records(from: number, to: number, count?: number): Promise<StoredRecord[]>
  /** The last place of a record up to the given one. */
  lastPlace(upTo: number): Promise<number | undefined>
}

/** The most records that a request to IndexedDB can ask for. */
export const mostRecords = 0xffff_ffff

export async function readRange(source: RecordSource, { from, direction, limit, isGenerous = false }: Range): Promise<RecordedEvent[]> {
  const most = Math.min(limit, mostRecords)
  if (direction === 'backward') return await readBackward(source, from, most)
  const found = await readForward(source, from, most)
  return isGenerous ? found : found.slice(0, most)
}

/**
 * Without gaps, so many places hold so many events. Behind them it reads the events that gaps leave missing.
 *
 * @returns more than `limit` events where the last record has more.
 */
async function readForward(source: RecordSource, from: number, limit: number): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = []
  const take = (records: readonly StoredRecord[]) => {
    for (const record of records) found.push(...selected(source, record, (place) => place >= from))
  }
  if (limit <= 0) return found
  const behind = Math.max(0, from) + limit
  const [inside, across] = await Promise.all([source.records(Math.max(0, from), behind - 1), source.records(behind, Infinity, 1)])
  take([...inside, ...across])
  let [last] = across
  let read = inside.length + across.length
  while (found.length < limit && last !== undefined) {
    // Enough records if the next ones have as many events of the source as those read.
    const count = Math.ceil((limit - found.length) * Math.min(1, read / Math.max(1, found.length)))
    const records = await source.records(source.endOf(last) + 1, Infinity, count)
    take(records)
    read += records.length
    last = records.length < count ? undefined : records.at(-1)
  }
  return found
}

/** Only rows that are asked for become objects. */
function selected(source: RecordSource, record: StoredRecord, isWanted: (place: number) => boolean): RecordedEvent[] {
  const events = tableIn(record)
  const [placeAt, rowAt] = [source.placesIn(events), rowReader(events)]
  const rows: RecordedEvent[] = []
  for (let index = 0; index < events.count; index++) {
    const place = placeAt(index)
    if (place !== undefined && isWanted(place)) rows.push(rowAt(index))
  }
  return rows
}

/** IndexedDB returns lists in ascending order only, so gaps are crossed in windows, which get wider while they bring little. */
async function readBackward(source: RecordSource, from: number, limit: number): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = []
  const take = (records: readonly StoredRecord[]) => {
    for (const record of records.toReversed()) found.push(...selected(source, record, (place) => place <= from).toReversed())
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
