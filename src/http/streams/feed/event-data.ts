// Converts an event's data and metadata for documents: to values, to text, or printed again (streams-http §7.3, §7.4).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { shownNumber } from '../../../base/events/events.ts'
import type { ReadOutcome } from '../../../base/json/read.ts'
import { readJsonPrefixSteps, readJsonSteps } from '../../../base/json/read.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { writeJsonSteps } from '../../../base/json/write-in-slices.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Steps } from '../../../base/time/steps.ts'
import { textOf } from '../../../base/bytes.ts'

/** The parsed value where the event is flagged JSON and the whole text parses, else the text. */
export function* dataValue(data: RecordedEvent['data'], isJson: boolean): Steps<JsonDocument> {
  const text = textOf(data)
  return isJson && text !== '' ? valueIn(yield* readJsonSteps(text), text) : text
}

function valueIn(read: ReadOutcome, text: string): JsonDocument {
  return read.kind === 'value' && read.value !== null && read.value !== undefined ? read.value : text
}

/** Prints the JSON object at the start of the text again, without the rest; undefined if there is none. */
export function* prettyObject(text: string): Steps<string | undefined> {
  if (!text.includes('{')) return undefined
  const read = yield* readJsonPrefixSteps(text)
  return read.kind === 'value' && isJsonObject(read.value) ? yield* printed(read.value, text.length) : undefined
}

/** Characters of content that are printed in steps. */
const longContent = 2 ** 16

/** Prints a document. @param length of the texts that it was read from. */
export function* printed(document: JsonDocument, length: number): Steps<string> {
  return length < longContent ? writeJson(document) : yield* writeJsonSteps(document)
}

/** An event with its place, data and metadata, for `content` and the `event` media types. */
export function* eventDocument(event: RecordedEvent): Steps<EventDocument> {
  return {
    eventStreamId: event.stream,
    eventNumber: shownNumber(event.number),
    eventType: event.type,
    eventId: event.id,
    data: yield* dataValue(event.data, event.isJson),
    metadata: yield* dataValue(event.metadata, event.isJson),
  }
}

/** In the server's order. */
export type EventDocument = {
  readonly eventStreamId: string
  readonly eventNumber: number | bigint
  readonly eventType: string
  readonly eventId: string
  readonly data: JsonDocument
  readonly metadata: JsonDocument
}
