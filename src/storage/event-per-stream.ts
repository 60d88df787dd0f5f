// Splits the columns of one event for each of many streams into events and heads.

import { valueAt } from '../base/column.ts'
import type { NumberedEvent, StreamHead } from '../base/events.ts'
import type { EventPerStream } from './storage.ts'

export const numberedEvents = (events: EventPerStream): NumberedEvent[] =>
  events.streams.map((stream, index) => ({
    id: events.ids[index]!,
    type: events.type,
    data: valueAt(events.data, index),
    metadata: valueAt(events.metadata, index),
    isJson: events.isJson,
    stream,
    number: valueAt(events.numbers, index),
    created: events.created,
  }))

/** @param before the present heads of the streams. */
export const headsAfter = (events: EventPerStream, before: readonly (StreamHead | undefined)[]): StreamHead[] =>
  events.streams.map((stream, index) => ({
    stream,
    last: valueAt(events.numbers, index),
    tombstone: false,
    metadata: before[index]?.metadata ?? events.streamMetadata,
  }))
