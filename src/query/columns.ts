// Packs a batch of events for the sandbox: columns as JSON, and the events' texts one after another as they are.

import type { Column, EventColumns } from './prelude/event-batch.ts'
import type { QueryEvent, Sources } from './query.ts'

export interface PackedEvents {
  readonly columns: string
  readonly text: string
}

/**
 * Texts travel outside the JSON, so that nobody escapes, parses or even cuts out a body that no handler reads. A column whose
 * values are all the same is sent as that value.
 *
 * @param reads how many of the events each read of the source brought.
 */
export function packEvents(events: readonly QueryEvent[], reads: readonly number[], sources: Sources): PackedEvents {
  const types = dictionary(events, (event) => event.type)
  const streams = dictionary(events, (event) => event.stream)
  let text = ''
  const start = events.map((event) => {
    const at = text.length
    text += event.id + (event.data ?? '') + (event.metadata ?? '') + (event.linkMetadata ?? '')
    return at
  })
  // The engine takes texts as C strings.
  const isInline = text.includes('\0')
  const byStream = sources.byStreams && !sources.byCustomPartitions
  const columns: EventColumns = {
    count: events.length,
    reads,
    types: types.values,
    streams: streams.values,
    type: column(types.indexes),
    stream: column(streams.indexes),
    number: column(events.map((event) => event.number)),
    isJson: column(events.map((event) => event.isJson)),
    category: column(events.map((event) => event.category)),
    partition: column(events.map((event) => event.partition ?? (byStream ? partitionOf(event) : null))),
    deleted: column(events.map((event) => (event.deleted === undefined ? 0 : 1))),
    start: column(start),
    idLength: column(events.map((event) => event.id.length)),
    dataLength: column(events.map((event) => event.data?.length ?? -1)),
    metadataLength: column(events.map((event) => event.metadata?.length ?? -1)),
    linkMetadataLength: column(events.map((event) => event.linkMetadata?.length ?? -1)),
    inlineText: isInline ? text : null,
  }
  return { columns: JSON.stringify(columns), text: isInline ? '' : text }
}

function column<Value>(values: readonly Value[]): Column<Value> {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : values
}

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
