// Converts an event's data and metadata for documents: to values, to text, or printed again (streams-http §7.3, §7.4).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { printNumber } from '../../../base/events/events.ts'
import type { ReadOutcome } from '../../../base/json/read.ts'
import { readJson, readJsonInSlices, readJsonPrefix } from '../../../base/json/read.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { textOf } from '../../../base/bytes.ts'

/** The parsed value where the event is flagged JSON and the whole text parses, else the text. */
export function dataValue(data: RecordedEvent['data'], isJson: boolean): JsonDocument {
  const text = textOf(data)
  return isJson && text !== '' ? valueIn(readJson(text), text) : text
}

/** The same, but lets others run while it reads a long text. */
export async function dataValueInSlices(data: RecordedEvent['data'], isJson: boolean, slice: TimeSlice): Promise<JsonDocument> {
  const text = textOf(data)
  return isJson && text !== '' ? valueIn(await readJsonInSlices(text, slice), text) : text
}

function valueIn(read: ReadOutcome, text: string): JsonDocument {
  return read.kind === 'value' && read.value !== null && read.value !== undefined ? read.value : text
}

/** Prints the JSON object at the start of the text again, without the rest; undefined if there is none. */
export function prettyObject(text: string): string | undefined {
  if (!text.includes('{')) return undefined
  const read = readJsonPrefix(text)
  return read.kind === 'value' && isJsonObject(read.value) ? writeJson(read.value) : undefined
}

/** An event with its place, data and metadata, for `content` and the `event` media types. */
export const eventDocument = (event: RecordedEvent) =>
  documentOf(event, dataValue(event.data, event.isJson), dataValue(event.metadata, event.isJson))

/** The same, but lets others run while it reads long texts. */
export async function eventDocumentInSlices(event: RecordedEvent, slice: TimeSlice): Promise<EventDocument> {
  const data = await dataValueInSlices(event.data, event.isJson, slice)
  return documentOf(event, data, await dataValueInSlices(event.metadata, event.isJson, slice))
}

const documentOf = (event: RecordedEvent, data: JsonDocument, metadata: JsonDocument) => ({
  eventStreamId: event.stream,
  eventNumber: BigInt(printNumber(event.number)),
  eventType: event.type,
  eventId: event.id,
  data,
  metadata,
})

export type EventDocument = ReturnType<typeof eventDocument>
