// A table of events: their count, and one column for each of their members.

import type { Column } from './column.ts'
import {
  alikeColumn,
  column,
  ColumnBuilder,
  dictionaryColumn,
  isSequence,
  numberColumn,
  reader,
  select,
  slice,
  textColumn,
  valuesOf,
} from './column.ts'
import type { NewEvent, NumberedEvent, RecordedEvent } from './events.ts'
import { isBytes } from '../platform/realms.ts'
import { pause } from '../time/steps.ts'
import { createTimeSlice } from '../time/time-slice.ts'

/** Rows as columns, which structured cloning copies several times as fast as objects. A table and the bytes in it never change. */
export type ColumnsOf<Row> = { readonly count: number } & { readonly [Member in keyof Row]: Column<Row[Member]> }

/** Events to append to one stream. */
export type NewEvents = ColumnsOf<NewEvent>

/**
 * Events ready for the log: a constant `stream` says that they are of one stream, a sequence as `id` that one random id was taken for all
 * (`idsFrom`).
 */
export type EventTable = ColumnsOf<NumberedEvent>

/** Events in the log; `RecordedEvent` is a row of it. */
export type RecordedTable = ColumnsOf<RecordedEvent>

/** The columns in no particular form, for work that treats all of them alike. */
type Columns = Readonly<Record<string, Column<never>>>

export function newEvents(events: readonly NewEvent[]): NewEvents {
  const builder = tableBuilder(events.length)
  for (const event of events) builder.add(event)
  return builder.table()
}

/** The same, but lets others run while it takes many events apart. */
export async function newEventsInSlices(events: readonly NewEvent[], slice = createTimeSlice()): Promise<NewEvents> {
  const builder = tableBuilder(events.length)
  for (const event of events) {
    builder.add(event)
    if (pause()) await slice.end()
  }
  return builder.table()
}

/** Takes events apart one by one. */
function tableBuilder(count: number) {
  const [id, type, isJson] = [new ColumnBuilder<string>(count), new ColumnBuilder<string>(count), new ColumnBuilder<boolean>(count)]
  const [data, metadata] = [new ColumnBuilder<string | Uint8Array>(count), new ColumnBuilder<string | Uint8Array>(count)]
  return {
    add(event: NewEvent): void {
      id.add(event.id)
      type.add(event.type)
      data.add(event.data)
      metadata.add(event.metadata)
      isJson.add(event.isJson)
    },
    table: (): NewEvents => ({
      count,
      id: id.column(),
      type: type.column(),
      data: data.column(),
      metadata: metadata.column(),
      isJson: isJson.column(),
    }),
  }
}

export const eventTable = (events: readonly NumberedEvent[]): EventTable => ({
  ...newEvents(events),
  stream: column(events.map(({ stream }) => stream)),
  number: column(events.map(({ number }) => number)),
  created: column(events.map(({ created }) => created)),
})

export const recordedTable = (events: readonly RecordedEvent[]): RecordedTable => ({
  ...eventTable(events),
  position: column(events.map(({ position }) => position)),
})

/** @param first number of the first one. @param created milliseconds since 1970, UTC. */
export const eventsOfStream = (events: NewEvents, stream: string, first: number, created: number): EventTable => ({
  ...events,
  stream,
  number: { from: first },
  created,
})

/** @returns the events at consecutive positions. */
export const recordedFrom = (events: EventTable, first: number): RecordedTable => ({ ...events, position: { from: first } })

/** @returns a function from an index to the row there; it shares its texts and bytes with the table. */
export function rowReader(table: RecordedTable): (index: number) => RecordedEvent {
  const [id, type, data, metadata] = [reader(table.id), reader(table.type), reader(table.data), reader(table.metadata)]
  const [isJson, stream, number] = [reader(table.isJson), reader(table.stream), reader(table.number)]
  const [created, position] = [reader(table.created), reader(table.position)]
  return (index) => ({
    id: id(index),
    type: type(index),
    data: data(index),
    metadata: metadata(index),
    isJson: isJson(index),
    stream: stream(index),
    number: number(index),
    created: created(index),
    position: position(index),
  })
}

export function rowsOf(table: RecordedTable): RecordedEvent[] {
  const row = rowReader(table)
  return Array.from({ length: table.count }, (_, index) => row(index))
}

