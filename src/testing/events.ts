// Converts the events that a test gives into events as a store holds them.

import type { RecordedEvent } from '../base/events/events.ts'
import { maxInt64 } from '../base/events/events.ts'
import { linkType, metadataType } from '../streams/system.ts'

/** An event that the query may read. */
export interface GivenEvent {
  readonly stream: string
  readonly type: string
  /** Any JSON value; with `isJson: false` a text is stored as it is. Default: no data. */
  readonly data?: unknown
  /** Any JSON value. Default: no metadata. */
  readonly metadata?: unknown
  /** Default: true if there are data, unless they are the text of a link, an event of type `$>`. */
  readonly isJson?: boolean
  /** Default: a GUID that counts the events. */
  readonly id?: string
  /** When it was written: a date, a text that `Date` reads, or milliseconds since 1970. Default: the start of 2024. */
  readonly created?: Date | string | number
}

const startOf2024 = Date.UTC(2024, 0, 1)

/** @returns the events with their numbers, positions and times. */
export function record(events: readonly GivenEvent[]): RecordedEvent[] {
  const last = new Map<string, number>()
  return events.map((event, position) => {
    const { stream, type, isJson = event.data !== undefined && !(event.type === linkType && typeof event.data === 'string') } = event
    const number = (last.get(stream) ?? -1) + 1
    last.set(stream, number)
    return {
      id: event.id ?? `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
      type,
      stream,
      number,
      position,
      created: event.created === undefined ? startOf2024 : new Date(event.created).getTime(),
      isJson,
      data: isJson
        ? event.type === metadataType
          ? metadataOf(event.data)
          : jsonOf(event.data)
        : typeof event.data === 'string'
          ? event.data
          : jsonOf(event.data),
      metadata: jsonOf(event.metadata),
    }
  })
}

/** No number of JavaScript has the digits with which a stream is deleted: the closest stands for them. */
const metadataOf = (value: unknown): string => jsonOf(value).replaceAll(JSON.stringify(Number(maxInt64)), maxInt64.toString())

/** The server escapes line separators, and its queries refuse bodies that have them as they are (projection-language §9.2). */
const jsonOf = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
