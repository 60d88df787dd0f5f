// Converts the append form's content into a request, or lists its faults.

import type { Release } from '../../../base/release/facts.ts'
import { headerName, vendorType } from '../../../base/release/spelling.ts'
import { jsonFaultText } from '../../kit/json/json-problem.ts'
import { streams as texts } from '../../strings/english/streams.ts'

export const expectations = ['any', 'no-stream', 'stream-exists', 'number'] as const
export type Expectation = (typeof expectations)[number]

export interface EventDraft {
  /** Sent once the event is appended; a repeated request with the same id appends nothing. */
  readonly id: string
  readonly type: string
  /** JSON: an object, an array or a string. */
  readonly data: string
  /** Like `data`; may be empty. */
  readonly metadata: string
}

export interface AppendDraft {
  readonly stream: string
  /** At least one. */
  readonly events: readonly EventDraft[]
  readonly expectation: Expectation
  /** Digits; used if the expectation is a number. */
  readonly version: string
}

/** Id of a field in the form: fields of events have the index of their event behind the name. */
export type FieldId = 'stream' | 'version' | `${'type' | 'data' | 'metadata'}-${number}`

export interface FieldFault {
  readonly field: FieldId
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
export function faultsOf({ stream, events, expectation, version }: AppendDraft): readonly FieldFault[] {
  return [
    ...(stream === '' ? [{ field: 'stream' as const, message: texts.enterStream }] : []),
    ...events.flatMap(({ type, data, metadata }, index) => [
      ...(type === '' ? [{ field: `type-${index}` as const, message: texts.enterType }] : []),
      ...contentFaults(`data-${index}`, data),
      ...contentFaults(`metadata-${index}`, metadata),
    ]),
    ...(expectation === 'number' && !/^\d+$/.test(version) ? [{ field: 'version' as const, message: texts.enterVersion }] : []),
  ]
}

/** Sends the JSON exactly as written: parsing it would lose digits. @param release whose names the request has. */
export function appendRequest({ events, expectation, version }: AppendDraft, release: Release): AppendRequest {
  return {
    headers: {
      'Content-Type': vendorType(release, 'events'),
      [headerName(release, 'expectedVersion')]: expectation === 'number' ? version : versionOf[expectation],
    },
    body: `[${events.map(eventText).join(', ')}]`,
  }
}

function eventText({ id, type, data, metadata }: EventDraft): string {
  const members = [
    `"eventId": ${JSON.stringify(id)}`,
    `"eventType": ${JSON.stringify(type)}`,
    ...(data.trim() === '' ? [] : [`"data": ${data.trim()}`]),
    ...(metadata.trim() === '' ? [] : [`"metadata": ${metadata.trim()}`]),
  ]
  return `{ ${members.join(', ')} }`
}

function contentFaults(field: FieldId, text: string): readonly FieldFault[] {
  if (text.trim() === '') return []
  const fault = jsonFaultText(text)
  if (fault) return [{ field, ...fault }]
  return /^\s*[{["]/.test(text) ? [] : [{ field, message: texts.enterJson }]
}
