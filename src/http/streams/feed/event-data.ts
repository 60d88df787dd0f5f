// Converts an event's data and metadata for documents: to values, to text, or printed again (streams-http §7.3, §7.4).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { printNumber } from '../../../base/events/events.ts'
import { readJson, readJsonPrefix } from '../../../base/json/read.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { writeJson } from '../../../base/json/write.ts'
import { textOf } from '../../../base/bytes.ts'

/** The parsed value where the event is flagged JSON and the whole text parses, else the text. */
export function dataValue(data: RecordedEvent['data'], isJson: boolean): JsonDocument {
  const text = textOf(data)
  if (!isJson || text === '') return text
  const read = readJson(text)
  return read.kind === 'value' && read.value !== null && read.value !== undefined ? read.value : text
}

/** Prints the JSON object at the start of the text again, without the rest; undefined where there is none. */
export function prettyObject(text: string): string | undefined {
  if (!text.includes('{')) return undefined
  const read = readJsonPrefix(text)
  return read.kind === 'value' && isJsonObject(read.value) ? writeJson(read.value) : undefined
}

/** An event with its place, data and metadata, for `content` and the `event` media types. */
export const eventDocument = (event: RecordedEvent) => ({
  eventStreamId: event.stream,
  eventNumber: BigInt(printNumber(event.number)),
  eventType: event.type,
  eventId: event.id,
  data: dataValue(event.data, event.isJson),
  metadata: dataValue(event.metadata, event.isJson),
})

export type EventDocument = ReturnType<typeof eventDocument>
