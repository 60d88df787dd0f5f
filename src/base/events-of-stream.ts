// Takes columns of events of one stream apart, for whoever looks at every event by itself.

import { idsFrom } from './counted-ids.ts'
import type { EventsOfStream, NumberedEvent } from './events.ts'

export function eventsOfStream(events: EventsOfStream): NumberedEvent[] {
  const { types, isJson } = events
  const idOf = idsFrom(events.firstId)
  return events.data.map((data, index) => ({
    id: idOf(index),
    type: typeof types === 'string' ? types : types[index]!,
    data,
    metadata: events.metadata[index]!,
    isJson: typeof isJson === 'boolean' ? isJson : isJson[index]!,
    stream: events.stream,
    number: events.firstNumber + index,
    created: events.created,
  }))
}
