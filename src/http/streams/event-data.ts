// Decides how an event's stored data and metadata show in documents: as values, as text, or re-serialised (streams-http §7.3, §7.4).

import type { RecordedEvent } from '../../base/events.ts'
import { printNumber } from '../../base/events.ts'
import { readJson, readJsonPrefix } from '../../base/json/read.ts'
import { isJsonObject } from '../../base/json/value.ts'
import type { JsonDocument } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { textOf } from '../../streams/metadata/text.ts'

/** The value that the text stands for where the event is flagged JSON and the whole text parses, else the text itself. */
export function dataValue(data: RecordedEvent['data'], isJson: boolean): JsonDocument {
  const text = textOf(data)
  if (!isJson || text === '') return text
  const read = readJson(text)
  return read.kind === 'value' && read.value !== null && read.value !== undefined ? read.value : text
}

/** The text printed anew where it begins with a JSON object; what follows the object is dropped. */
export function prettyObject(text: string): string | undefined {
  if (!text.includes('{')) return undefined
  const read = readJsonPrefix(text)
  return read.kind === 'value' && isJsonObject(read.value) ? writeJson(read.value) : undefined
}

/** An event with its place, data and metadata, as `content` and the `event` media types show it. */
export const eventDocument = (event: RecordedEvent) => ({
  eventStreamId: event.stream,
  eventNumber: BigInt(printNumber(event.number)),
  eventType: event.type,
  eventId: event.id,
  data: dataValue(event.data, event.isJson),
  metadata: dataValue(event.metadata, event.isJson),
})

export type EventDocument = ReturnType<typeof eventDocument>
