// Takes columns of events of one stream apart, for whoever looks at every event by itself.

import { valueAt } from './column.ts'
import { idsFrom } from './counted-ids.ts'
import type { EventsOfStream, NumberedEvent } from './events.ts'

export function eventsOfStream(events: EventsOfStream): NumberedEvent[] {
  const idOf = idsFrom(events.firstId)
  return events.data.map((data, index) => ({
    id: idOf(index),
    type: valueAt(events.types, index),
    data,
    metadata: events.metadata[index]!,
    isJson: valueAt(events.isJson, index),
    stream: events.stream,
    number: events.firstNumber + index,
    created: events.created,
  }))
}
