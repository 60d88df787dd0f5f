// Converts events to records of IndexedDB, column by column, and back.

import type { Column } from '../../base/column.ts'
import { isList, valueAt } from '../../base/column.ts'
import type { EventsOfStream, Position, RecordedEvent } from '../../base/events.ts'
import type { CountedIds } from './counted-ids.ts'
import { countedIdAt, isCounted } from './counted-ids.ts'
import { placeKey, streamOfPlace } from './place-key.ts'
import type { ContentColumn, TextColumn } from './record-columns.ts'
import { alikeColumn, column, columnBetween, contentColumn, contentReader, textColumn, textReader } from './record-columns.ts'
import { cut, maxEventsOfMany, maxEventsPerRecord } from './record-size.ts'
import type { EventPerStream } from '../storage.ts'

/**
 * Consecutive events of the log, from one commit or a part of it. Columns take half the space of objects and are cloned twice as fast
 * (decision 6).
 */
export interface LogRecord {
  /** First half of the key: position of the last event when the record was written, even if that event is dropped. */
  readonly last: Position
  /** Second half of the key: a random number, so that the key of the last record identifies a state of the log. */
  readonly nonce: number
  /** Indexed: for each stream the place of its last event in the record; empty in a record of many streams. */
  readonly lastPlaces: readonly string[]
  /** Names of the streams in a record of many, which their heads find instead of the index (docs/performance.md). */
  readonly many?: { readonly count: number; readonly streams: TextColumn }
  /** The number of events. */
  readonly count: number
  /** Counted only in records of earlier versions. */
  readonly ids: TextColumn | CountedIds
  readonly types: Column<string>
  /** The stream of each event: the one at the event's own index (`own`), or an index into the streams. */
  readonly streamOf: 'own' | Column<number>
  readonly data: ContentColumn
  readonly metadata: ContentColumn
  readonly isJson: Column<boolean>
  readonly created: Column<number>
  readonly numbers: Sequence
  readonly positions: Sequence
}

/** The first of consecutive numbers, or all numbers. */
type Sequence = number | readonly number[]

/** The most streams of a record in the index: more entries would cost more than everything else (docs/performance.md). */
export const mostIndexedStreams = 8

/** A stream and the number of its last event in a record. */
type LastNumber = readonly [stream: string, number: number]

/** @returns records in order. */
export const recordsOf = (events: readonly RecordedEvent[]): LogRecord[] =>
  cut(events.map(sizeOf), maxEventsPerRecord).map(([start, end]) => recordOf(events.slice(start, end)))

const sizeOf = ({ data, metadata }: Pick<RecordedEvent, 'data' | 'metadata'>): number => data.length + metadata.length

function recordOf(events: readonly RecordedEvent[]): LogRecord {
  const { lastNumbers, streamOf } = streamsOf(events)
  const many = lastNumbers.length > mostIndexedStreams
  return { last: events.at(-1)!.position, nonce: Math.random(), ...namesOf(lastNumbers, many), streamOf, ...columnsOf(events) }
}

/** @param first position of the first event. @returns records of many streams in order, which the heads must learn. */
export function recordsOfEach(events: EventPerStream, first: Position): LogRecord[] {
  const { streams, data, metadata } = events
  const sizes = streams.map((_, index) => valueAt(data, index).length + valueAt(metadata, index).length)
  return cut(sizes, maxEventsOfMany).map(([start, end]) => recordOfEach(events, first, start, end))
}

/** @param first position of the first event. @returns records in order. */
export function recordsOfOne(events: EventsOfStream, first: Position): LogRecord[] {
  const sizes = events.data.map((data, index) => data.length + events.metadata[index]!.length)
  return cut(sizes, maxEventsPerRecord).map(([start, end]) => recordOfOne(events, first, start, end))
}

function recordOfEach(events: EventPerStream, first: Position, start: number, end: number): LogRecord {
  const { type, data, metadata, isJson, created, streams, ids, numbers } = events
  const count = end - start
  return {
    last: first + end - 1,
    nonce: Math.random(),
    lastPlaces: [],
    many: { count, streams: alikeColumn(streams.slice(start, end)) },
    streamOf: 'own',
    count,
    ids: textColumn(ids.slice(start, end)),
    types: type,
    data: isList(data) ? textColumn(data.slice(start, end)) : data,
    metadata: isList(metadata) ? alikeColumn(metadata.slice(start, end)) : metadata,
    isJson,
    created,
    numbers: typeof numbers === 'number' ? Array.from({ length: count }, () => numbers) : sequence(numbers.slice(start, end)),
    positions: first + start,
  }
}

function recordOfOne(events: EventsOfStream, first: Position, start: number, end: number): LogRecord {
  const { stream, firstNumber, ids, types, data, metadata, isJson, created } = events
  return {
    last: first + end - 1,
    nonce: Math.random(),
    lastPlaces: [placeKey(stream, firstNumber + end - 1)],
    count: end - start,
    ids: textColumn(ids.slice(start, end)),
    types: columnBetween(types, start, end),
    streamOf: 0,
    data: textColumn(data.slice(start, end)),
    metadata: textColumn(metadata.slice(start, end)),
    isJson: columnBetween(isJson, start, end),
    created,
    numbers: firstNumber + start,
    positions: first + start,
  }
}

