// Reads requests for a page of the events that a definition selects, and prints pages (projections-http §14).

import type { Wanted } from '../../base/json/read.ts'
import { readJson, readJsonObjectInSlices } from '../../base/json/read.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson, writeJson } from '../../base/json/write.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import type { EventsPage, ReadEventsRequest } from '../../projections/source/selected-events.ts'
import { requestedEvents } from '../../projections/source/selected-events.ts'
import { readFlag, readInteger, readObject, readTexts } from './members.ts'
import { queryText } from './parameters.ts'

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: ReadEventsRequest }
  /** The server fails on the body, and the exchange ends without an answer. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'no-reply' }

const names = (list: string): [string, undefined][] => list.split(' ').map((name) => [name, undefined])
const optionMembers: Wanted = new Map(
  names('definesfold producesresults definesstatetransform handlesdeletednotifications $includelinks reorderevents processinglag bistate'),
)
const queryMembers: Wanted = new Map<string, Wanted | undefined>([
  ...names('allstreams categories streams allevents events bystreams bycustompartitions'),
  ['options', optionMembers],
])
const wanted: Wanted = new Map<string, Wanted | undefined>([...names('position maxevents'), ['query', queryMembers]])

const unusable: ReadRequest = { kind: 'unusable' }

/** Lets others run while it reads a long body. */
export async function readRequest(body: Uint8Array, slice = createTimeSlice()): Promise<ReadRequest> {
  const object = new Map<string, JsonValue>()
  const take = (name: string, value: JsonValue) => object.set(name.toLowerCase(), value)
  if (!(await readJsonObjectInSlices(queryText(body), wanted, take, slice))) return unusable
  const [query, position, limit] = [readObject(object.get('query')), object.get('position'), limitOf(object)]
  const sources = query && query !== 'bad' ? sourcesOf(query, readObject(query.get('options'))) : query
  if (sources === 'bad' || limit === 'bad' || !isJsonObject(position)) return unusable
  if (!sources || limit <= 0 || isLong(position)) return { kind: 'no-reply' }
  const requested = requestedEvents(sources, writeCompactJson(position), limit)
  return requested.kind === 'malformed' ? unusable : requested
}

/** Streams in a position, which is read in one piece. */
const mostPlaces = 10_000

const isLong = (position: JsonObject): boolean =>
  position.size > mostPlaces || [...position.values()].some((places) => isJsonObject(places) && places.size > mostPlaces)

const defaultLimit = 10

const limitOf = (object: JsonObject): number | 'bad' =>
  (object.has('maxevents') ? readInteger(object.get('maxevents')) : undefined) ?? defaultLimit

/** Some members have other names than in GET query (projections-http §8): `byStreams`, `$includeLinks`, `biState`. */
function sourcesOf(query: JsonObject, given: JsonObject | 'bad' | undefined): ReadEventsRequest['sources'] | 'bad' {
  let isBad = false
  const read = <T extends object | boolean | number>(
    object: JsonObject,
    name: string,
    convert: (value: JsonValue) => T | 'bad' | undefined,
    missing: T,
  ): T => {
    const value = (object.has(name) ? convert(object.get(name)) : undefined) ?? missing
    if (value !== 'bad') return value
    isBad = true
    return missing
  }
  if (given === 'bad') return 'bad'
  const options: JsonObject = given ?? new Map()
  const texts = (name: string) => read(query, name, readTexts, [])
  const flag = (name: string, object = query) => read(object, name, readFlag, false)
  const sources = {
    allStreams: flag('allstreams'),
    categories: texts('categories'),
    streams: texts('streams'),
    allEvents: flag('allevents'),
    events: texts('events'),
    byStreams: flag('bystreams'),
    byCustomPartitions: flag('bycustompartitions'),
    options: {
      definesFold: flag('definesfold', options),
      producesResults: flag('producesresults', options),
      definesStateTransform: flag('definesstatetransform', options),
      handlesDeletedNotifications: flag('handlesdeletednotifications', options),
      includeLinks: flag('$includelinks', options),
      resultStreamName: null,
      partitionResultStreamNamePattern: null,
      reorderEvents: flag('reorderevents', options),
      processingLag: read(options, 'processinglag', readInteger, 0),
      biState: flag('bistate', options),
    },
  }
  return isBad ? 'bad' : sources
}

/** Prints the page as the server does: indented, but each position on one line. */
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
