// Reads lists of events with their envelopes, in JSON and in XML (streams-http §8.4).

import type { Item, Member } from '../../../base/json/read.ts'
import { readJsonList, readSpelledList } from '../../../base/json/read.ts'
import { Double, isContainer } from '../../../base/json/value.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { writeDouble, writeJson } from '../../../base/json/write.ts'
import { respelledDate, withDatesRespelled } from '../../../streams/metadata/dotnet-dates.ts'
import { embeddedJson } from './embedded-json.ts'
import { isEmptyGuid, readGuid } from '../../pipeline/request/numbers.ts'
import type { PostedEvent } from './posted-event.ts'
import { readXml } from '../../xml/read.ts'
import { membersOf } from '../../xml/to-json.ts'
import type { XmlTree } from '../../xml/tree.ts'
import { isElement } from '../../xml/tree.ts'

/** The server's limit for nested JSON, to which it converts the elements. */
const deepest = 64

type List = readonly (PostedEvent | null)[]

/** The differences between lists in JSON and in XML. */
interface ListFormat {
  /** The type with this place among the members of the event, as the body spells the number. */
  readonly spelled: (event: number, member: number) => JsonValue
  /** Whether .NET parses date-like strings to dates: respelled inside JSON, and no string at the top. */
  readonly knowsDates: boolean
  /** Whether a null counts as missing, behind another value too; else it is one, which no id can be. */
  readonly skipsNulls: boolean
}

/** @returns undefined where the text is no list of envelopes. */
export function listedEvents(text: string): List | undefined {
  const items = readJsonList(text)
  const spelled = (event: number, member: number): JsonValue => {
    const item = readSpelledList(text)?.[event]
    return item?.kind === 'object' ? [...item.members][member]?.[1] : undefined
  }
  return items && readList(items, { spelled, knowsDates: false, skipsNulls: true })
}

/** @returns undefined where the text is no list of envelopes, or has one in a default namespace. */
export function listedXmlEvents(text: string): List | undefined {
  const read = readXml(text)
  if (read.kind !== 'elements' || read.roots.length !== 1 || read.depth > deepest) return undefined
  const [root] = read.roots as [XmlTree]
  const events = root.children.filter(isElement)
  if (events.some((event) => event.children.some(isElement) && defaultNamespace(event, root) !== '')) return undefined
  return readList(events.map(readXmlEvent), { spelled: () => undefined, knowsDates: true, skipsNulls: false })
}

/** Of the members of an event, whose ids and types must be in none: the server would find an attribute on them. */
const defaultNamespace = (event: XmlTree, root: XmlTree): string => event.attributes.get('xmlns') ?? root.attributes.get('xmlns') ?? ''

/** An element with only text is no envelope; an empty one is an empty envelope. */
const readXmlEvent = (event: XmlTree): Item => {
  const [only] = event.children
  if (only?.kind === 'text' && event.children.length === 1) return { kind: 'other', value: only.text }
  return { kind: 'object', members: membersOf(event) }
}

function readList(items: readonly Item[], format: ListFormat): List | undefined {
  if (items.length === 0) return undefined
  const events = items.map((item, index) =>
    item.kind === 'object' ? readEnvelope(item.members, index, format) : isNothing(item.value) ? null : undefined,
  )
  return events.every((event) => event !== undefined) ? events : undefined
}

/** The values that the server takes for a null event. */
const isNothing = (item: JsonValue): boolean => item === null || item === undefined || item === ''

/** Sets each member as it comes, as the server does, in any case of its name. */
function readEnvelope(members: Iterable<Member>, index: number, format: ListFormat): PostedEvent | null | undefined {
  let id: string | undefined
  let type: string | undefined
  const contents: { data?: JsonValue; metadata?: JsonValue } = {}
  let next = 0
  for (const [spelledName, value] of members) {
    const place = next++
    const name = spelledName.toLowerCase()
    if (value === null && format.skipsNulls) continue
    if (name === 'eventid') {
      const read = readId(value)
      if (read === unusable) return undefined
      id = read
    } else if (name === 'eventtype') {
      const read = readType(value, () => format.spelled(index, place))
      if (read === unusable) return undefined
      type = read
    } else if (name === 'data' || name === 'metadata') {
      if (!mayReplace(contents[name], value)) return undefined
      if (value !== undefined) contents[name] = value
    }
  }
  const [data, metadata] = [readContent(contents.data, format), readContent(contents.metadata, format)]
  if (!data || !metadata) return null
  return { id, type, data: data.text, metadata: metadata.text, isJson: data.isJson || metadata.isJson }
}

/** A container is read into the value that is there, and fits only one of its own kind. */
const mayReplace = (earlier: JsonValue, value: JsonValue): boolean =>
  !isContainer(value) ||
  earlier === null ||
  earlier === undefined ||
  (isContainer(earlier) && Array.isArray(earlier) === Array.isArray(value))

/** A member that makes the whole body unusable. */
const unusable: unique symbol = Symbol('unusable')

/** @returns undefined for a missing or empty id; one that is no GUID makes the body unusable. */
function readId(value: JsonValue): string | undefined | typeof unusable {
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

/** The stored form of `data` and `metadata`. @returns undefined where the server fails over it as over a null event. */
function readContent(value: JsonValue, { knowsDates }: ListFormat): EventContent | undefined {
  if (isContainer(value)) return { text: writeJson(knowsDates ? withDatesRespelled(value) : value), isJson: true }
  if (typeof value !== 'string' || (knowsDates && respelledDate(value) !== undefined)) return { text: '', isJson: false }
  const inner = embeddedJson(value)
  if (inner === null) return undefined
  return inner === undefined ? { text: value, isJson: false } : { text: writeJson(inner), isJson: true }
}
