// Makes events, heads and tables for tests of a storage, and reads all that a storage holds.

import type { Column } from '../base/events/column.ts'
import { valueAt } from '../base/events/column.ts'
import type { EventTable } from '../base/events/event-table.ts'
import { eventTable, streamsOf } from '../base/events/event-table.ts'
import type { NewEvent, NumberedEvent, Position, RecordedEvent, StreamHead } from '../base/events/events.ts'
import { idsFrom } from '../base/events/counted-ids.ts'
import type { Storage, WriteTransaction } from './storage.ts'
import { table } from './storage.ts'

/** @returns a GUID that is the same in every run. */
export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

/** @returns the id of the `n`th event behind the one with `idOf(0)`, where both were written together for many streams. */
export const countedId = idsFrom(idOf(0))

let made = 0

/** @param given members that matter to the test; without an id it gets one of its own. */
export function numbered(stream: string, number: number, given: Partial<NewEvent> = {}): NumberedEvent {
  return {
    id: idOf(0xa0000000 + made++),
    type: 'happened',
    data: `{"number":${number}}`,
    metadata: '',
    isJson: true,
    created: 1_700_000_000_000 + number,
    stream,
    number,
    ...given,
  }
}

/** One event for each of the streams, with counted ids. @param firstId of the first one. */
export const eachOf = (
  streams: readonly string[],
  number: Column<number>,
  firstId: string,
  given: Partial<EventTable> = {},
): EventTable => ({
  count: streams.length,
  id: { from: firstId },
  type: 'happened to all',
  data: streams.map((stream) => `{"stream":"${stream}"}`),
  metadata: '',
  isJson: true,
  stream: streams,
  number,
  created: 1_700_000_000_000,
  ...given,
})

/** Appends a table and puts the heads that follow. */
export async function appendWithHeads(tx: WriteTransaction, events: EventTable): Promise<Position> {
  const streams = streamsOf(events)
  const heads = await tx.headsOf(streams)
  const first = await tx.append(events)
  for (const [index, stream] of streams.entries())
    tx.putHead({ ...(heads[index] ?? { ...headOf(stream, -1), metadata: { maxCount: 2n } }), last: valueAt(events.number, index) })
  return first
}

/** @returns so many events of one stream, counted from `first`. */
export const run = (stream: string, first: number, count: number): NumberedEvent[] =>
  Array.from({ length: count }, (_, index) => numbered(stream, first + index))

/** The same, each with a megabyte of data. */
export const largeRun = (stream: string, count: number): NumberedEvent[] =>
  run(stream, 0, count).map((event) => ({ ...event, data: JSON.stringify('x'.repeat(1_000_000)) }))

export const headOf = (stream: string, last: number): StreamHead => ({ stream, last, tombstone: false, metadata: {} })

export interface Thing {
  readonly size: number
}
export const things = table<Thing>('things')
export const others = table<{ readonly texts: readonly string[] }>('others')

/** As short as a failing assertion should be: `orders/3`. */
export const names = (events: readonly RecordedEvent[]): string[] => events.map((event) => `${event.stream}/${event.number}`)

export const numbers = (events: readonly RecordedEvent[]): number[] => events.map((event) => event.number)

export const positions = (events: readonly RecordedEvent[]): number[] => events.map((event) => event.position)

/** @returns the events with their positions, as the log has them. */
export const append = (storage: Storage, events: readonly NumberedEvent[]): Promise<RecordedEvent[]> =>
  storage.write(async (tx) => {
    const first = await tx.append(eventTable(events))
    return events.map((event, index) => ({ ...event, position: first + index }))
  })

export const wholeLog = (storage: Storage): Promise<RecordedEvent[]> =>
  storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 1_000_000 }))

/** All that a storage shows: equal for two storages with the same history. */
export const everything = (storage: Storage) =>
  storage.read(async (tx) => ({
    end: await tx.end(),
    log: await tx.log({ from: 0, direction: 'forward', limit: 1_000_000 }),
    heads: await tx.heads(undefined, 1_000_000),
    things: await tx.rows(things),
    others: await tx.rows(others),
    tables: await tx.tables(),
    dropped: await tx.dropped(),
  }))

/** One turn of the event loop: foreign to every transaction. */
export const elsewhere = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))
