// Reads lists of events with their envelopes, in JSON and in XML (streams-http §8.4).

import { readJson, readSpelledJson } from '../../base/json/read.ts'
import { Double, isJsonObject } from '../../base/json/value.ts'
import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { writeDouble, writeJson } from '../../base/json/write.ts'
import { respelledDate, withDatesRespelled } from '../../streams/metadata/dotnet-dates.ts'
import { embeddedJson } from './embedded-json.ts'
import { isEmptyGuid, readGuid } from '../pipeline/numbers.ts'
import type { PostedEvent } from './write-body.ts'
import { readXml } from '../xml/read.ts'
import { membersOf } from '../xml/to-json.ts'
import type { XmlTree } from '../xml/tree.ts'
import { isElement } from '../xml/tree.ts'

/** The reference's limit for nested JSON, to which it converts the elements. */
const deepest = 64

type List = readonly (PostedEvent | null)[]

/** The differences between lists in JSON and in XML. */
interface ListFormat {
  /** A member of an event with its number as spelled, for numbers as types. */
  readonly spelled: (index: number, name: string) => JsonValue
  /** Whether .NET parses date-like strings to dates: respelled inside JSON, and no string at the top. */
  readonly knowsDates: boolean
  /** Whether a null id counts as missing instead of invalid. */
  readonly mayLackId: boolean
}

/** @returns undefined where the text is no list of envelopes. */
export function listedEvents(text: string): List | undefined {
  const read = readJson(text)
  if (read.kind !== 'value' || !Array.isArray(read.value)) return undefined
  const spelled = (index: number, name: string): JsonValue => {
    const again = readSpelledJson(text)
    const event = again.kind === 'value' && Array.isArray(again.value) ? (again.value[index] as JsonValue) : undefined
    return isJsonObject(event) ? byLowerCase(event).get(name) : undefined
  }
  return readList(read.value, { spelled, knowsDates: false, mayLackId: true })
}

/** @returns undefined where the text is no list of envelopes, or has a default namespace. */
export function listedXmlEvents(text: string): List | undefined {
  const read = readXml(text)
  if (read.kind !== 'elements' || read.roots.length !== 1 || read.depth > deepest) return undefined
  const [root] = read.roots as [XmlTree]
  const events = root.children.filter(isElement)
  if ([root, ...events].some(({ attributes }) => attributes.has('xmlns'))) return undefined
  return readList(events.map(readXmlEvent), { spelled: () => undefined, knowsDates: true, mayLackId: false })
}

/** An element with only text is no envelope; an empty one is an empty envelope. */
const readXmlEvent = (event: XmlTree): JsonValue => {
  const [only] = event.children
  return only?.kind === 'text' && event.children.length === 1 ? only.text : membersOf(event)
}

function readList(items: readonly JsonValue[], format: ListFormat): List | undefined {
  if (items.length === 0) return undefined
  const events = items.map((item, index) => (isNothing(item) ? null : isJsonObject(item) ? readEnvelope(item, index, format) : undefined))
  return events.every((event) => event !== undefined) ? events : undefined
}

/** The values that the reference takes for a null event. */
const isNothing = (item: JsonValue): boolean => item === null || item === undefined || item === ''

/** Of names that differ only in case, the last counts. */
function byLowerCase(object: JsonObject): Map<string, JsonValue> {
  const members = new Map<string, JsonValue>()
  for (const [name, value] of object) members.set(name.toLowerCase(), value)
  return members
}

function readEnvelope(envelope: JsonObject, index: number, format: ListFormat): PostedEvent | undefined {
  const members = byLowerCase(envelope)
  const id = members.has('eventid') ? readId(members.get('eventid'), format) : undefined
  const type = members.has('eventtype') ? readType(members.get('eventtype'), () => format.spelled(index, 'eventtype')) : undefined
  if (id === unusable || type === unusable) return undefined
  const [data, metadata] = [readContent(members.get('data'), format), readContent(members.get('metadata'), format)]
  return { id, type, data: data.text, metadata: metadata.text, isJson: data.isJson || metadata.isJson }
}

/** A member that makes the whole body unusable. */
const unusable: unique symbol = Symbol('unusable')

/** @returns undefined for a missing or empty id; one that is no GUID makes the body unusable. */
function readId(value: JsonValue, { mayLackId }: ListFormat): string | undefined | typeof unusable {
  if (value === null && mayLackId) return undefined
  const id = typeof value === 'string' ? readGuid(value) : undefined
  if (id === undefined) return unusable
  return isEmptyGuid(id) ? undefined : id
}

/** @param spelled returns a number as the body spells it. */
function readType(value: JsonValue, spelled: () => JsonValue): string | undefined | typeof unusable {
  if (value === null) return undefined
  if (value instanceof Double || typeof value === 'bigint') return typeText(spelled())
  return value === undefined || typeof value === 'object' ? unusable : String(value)
}

/** NaN and the infinities print as words. */
const typeText = (spelled: JsonValue): string | undefined =>
  spelled instanceof Double ? writeDouble(spelled.value).replaceAll('"', '') : typeof spelled === 'string' ? spelled : undefined

interface EventContent {
  readonly text: string
  readonly isJson: boolean
}

/** The stored form of `data` and `metadata`. */
function readContent(value: JsonValue, { knowsDates }: ListFormat): EventContent {
  if (isContainer(value)) return { text: writeJson(knowsDates ? withDatesRespelled(value) : value), isJson: true }
  if (typeof value !== 'string' || (knowsDates && respelledDate(value) !== undefined)) return { text: '', isJson: false }
  const inner = embeddedJson(value)
  return inner === undefined ? { text: value, isJson: false } : { text: writeJson(inner), isJson: true }
}

const isContainer = (value: JsonValue): value is JsonObject | readonly JsonValue[] => isJsonObject(value) || Array.isArray(value)
