// Reads requests for a page of the events that a definition selects, and prints pages (projections-http §14).

import { readJson } from '../../base/json/read.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson, writeJson } from '../../base/json/write.ts'
import type { EventsPage, ReadEventsRequest } from '../../projections/source/selected-events.ts'
import { requestedEvents } from '../../projections/source/selected-events.ts'
import { queryText } from './parameters.ts'

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: ReadEventsRequest }
  /** The reference fails on the body, and the exchange ends without an answer. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'no-reply' }

const unusable: ReadRequest = { kind: 'unusable' }

export function readRequest(body: Uint8Array): ReadRequest {
  const outcome = readJson(queryText(body))
  const object = outcome.kind === 'value' ? members(outcome.value) : undefined
  if (!object) return unusable
  const [query, position, limit] = [object.get('query'), object.get('position'), limitOf(object.get('maxevents'))]
  if ((query !== undefined && query !== null && !isJsonObject(query)) || !isJsonObject(position) || limit === undefined) return unusable
  if (!isJsonObject(query) || limit <= 0) return { kind: 'no-reply' }
  const requested = requestedEvents(sourcesOf(members(query)!), writeCompactJson(position), limit)
  return requested.kind === 'malformed' ? unusable : requested
}

/** Member names are case-insensitive. */
const members = (value: JsonValue): JsonObject | undefined =>
  isJsonObject(value) ? new Map([...value].map(([name, member]) => [name.toLowerCase(), member])) : undefined

const defaultLimit = 10

function limitOf(value: JsonValue): number | undefined {
  if (value === undefined || value === null || value === '') return defaultLimit
  const isWhole = typeof value === 'bigint' || (typeof value === 'string' && /^\s*[-+]?\d+\s*$/.test(value))
  const limit = isWhole ? Number(value) : undefined
  return limit !== undefined && (limit | 0) === limit ? limit : undefined
}

function sourcesOf(query: JsonObject): ReadEventsRequest['sources'] {
  const options = members(query.get('options')) ?? new Map<string, JsonValue>()
  return {
    allStreams: query.get('allstreams') === true,
    categories: texts(query.get('categories')),
    streams: texts(query.get('streams')),
    allEvents: query.get('allevents') === true,
    events: texts(query.get('events')),
    byStreams: false,
    byCustomPartitions: false,
    options: {
      definesFold: false,
      producesResults: false,
      definesStateTransform: false,
      handlesDeletedNotifications: options.get('handlesdeletednotifications') === true,
      includeLinks: options.get('includelinks') === true,
      resultStreamName: null,
      partitionResultStreamNamePattern: null,
      reorderEvents: false,
      processingLag: 0,
      biState: false,
    },
  }
}

const texts = (value: JsonValue): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Prints the page as the reference does: indented, but each position on one line. */
export function pageText({ correlationId, position, events }: EventsPage): string {
  const positions: string[] = []
  const onOneLine = (json: string) => `${marker}${positions.push(json) - 1}${marker}`
  const page = {
    correlationId,
    readerPosition: onOneLine(position),
    events: events.map((event) => ({ ...eventMembers(event), readerPosition: onOneLine(event.position) })),
  }
  return writeJson(page).replace(marked, (_found, index: string) => positions[Number(index)]!)
}

/** Encloses the index of a position until the document is printed; no printed text contains it unescaped. */
const marker = '\u0001'
const marked = /"\\u0001(\d+)\\u0001"/g

function eventMembers(event: EventsPage['events'][number]): Record<string, JsonDocument> {
  return Object.fromEntries(
    Object.entries({
      eventStreamId: event.stream ?? undefined,
      eventNumber: event.number === 0 ? undefined : event.number,
      eventType: event.type ?? undefined,
      data: printed(event.data, event.isJson),
      metadata: printed(event.metadata, event.isJson),
      linkMetadata: printed(event.linkMetadata, event.isJson),
      isJson: event.isJson || undefined,
    }).filter(([, value]) => value !== undefined),
  )
}

/** Prints objects of JSON events as they are, omits `null`, and prints all else as text. */
function printed(text: string | null, isJson: boolean): JsonValue {
  if (text === null) return undefined
  const outcome = isJson ? readJson(text) : undefined
  if (outcome?.kind !== 'value') return text
  if (outcome.value === null) return undefined
  return isJsonObject(outcome.value) ? outcome.value : text
}
