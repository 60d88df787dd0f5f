// Converts the append form's content into a request, or lists its faults.

import { placeOf, readJsonText } from '../json/json-text.ts'

export const expectations = ['any', 'no-stream', 'stream-exists', 'number'] as const
export type Expectation = (typeof expectations)[number]

export interface AppendDraft {
  readonly stream: string
  readonly type: string
  /** JSON: an object, an array or a string. */
  readonly data: string
  /** Like `data`; may be empty. */
  readonly metadata: string
  readonly expectation: Expectation
  /** Digits; used if the expectation is a number. */
  readonly version: string
}

export interface FieldFault {
  readonly field: 'stream' | 'type' | 'data' | 'metadata' | 'version'
  readonly message: string
  /** From 1; absent if the fault has no place. */
  readonly place?: { readonly line: number; readonly column: number; readonly at: number }
}

export interface AppendRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** Numbers with a special meaning (streams-http §8.7). */
const versionOf: Readonly<Record<Exclude<Expectation, 'number'>, string>> = { any: '-2', 'no-stream': '-1', 'stream-exists': '-4' }

/** @returns faults in the order of the fields; none if the draft can be sent. */
export function faultsOf(draft: AppendDraft): readonly FieldFault[] {
  return [
    ...(draft.stream === '' ? [{ field: 'stream' as const, message: 'Enter a stream name.' }] : []),
    ...(draft.type === '' ? [{ field: 'type' as const, message: 'Enter an event type.' }] : []),
    ...contentFaults('data', draft.data),
    ...contentFaults('metadata', draft.metadata),
    ...(draft.expectation === 'number' && !/^\d+$/.test(draft.version)
      ? [{ field: 'version' as const, message: 'Enter the number of the last event, 0 or more.' }]
      : []),
  ]
}

/** Sends the JSON exactly as written: parsing it would lose digits. */
export function appendRequest(draft: AppendDraft, eventId: string): AppendRequest {
  const { type, data, metadata, expectation, version } = draft
  const members = [
    `"eventId": ${JSON.stringify(eventId)}`,
    `"eventType": ${JSON.stringify(type)}`,
    ...(data.trim() === '' ? [] : [`"data": ${data.trim()}`]),
    ...(metadata.trim() === '' ? [] : [`"metadata": ${metadata.trim()}`]),
  ]
  return {
    headers: {
      'Content-Type': 'application/vnd.eventstore.events+json',
      'ES-ExpectedVersion': expectation === 'number' ? version : versionOf[expectation],
    },
    body: `[{ ${members.join(', ')} }]`,
  }
}

function contentFaults(field: 'data' | 'metadata', text: string): readonly FieldFault[] {
  if (text.trim() === '') return []
  const fault = jsonFault(text)
  if (fault) return [{ field, ...fault }]
  return /^\s*[{["]/.test(text) ? [] : [{ field, message: 'Enter a JSON object, array or string.' }]
}

/** The reason why a text is not JSON, with its place. */
export function jsonFault(text: string): Omit<FieldFault, 'field'> | undefined {
  const reading = readJsonText(text)
  if (reading.kind === 'value') return undefined
  const { line, column } = placeOf(text, reading.at)
  return { message: `Line ${line}, column ${column}: ${reading.message}`, place: { line, column, at: reading.at } }
}
