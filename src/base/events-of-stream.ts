// Takes columns of events of one stream apart, for whoever looks at every event by itself.

import { valueAt } from './column.ts'
import type { EventsOfStream, NumberedEvent } from './events.ts'

export const eventsOfStream = (events: EventsOfStream): NumberedEvent[] =>
  events.data.map((data, index) => ({
    id: events.ids[index]!,
    type: valueAt(events.types, index),
    data,
    metadata: events.metadata[index]!,
    isJson: valueAt(events.isJson, index),
    stream: events.stream,
    number: events.firstNumber + index,
    created: events.created,
  }))