/** @returns the record with only these of its events, and the same key. */
export function recordWith({ last, nonce, many }: LogRecord, events: readonly RecordedEvent[]): LogRecord {
  const { lastNumbers, streamOf } = streamsOf(events)
  return { last, nonce, ...namesOf(lastNumbers, many !== undefined), streamOf, ...columnsOf(events) }
}

/** A record without events, which marks the end of the log. */
export const emptyRecord = (end: Position): LogRecord => ({
  last: end - 1,
  nonce: Math.random(),
  lastPlaces: [],
  streamOf: [],
  ...columnsOf([]),
})

function namesOf(lastNumbers: readonly LastNumber[], many: boolean): Pick<LogRecord, 'lastPlaces' | 'many'> {
  if (!many) return { lastPlaces: lastNumbers.map(([stream, number]) => placeKey(stream, number)) }
  return { lastPlaces: [], many: { count: lastNumbers.length, streams: textColumn(lastNumbers.map(([stream]) => stream)) } }
}

function columnsOf(events: readonly RecordedEvent[]): Omit<LogRecord, 'last' | 'nonce' | 'lastPlaces' | 'many' | 'streamOf'> {
  return {
    count: events.length,
    ids: textColumn(events.map((event) => event.id)),
    types: column(events.map((event) => event.type)),
    data: contentColumn(events.map((event) => event.data)),
    metadata: contentColumn(events.map((event) => event.metadata)),
    isJson: column(events.map((event) => event.isJson)),
    created: column(events.map((event) => event.created)),
    numbers: sequence(events.map((event) => event.number)),
    positions: sequence(events.map((event) => event.position)),
  }
}

/** @returns streams in order of appearance. */
function streamsOf(events: readonly RecordedEvent[]): { lastNumbers: readonly LastNumber[]; streamOf: LogRecord['streamOf'] } {
  const places = new Map<string, number>()
  const lastNumbers: [stream: string, number: number][] = []
  const streamOf = events.map(({ stream, number }) => {
    const place = places.get(stream)
    if (place === undefined) {
      places.set(stream, lastNumbers.length)
      return lastNumbers.push([stream, number]) - 1
    }
    lastNumbers[place]![1] = number
    return place
  })
  const isOwn = events.length > 1 && lastNumbers.length === events.length
  return { lastNumbers, streamOf: isOwn ? 'own' : column(streamOf) }
}

/** @returns the different streams in a record. */
export function streamsIn({ lastPlaces, many }: LogRecord): string[] {
  if (!many) return lastPlaces.map(streamOfPlace)
  const next = textReader(many.streams)
  return Array.from({ length: many.count }, next)
}

/** @returns the streams of a record of many, with the numbers of their last events in it; nothing for other records. */
export function placedStreams(record: LogRecord): LastNumber[] {
  if (!record.many) return []
  const streams = streamsIn(record)
  const numbers = streams.map(() => 0)
  for (let index = 0; index < record.count; index++) numbers[streamIndexAt(record, index)] = numberAt(record.numbers, index)
  return streams.map((stream, index) => [stream, numbers[index]!])
}

const streamIndexAt = ({ streamOf }: LogRecord, index: number): number => (streamOf === 'own' ? index : valueAt(streamOf, index))

/** @param record fresh from the database: the events share its values. */
export function eventsOf(record: LogRecord): RecordedEvent[] {
  const { count, types, isJson, created, numbers, positions } = record
  const streams = streamsIn(record)
  const id = idReader(record.ids)
  const [data, metadata] = [contentReader(record.data), contentReader(record.metadata)]
  const events: RecordedEvent[] = []
  for (let index = 0; index < count; index++) {
    const position = numberAt(positions, index)
    events.push({
      id: id(position),
      type: valueAt(types, index),
      data: data(),
      metadata: metadata(),
      isJson: valueAt(isJson, index),
      stream: streams[streamIndexAt(record, index)]!,
      number: numberAt(numbers, index),
      created: valueAt(created, index),
      position,
    })
  }
  return events
}

/** @returns the ids of the events, in order. */
export function idsOf({ count, ids, positions }: LogRecord): string[] {
  const id = idReader(ids)
  return Array.from({ length: count }, (_, index) => id(numberAt(positions, index)))
}

/** @returns a function whose next call returns the next id, from the first one on, and takes the position of its event. */
function idReader(ids: LogRecord['ids']): (position: Position) => string {
  return isCounted(ids) ? (position) => countedIdAt(ids, position) : textReader(ids)
}

const sequence = (values: readonly number[]): Sequence =>
  values.length > 0 && values.every((value, index) => value === values[0]! + index) ? values[0]! : values

const numberAt = (values: Sequence, index: number): number => (typeof values === 'number' ? values + index : values[index]!)
