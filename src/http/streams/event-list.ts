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

/** Elements nested more deeply would be more levels of JSON than the reference reads. */
const deepest = 64

type List = readonly (PostedEvent | null)[]

/** What lists in JSON and in XML read differently. */
interface Reading {
  /** The member of an event as it is spelled: numbers are types as they stand. */
  readonly spelled: (index: number, name: string) => JsonValue
  /** Whether texts that .NET takes for dates are read as dates: no text any more, or spelled anew. */
  readonly knowsDates: boolean
  /** Whether null is no id at all, or one that is no GUID. */
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

/** @returns undefined where the text is no list of envelopes; a default namespace makes it none. */
export function listedXmlEvents(text: string): List | undefined {
  const read = readXml(text)
  if (read.kind !== 'elements' || read.roots.length !== 1 || read.depth > deepest) return undefined
  const [root] = read.roots as [XmlTree]
  const events = root.children.filter(isElement)
  if ([root, ...events].some(({ attributes }) => attributes.has('xmlns'))) return undefined
  return readList(events.map(readXmlEvent), { spelled: () => undefined, knowsDates: true, mayLackId: false })
}

/** An event that holds only text is no envelope; one that holds nothing is an empty one. */
const readXmlEvent = (event: XmlTree): JsonValue => {
  const [only] = event.children
  return only?.kind === 'text' && event.children.length === 1 ? only.text : membersOf(event)
}

function readList(items: readonly JsonValue[], reading: Reading): List | undefined {
  if (items.length === 0) return undefined
  const events = items.map((item, index) => (isNothing(item) ? null : isJsonObject(item) ? readEnvelope(item, index, reading) : undefined))
  return events.every((event) => event !== undefined) ? events : undefined
}

/** What the reference takes for null where it expects an event. */
const isNothing = (item: JsonValue): boolean => item === null || item === undefined || item === ''

/** Of names that differ only in case the last counts. */
const byLowerCase = (object: JsonObject): Map<string, JsonValue> => new Map([...object].map(([name, value]) => [name.toLowerCase(), value]))

function readEnvelope(envelope: JsonObject, index: number, reading: Reading): PostedEvent | undefined {
  const members = byLowerCase(envelope)
  const id = members.has('eventid') ? readId(members.get('eventid'), reading) : undefined
  const type = members.has('eventtype') ? readType(members.get('eventtype'), () => reading.spelled(index, 'eventtype')) : undefined
  if (id === unusable || type === unusable) return undefined
  const [data, metadata] = [readPart(members.get('data'), reading), readPart(members.get('metadata'), reading)]
  return { id, type, data: data.text, metadata: metadata.text, isJson: data.isJson || metadata.isJson }
}

/** A member that makes the whole body unusable. */
const unusable: unique symbol = Symbol('unusable')

/** @returns undefined where there is none; the body is unusable with an id that is no GUID. */
function readId(value: JsonValue, { mayLackId }: Reading): string | undefined | typeof unusable {
  if (value === null && mayLackId) return undefined
  const id = typeof value === 'string' ? readGuid(value) : undefined
  if (id === undefined) return unusable
  return isEmptyGuid(id) ? undefined : id
}

/** @param spelled gives a number as the body spells it. */
function readType(value: JsonValue, spelled: () => JsonValue): string | undefined | typeof unusable {
  if (value === null) return undefined
  if (value instanceof Double || typeof value === 'bigint') return typeText(spelled())
  return value === undefined || typeof value === 'object' ? unusable : String(value)
}

/** A number without digits, such as NaN, is spelled by one word only. */
const typeText = (spelled: JsonValue): string | undefined =>
  spelled instanceof Double ? writeDouble(spelled.value).replaceAll('"', '') : typeof spelled === 'string' ? spelled : undefined

interface Part {
  readonly text: string
  readonly isJson: boolean
}

/** What `data` and `metadata` are stored as. */
function readPart(value: JsonValue, { knowsDates }: Reading): Part {
  if (isContainer(value)) return { text: writeJson(knowsDates ? withDatesRespelled(value) : value), isJson: true }
  if (typeof value !== 'string' || (knowsDates && respelledDate(value) !== undefined)) return { text: '', isJson: false }
  const inner = embeddedJson(value)
  return inner === undefined ? { text: value, isJson: false } : { text: writeJson(inner), isJson: true }
}

const isContainer = (value: JsonValue): value is JsonObject | readonly JsonValue[] => isJsonObject(value) || Array.isArray(value)
