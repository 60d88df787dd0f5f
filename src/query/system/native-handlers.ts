// Makes the write of each of the five built-in queries for one event: a link, or a reference to a stream (projections-http §12).

import { maxInt64, printNumber } from '../../base/events/events.ts'
import { isRecord } from '../../base/platform/realms.ts'
import type { QueryEvent, QueryWrite } from '../query.ts'
import type { NativeClass } from './handler-type.ts'

/** An emission without the index of its event. */
type Emission = Omit<Extract<QueryWrite, { kind: 'emit' }>, 'event'>

/** @returns undefined if nothing is written; the message of a fault as a text. */
export type NativeHandler = (event: QueryEvent) => Emission | string | undefined

/**
 * The member of the metadata that holds the correlation id. A store has one: configuring any projection of this class changes it
 * for all of them, and a blank configuration keeps it.
 */
export interface CorrelationProperty {
  name: string
}

/** @returns undefined for a bad configuration text. */
type Configure = (source: string, correlation: CorrelationProperty) => NativeHandler | undefined

export const nativeHandlers: Record<NativeClass, Configure> = {
  IndexStreams: (source) => (isBlank(source) ? indexStream : undefined),
  CategorizeStreamByPath: (source) => withCategory(source, categorizeStream),
  CategorizeEventsByStreamPath: (source) => withCategory(source, categorizeEvent),
  IndexEventsByEventType: (source) => (isBlank(source) ? indexByType : undefined),
  ByCorrelationId: (source, property) =>
    configureCorrelation(source, property) ? (event) => linkByCorrelation(event, property.name) : undefined,
}

const isBlank = (source: string): boolean => source.trim() === ''

const withCategory = (source: string, handle: (event: QueryEvent, categoryOf: CategoryOf) => Emission | undefined) => {
  const categoryOf = readCategoryConfiguration(source)
  return categoryOf && ((event: QueryEvent) => handle(event, categoryOf))
}

const isLink = (event: QueryEvent): boolean => event.type === '$>'

const deletedMark = ['$deleted', '-1'] as const

/** The first record ever written to a stream lists it, even a link. */
const indexStream: NativeHandler = ({ record }) => (record.number === 0 ? link('$streams', `0@${record.stream}`) : undefined)

const categorizeStream = ({ record }: QueryEvent, categoryOf: CategoryOf): Emission | undefined => {
  const category = record.number === 0 ? categoryOf(record.stream) : undefined
  return category === undefined ? undefined : emission(`$category-${category}`, '$@', record.stream)
}

/** A metastream has no category; only deletions among its events get one, that of the deleted stream. */
const categorizeEvent = (event: QueryEvent, categoryOf: CategoryOf): Emission | undefined => {
  const { stream, isDeletion } = subjectOf(event)
  const origin = isDeletion ? stream : event.record.stream
  const category = categoryOf(origin)
  if (category === undefined) return undefined
  const target = isLink(event) ? (event.data ?? '') : targetOf(event)
  return link(`$ce-${category}`, target, [['$o', JSON.stringify(origin)], ...(isDeletion ? [deletedMark] : [])])
}

/** The link names the stream that the metadata describe, although the number is that in the metastream. */
const indexByType: NativeHandler = (event) => {
  if (isLink(event)) return undefined
  const { stream, isDeletion } = subjectOf(event)
  return link(`$et-${isDeletion ? '$deleted' : event.type}`, targetOf(event, stream), isDeletion ? [deletedMark] : [])
}

// ---- writes

const emission = (stream: string, type: string, data: string, metadata: Emission['metadata'] = []): Emission => ({
  kind: 'emit',
  stream,
  type,
  data,
  isJson: false,
  metadata,
})

/** @param target `<number>@<stream>`. */
const link = (stream: string, target: string, metadata?: Emission['metadata']): Emission => emission(stream, '$>', target, metadata)