/** @returns the stream of each event, or the one of all. */
export const streamsOf = ({ stream, count }: EventTable): readonly string[] =>
  typeof stream === 'string' ? [stream].slice(0, count) : valuesOf(stream, count)

/** @returns the events at these indexes, in their order. */
export const selectEvents = <T extends EventTable>(table: T, indexes: readonly number[]): T =>
  mapColumns(table, indexes.length, (values) => select(values, indexes))

/** @returns the events from `start` up to `end`. */
export const sliceEvents = <T extends EventTable>(table: T, start: number, end: number): T =>
  start === 0 && end >= table.count ? table : mapColumns(table, end - start, (values) => slice(values, start, end))

/** @param tables at least one. */
export function concatEvents<T extends EventTable>(tables: readonly T[]): T {
  const [first] = tables
  if (first === undefined) throw new TypeError('concatEvents: no table')
  if (tables.length === 1) return first
  const count = tables.reduce((sum, table) => sum + table.count, 0)
  return mapColumns(first, count, (_, member) =>
    column(tables.flatMap((table) => valuesOf((table as unknown as Columns)[member]!, table.count))),
  )
}

function mapColumns<T extends EventTable>(table: T, count: number, change: (values: Column<never>, member: string) => Column<never>): T {
  const { count: _, ...columns } = table as unknown as Columns & { readonly count: number }
  const changed = Object.entries(columns as Columns).map(([member, values]) => [member, change(values, member)] as const)
  return { count, ...Object.fromEntries(changed) } as unknown as T
}

/** The most streams or types that are worth a dictionary. */
const fewNames = 8

/** @returns the table in the form that takes least, for a database. */
export function packEvents(table: RecordedTable): RecordedTable {
  const { id, type, data, metadata, isJson, stream, number, created, position } = table
  const streams = packed(stream, namesColumn)
  // Metadata of events for many streams start with the same stamp.
  const areMany = typeof streams === 'object' && !('values' in streams)
  return {
    count: table.count,
    id: packed(id, textColumn),
    type: packed(type, (types) => dictionaryColumn(types, fewNames)),
    data: packed(data, contentColumn),
    metadata: packed(metadata, (contents) => (areMany && areTexts(contents) ? alikeColumn(contents) : contentColumn(contents))),
    isJson: packed(isJson, column),
    stream: streams,
    number: packed(number, numberColumn),
    created: packed(created, column),
    position: packed(position, numberColumn),
  }
}

function namesColumn(names: readonly string[]): Column<string> {
  const found = dictionaryColumn(names, fewNames)
  return found === names ? alikeColumn(names) : found
}

/** Byte arrays are not joined. */
const contentColumn = (contents: readonly (string | Uint8Array)[]): Column<string | Uint8Array> =>
  areTexts(contents) ? textColumn(contents) : column(contents)

const areTexts = (contents: readonly (string | Uint8Array)[]): contents is readonly string[] =>
  contents.every((content) => typeof content === 'string')

const packed = <T>(values: Column<T>, pack: (values: readonly T[]) => Column<T>): Column<T> =>
  Array.isArray(values) ? pack(values as readonly T[]) : values

/** @returns the table with copies of its bytes: only the visible ones, because a view may show a part of a large buffer. */
export const withOwnBytes = <T extends EventTable>(table: T): T =>
  holdsBytes(table.data) || holdsBytes(table.metadata)
    ? { ...table, data: ownBytes(table.data), metadata: ownBytes(table.metadata) }
    : table

type Contents = Column<string | Uint8Array>

const holdsBytes = (contents: Contents): boolean => isBytes(contents) || (Array.isArray(contents) && contents.some(isBytes))

const ownBytes = (contents: Contents): Contents => {
  if (isBytes(contents)) return new Uint8Array(contents)
  if (!Array.isArray(contents)) return contents
  return (contents as readonly (string | Uint8Array)[]).map((content) => (isBytes(content) ? new Uint8Array(content) : content))
}

/** @returns the id that the others count up from; undefined if each event has one of its own. */
export const countedFrom = ({ id }: Pick<NewEvents, 'id'>): string | undefined => (isSequence(id) ? id.from : undefined)
