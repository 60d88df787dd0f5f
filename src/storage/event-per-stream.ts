// Takes one event for each of many streams apart, for storages that keep every event by itself.

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

/** @param before the heads that the streams have. */
export const headsAfter = (events: EventPerStream, before: readonly (StreamHead | undefined)[]): StreamHead[] =>
  events.streams.map((stream, index) => ({
    stream,
    last: valueAt(events.numbers, index),
    tombstone: false,
    metadata: before[index]?.metadata ?? events.streamMetadata,
  }))
