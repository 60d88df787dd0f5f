// Reads events from lines of JSON: as scenarios write them, or as the entries of a server's feeds.

import type { JsonDocument } from '../../base/json/value.ts'
import { writeJson } from '../../base/json/write.ts'
import { readGuid } from '../../http/pipeline/request/numbers.ts'
import { tombstoneType } from '../../streams/system.ts'
import type { ScenarioEvent } from './scenario.ts'
import { eventProblems } from './problems.ts'
import type { SeedEvent } from './seed-events.ts'
import { printProblems } from '../shape.ts'

export type EventLine =
  | {
      readonly kind: 'event'
      readonly event: SeedEvent
      /** The entry is of an event whose data feeds do not show. */ readonly lacksData: boolean
    }
  /** The event that deletes a stream for good. */
  | { readonly kind: 'deletion'; readonly stream: string }
  | { readonly kind: 'problem'; readonly message: string }

export interface LineDefaults {
  /** When events were written whose lines do not say it, in milliseconds since 1970. */
  readonly created: number
  readonly uuid: () => string
}

/** @param line one JSON object. */
export function readEventLine(line: string, defaults: LineDefaults): EventLine {
  const value = parse(line)
  if (typeof value === 'string') return problem(value)
  const isEntry = ['streamId', 'eventType', 'eventNumber', 'summary'].some((name) => Object.hasOwn(value, name))
  return isEntry ? readEntry(value) : readPlain(value, defaults)
}

const problem = (message: string): EventLine => ({ kind: 'problem', message })

/** A JSON object, the content of a line. */
export type ParsedLine = Readonly<Record<string, unknown>>

/** @returns the object, or the problem as a text. */
function parse(line: string): ParsedLine | string {
  if (line.trimStart().startsWith('['))
    return 'a list of events: write each on a line of its own, without brackets and without commas between them'
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as ParsedLine) : 'expected a JSON object'
  } catch (error) {
    return `not JSON (${(error as Error).message})${line.trimEnd().endsWith(',') ? ': lines end without commas' : ''}`
  }
}

function readPlain(value: ParsedLine, { created, uuid }: LineDefaults): EventLine {
  const problems = eventProblems(value)
  if (problems.length > 0) return problem(printProblems(problems).replaceAll('\n', '; '))
  return { kind: 'event', event: seedEventOf(value as unknown as ScenarioEvent, created, uuid), lacksData: false }
}

/** @param created when it was written unless it says so itself, in milliseconds since 1970. */
export function seedEventOf(
  { stream, type, data, metadata, isJson, id, at }: ScenarioEvent,
  created: number,
  uuid: () => string,
): SeedEvent {
  return {
    stream,
    type,
    id: (id === undefined ? undefined : readGuid(id)) ?? uuid(),
    data: stored(data),
    metadata: stored(metadata),
    isJson: isJson ?? (typeof data === 'object' || typeof metadata === 'object'),
    created: at === undefined ? created : Date.parse(at),
  }
}

/** The text that the server stores of content posted in a list of events (streams-http §8.4). */
const stored = (content: unknown): string =>
  content === undefined ? '' : typeof content === 'string' ? content : writeJson(content as JsonDocument)

/**
 * An entry of embed level `body` or above (streams-http §7.3); of a link that was followed it shows the event.
 *
 * @param content of the event, where that is known better than from the entry.
 */
export function readEntry(entry: ParsedLine, content?: string | Uint8Array): EventLine {
  const { streamId: stream, eventType: type, eventNumber: number, eventId, data, metaData, isJson, updated } = entry
  if (typeof stream !== 'string' || typeof type !== 'string') return problem('an entry that shows no event: read the feed with ?embed=body')
  if (type === tombstoneType) return { kind: 'deletion', stream }
  const id = typeof eventId === 'string' ? readGuid(eventId) : undefined
  if (id === undefined) return problem('eventId: expected a GUID')
  if (!Number.isSafeInteger(number) || (number as number) < 0) return problem('eventNumber: expected a number of 0 or more')
  if (!isTextOrNone(data)) return problem('data: expected a text')
  if (!isTextOrNone(metaData)) return problem('metaData: expected a text')
  if (typeof updated !== 'string' || Number.isNaN(Date.parse(updated))) return problem('updated: expected a time')
  const event = {
    stream,
    number: number as number,
    id,
    type,
    data: content ?? data ?? '',
    metadata: metaData ?? '',
    isJson: isJson === true,
  }
  const lacksData = content === undefined && data == null && isJson !== true
  return { kind: 'event', event: { ...event, created: Date.parse(updated) }, lacksData }
}

const isTextOrNone = (value: unknown): value is string | null | undefined => value == null || typeof value === 'string'
