// Packs a batch of events for the sandbox: columns, and the events' texts one after another as they are.

import { Dictionary } from '../plan/dictionary.ts'
import type { BatchColumn, EventColumns, NumberColumns } from '../language/event-batch.ts'
import type { Needs } from '../plan/needs.ts'
import type { Pruned } from '../plan/body-columns.ts'
import type { QueryEvent, Sources } from '../query.ts'

/** A batch as the sandbox takes it. */
export interface SentEvents {
  /** `EventColumns` as JSON. */
  readonly columns: string
  /** Columns of 32-bit integers. */
  readonly numbers: ArrayBuffer
  readonly text: string
  /** `BodyColumns` as JSON in place of bodies of which nothing else is read; empty where the bodies stand in the text. */
  readonly bodies: string
}

export interface PackedEvents extends SentEvents {
  /** The number of events. */
  readonly count: number
  /** Partitions known outside the sandbox, each once, in the order of the events. */
  readonly partitions: readonly string[]
}

/** In UTF-16 units: bodies become objects many times their size. */
const mostParsedAtOnce = 1_000_000

/**
 * Texts travel outside the JSON, so that a body that no handler reads is never escaped, parsed or cut out. Numbers travel as integers
 * in a buffer, because parsing them costs more than a handler. A column with equal values is one value.
 *
 * @param reads how many of the events each read of the source brought.
 * @param needs the parts of events that the query can see; others are left out.
 * @param pruned the replacement for the bodies; undefined where they must come along.
 */
export function packEvents(
  events: readonly QueryEvent[],
  reads: readonly number[],
  sources: Sources,
  needs: Needs,
  pruned?: Pruned,
): PackedEvents {
  const count = events.length
  const types = new Dictionary()
  const streams = new Dictionary()
  const keys = pruned?.keys
  const partitions = keys ?? new Dictionary()
  const number: number[] = []
  const deleted: number[] = []
  const isJson: boolean[] = []
  const category: (string | null)[] = []
  let hasBodies = count > 0
  for (let i = 0; i < count; i += 1) {
    const event = events[i]!
    types.set(i, event.type)
    streams.set(i, event.stream)
    if (!keys || event.deleted !== undefined) partitions.set(i, partitionOf(event, sources))
    number[i] = event.number
    deleted[i] = event.deleted === undefined ? 0 : 1
    isJson[i] = event.isJson
    category[i] = event.category
    hasBodies &&= event.isJson && event.data !== null
  }
  const texts = new Texts()
  const [idStart, idLength] = needs.id ? texts.add(events, 'id') : absent
  const [metadataStart, metadataLength] = needs.metadata ? texts.add(events, 'metadata') : absent
  const [linkMetadataStart, linkMetadataLength] = needs.linkMetadata ? texts.add(events, 'linkMetadata') : absent
  const bodiesStart = texts.all.length
  const needsBodies = needs.data || (needs.bodies !== undefined && pruned === undefined)
  hasBodies &&= needsBodies
  const [dataStart, dataLength] = hasBodies ? texts.addJson(events, 'data') : needsBodies ? texts.add(events, 'data') : absent
  const bodiesEnd = texts.all.length
  const { numbers, ...places } = packNumbers(count, {
    type: types.indexes,
    stream: streams.indexes,
    partition: partitions.indexes,
    number,
    deleted,
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
    count,
    reads,
    types: types.values,
    streams: streams.values,
    partitions: partitions.values,
    isJson: column(isJson),
    category: column(category),
    ...places,
    isPlain: !/[\\\u2028\u2029]/.test(texts.all),
    bodiesStart: isParsable ? bodiesStart : 0,
    bodiesEnd: isParsable ? bodiesEnd : 0,
    inlineText: isInline ? texts.all : null,
  }
  return {
    count,
    columns: JSON.stringify(columns),
    numbers,
    text: isInline ? '' : texts.all,
    bodies: pruned?.json ?? '',
    partitions: partitions.values.filter((name) => name !== null),
  }
}

type Places = readonly [starts: readonly number[], lengths: readonly number[]]

/** The places of a text that the query does not need. */
const absent: Places = [[0], [-1]]

/** Joins texts, member by member. */
class Texts {
  all = ''

  add(events: readonly QueryEvent[], member: 'id' | 'data' | 'metadata' | 'linkMetadata', separator = ''): Places {
    const starts: number[] = []
    const lengths: number[] = []
    let all = ''
    const before = this.all.length
    for (let i = 0; i < events.length; i += 1) {
      const text = events[i]![member]
      if (i > 0) all += separator
      starts[i] = text === null ? 0 : before + all.length
      lengths[i] = text === null ? -1 : text.length
      if (text !== null) all += text
    }
    this.all += all
    return [starts, lengths]
  }

  /** As one JSON array. */
  addJson(events: readonly QueryEvent[], member: 'data'): Places {
    this.all += '['
    const places = this.add(events, member, ',')
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

function isConstant(values: readonly unknown[]): boolean {
  const [first] = values
  return values.every((value) => value === first)
}

const column = <Value>(values: readonly Value[]): BatchColumn<Value> => (isConstant(values) && values.length > 0 ? values[0]! : values)

/** @returns null where the query decides, or there is no partition (projection-language §7.1). */
function partitionOf(event: QueryEvent, { byCustomPartitions, byStreams }: Sources): string | null {
  if (byCustomPartitions && event.deleted === undefined) return null
  return event.partition ?? (byStreams && !byCustomPartitions ? streamOf(event) : null)
}

/** The partition of foreachStream where the reader gave none. */
function streamOf(event: QueryEvent): string | null {
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