/** The data of a link to the event. A hollow event has no stream and the number -1. @param stream Default: the event's own stream. */
const targetOf = (event: QueryEvent, stream = event.stream): string => `${printNumber(event.number)}@${stream ?? ''}`

// ---- deletions

/**
 * Decides which stream an event deletes, softly by metadata or by a tombstone (projection-language §5.4).
 *
 * @param event read directly, not through a link.
 * @returns the stream that it concerns; for a metastream's event the stream whose metadata it holds.
 */
export function subjectOf(event: QueryEvent): { readonly stream: string; readonly isDeletion: boolean } {
  const { stream } = event.record
  if (!stream.startsWith('$$')) return { stream, isDeletion: event.type === '$streamDeleted' }
  return { stream: stream.slice(2), isDeletion: event.type === '$metadata' && truncatesEverything(event.data) }
}

/** JSON.parse rounds 2^63-1, so the text must contain the exact digits as well. */
function truncatesEverything(data: string | null): boolean {
  if (data === null || !data.includes(maxInt64.toString())) return false
  const metadata = readJson(data)
  return isRecord(metadata) && metadata.$tb === Number(maxInt64)
}

/** @returns undefined if the text is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// ---- categories

/** @returns the category of a stream; undefined if it has none (projections-http §12). */
export type CategoryOf = (stream: string) => string | undefined

/**
 * Reads `first` or `last` on one line and the separator on the next, or a separator alone, which means `last`.
 *
 * @returns undefined if the text is neither.
 */
export function readCategoryConfiguration(source: string): CategoryOf | undefined {
  const trimmed = source.trim()
  if (trimmed.length === 1) return categoryBefore(trimmed, 'last')
  const [direction, separator, ...rest] = trimmed.split(/[\r\n]+/)
  const side = direction?.trim().toLowerCase()
  if (separator?.length !== 1 || rest.length > 0 || (side !== 'first' && side !== 'last')) return undefined
  return categoryBefore(separator, side)
}

const categoryBefore =
  (separator: string, side: 'first' | 'last'): CategoryOf =>
  (stream) => {
    if (stream.startsWith('$')) return undefined
    const end = side === 'first' ? stream.indexOf(separator) : stream.lastIndexOf(separator)
    return end > 0 ? stream.slice(0, end) : undefined
  }

// ---- correlation ids

/** Sets the property that a configuration names, a text or number in `correlationIdProperty`. @returns whether it is usable. */
function configureCorrelation(source: string, property: CorrelationProperty): boolean {
  if (source.trim() === '') return true
  const configuration = readJson(source)
  const name = isRecord(configuration) && configuration.correlationIdProperty
  if (typeof name !== 'string' && typeof name !== 'number') return false
  property.name = String(name)
  return true
}

/** The event may be no JSON. @returns a link to `$bc-<id>`; undefined if the event has no id; a fault's message where the id is an object or array. */
function linkByCorrelation(event: QueryEvent, property: string): Emission | string | undefined {
  if (isLink(event) || event.metadata === null) return undefined
  const metadata = readJson(event.metadata)
  if (!isRecord(metadata) || !Object.hasOwn(metadata, property)) return undefined
  const id = metadata[property]
  if (id === null) return undefined
  if (typeof id === 'object') {
    return `Cannot cast Newtonsoft.Json.Linq.${Array.isArray(id) ? 'JArray' : 'JObject'} to Newtonsoft.Json.Linq.JToken.`
  }
  return link(`$bc-${idText(id)}`, targetOf(event), [['$eventTimestamp', JSON.stringify(microseconds(event.record.created))]])
}

/** The server writes booleans as `True` and `False`. */
const idText = (id: unknown): string => (typeof id === 'boolean' ? (id ? 'True' : 'False') : String(id))

/** `yyyy-MM-ddTHH:mm:ss.ffffffZ`. */
const microseconds = (created: number): string => new Date(created).toISOString().replace('Z', '000Z')
