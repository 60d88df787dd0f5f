// Packs a batch of events for the sandbox: columns, and the events' texts one after another as they are.

import type { Column, EventColumns, NumberColumns } from './prelude/event-batch.ts'
import type { QueryEvent, Sources } from './query.ts'

export interface PackedEvents {
  /** `EventColumns` as JSON. */
  readonly columns: string
  /** Columns of 32-bit integers. */
  readonly numbers: ArrayBuffer
  readonly text: string
}

/** Bodies become objects many times their size. */
const mostParsedAtOnce = 1_000_000

/**
 * Texts travel outside the JSON, so that nobody escapes, parses or even cuts out a body that no handler reads, and numbers as
 * integers in a buffer, because parsing them costs more than a handler. A column whose values are all the same is one value.
 *
 * @param reads how many of the events each read of the source brought.
 */
export function packEvents(events: readonly QueryEvent[], reads: readonly number[], sources: Sources): PackedEvents {
  const byStream = sources.byStreams && !sources.byCustomPartitions
  const types = dictionary(events, (event) => event.type)
  const streams = dictionary(events, (event) => event.stream)
  const partitions = dictionary(events, (event) => event.partition ?? (byStream ? partitionOf(event) : null))
  const texts = new Texts()
  const [idStart, idLength] = texts.add(events, (event) => event.id)
  const hasBodies = events.length > 0 && events.every((event) => event.isJson && event.data !== null)
  const bodiesStart = texts.all.length
  const [dataStart, dataLength] = hasBodies ? texts.addJson(events, (event) => event.data) : texts.add(events, (event) => event.data)
  const bodiesEnd = texts.all.length
  const [metadataStart, metadataLength] = texts.add(events, (event) => event.metadata)
  const [linkMetadataStart, linkMetadataLength] = texts.add(events, (event) => event.linkMetadata)
  const { numbers, ...places } = packNumbers(events.length, {
    type: types.indexes,
    stream: streams.indexes,
    partition: partitions.indexes,
    number: events.map((event) => event.number),
    deleted: events.map((event) => (event.deleted === undefined ? 0 : 1)),
    idStart,
    idLength,
    dataStart,
    dataLength,
    metadataStart,
    metadataLength,
    linkMetadataStart,
    linkMetadataLength,
  })
  // The engine takes texts as C strings.
  const isInline = texts.all.includes('\0')
  const isParsable = hasBodies && bodiesEnd - bodiesStart <= mostParsedAtOnce
  const columns: EventColumns = {
    count: events.length,
    reads,
    types: types.values,
    streams: streams.values,
    partitions: partitions.values,
    isJson: column(events.map((event) => event.isJson)),
    category: column(events.map((event) => event.category)),
    ...places,
    isPlain: !/[\\\u2028\u2029]/.test(texts.all),
    bodiesStart: isParsable ? bodiesStart : 0,
    bodiesEnd: isParsable ? bodiesEnd : 0,
    inlineText: isInline ? texts.all : null,
  }
  return { columns: JSON.stringify(columns), numbers, text: isInline ? '' : texts.all }
}

/** Joins texts, member by member. */
class Texts {
  all = ''

  /** @returns starts and lengths. */
  add(events: readonly QueryEvent[], read: (event: QueryEvent) => string | null, separator = ''): [number[], number[]] {
    const starts: number[] = []
    const lengths: number[] = []
    for (const event of events) {
      const text = read(event)
      if (starts.length > 0) this.all += separator
      starts.push(text === null ? 0 : this.all.length)
      lengths.push(text?.length ?? -1)
      if (text !== null) this.all += text
    }
    return [starts, lengths]
  }

  /** As one JSON array. */
  addJson(events: readonly QueryEvent[], read: (event: QueryEvent) => string | null): [number[], number[]] {
    this.all += '['
    const places = this.add(events, read, ',')
    this.all += ']'
    return places
  }
}

interface PackedNumbers extends Pick<EventColumns, 'constants' | 'packed' | 'wide'> {
  readonly numbers: ArrayBuffer
}

function packNumbers(count: number, columns: Record<keyof NumberColumns, readonly number[]>): PackedNumbers {
  const constants: Partial<Record<keyof NumberColumns, number>> = {}
  const wide: Partial<Record<keyof NumberColumns, readonly number[]>> = {}
  const packed: (keyof NumberColumns)[] = []
  for (const name of Object.keys(columns) as (keyof NumberColumns)[]) {
    const values = columns[name]
    if (isConstant(values)) constants[name] = values[0] ?? 0
    else if (values.every((value) => value === (value | 0))) packed.push(name)
    else wide[name] = values
  }
  const numbers = new Int32Array(count * packed.length)
  packed.forEach((name, i) => numbers.set(columns[name], i * count))
  return { constants, packed, wide, numbers: numbers.buffer }
}

const isConstant = (values: readonly unknown[]): boolean => values.every((value) => value === values[0])

const column = <Value>(values: readonly Value[]): Column<Value> => (isConstant(values) && values.length > 0 ? values[0]! : values)

function dictionary(events: readonly QueryEvent[], read: (event: QueryEvent) => string | null) {
  const places = new Map<string | null, number>()
  const indexes = events.map((event) => {
    const value = read(event)
    const known = places.get(value)
    if (known !== undefined) return known
    places.set(value, places.size)
    return places.size - 1
  })
  return { values: [...places.keys()], indexes }
}

/** The partition of foreachStream where the reader did not say it (projection-language §7.1). */
function partitionOf(event: QueryEvent): string | null {
  return originOf(event.linkMetadata) ?? event.stream?.replace(/^\$\$/, '') ?? null
}

function originOf(linkMetadata: string | null): string | undefined {
  if (linkMetadata === null) return undefined
  try {
    const { $o: origin } = JSON.parse(linkMetadata) as { $o?: unknown }
    return typeof origin === 'string' ? origin : undefined
  } catch {
    return undefined
  }
}
