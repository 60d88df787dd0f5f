// Reads lists of events with their envelopes, in JSON and in XML (streams-http §8.4).

import { readJson } from '../base/json/read.ts'
import { Double, isJsonObject } from '../base/json/value.ts'
import type { JsonObject, JsonValue } from '../base/json/value.ts'
import { writeDouble, writeJson } from '../base/json/write.ts'
import { isEmptyGuid, readGuid } from './numbers.ts'
import type { PostedEvent } from './write-body.ts'
import { readXml } from './xml/read.ts'
import { membersOf } from './xml/to-json.ts'
import type { XmlTree } from './xml/tree.ts'
import { isElement } from './xml/tree.ts'

/** Elements nested more deeply would be more levels of JSON than the reference reads. */
const deepest = 64

type List = readonly (PostedEvent | null)[]

/** @returns undefined where the text is no list of envelopes. */
export function listedEvents(text: string): List | undefined {
  const read = readJson(text)
  return read.kind === 'value' && Array.isArray(read.value) ? readList(read.value) : undefined
}

/** @returns undefined where the text is no list of envelopes; a default namespace makes it none. */
export function listedXmlEvents(text: string): List | undefined {
  const read = readXml(text)
  if (read.kind !== 'elements' || read.roots.length !== 1 || read.depth > deepest) return undefined
  const [root] = read.roots as [XmlTree]
  const events = root.children.filter(isElement)
  if ([root, ...events].some(({ attributes }) => attributes.has('xmlns'))) return undefined
  return readList(events.map(readXmlEvent))
}

/** An event that holds only text is no envelope; one that holds nothing is an empty one. */
const readXmlEvent = (event: XmlTree): JsonValue => {
  const [only] = event.children
  return only?.kind === 'text' && event.children.length === 1 ? only.text : membersOf(event)
}

function readList(items: readonly JsonValue[]): List | undefined {
  if (items.length === 0) return undefined
  const events = items.map((item) => (item === null ? null : isJsonObject(item) ? readEnvelope(item) : undefined))
  return events.every((event) => event !== undefined) ? events : undefined
}

function readEnvelope(envelope: JsonObject): PostedEvent | undefined {
  // Of names that differ only in case the last counts.
  const members = new Map([...envelope].map(([name, value]) => [name.toLowerCase(), value]))
  const id = readId(members.get('eventid'))
  const type = readType(members.get('eventtype'))
  if (id === unusable || type === unusable) return undefined
  const [data, metadata] = [readPart(members.get('data')), readPart(members.get('metadata'))]
  return { id, type, data: data.text, metadata: metadata.text, isJson: data.isJson || metadata.isJson }
}

/** A member that makes the whole body unusable. */
const unusable: unique symbol = Symbol('unusable')

/** @returns undefined where there is none; the body is unusable with an id that is no GUID. */
function readId(value: JsonValue): string | undefined | typeof unusable {
  if (value === null || value === undefined) return undefined
  const id = typeof value === 'string' ? readGuid(value) : undefined
  if (id === undefined) return unusable
  return isEmptyGuid(id) ? undefined : id
}

function readType(value: JsonValue): string | undefined | typeof unusable {
  if (value === null || value === undefined) return undefined
  if (value instanceof Double) return writeDouble(value.value).replaceAll('"', '')
  return typeof value === 'object' ? unusable : String(value)
}

/** What `data` and `metadata` are stored as. */
function readPart(value: JsonValue): { readonly text: string; readonly isJson: boolean } {
  if (isContainer(value)) return { text: writeJson(value), isJson: true }
  if (typeof value !== 'string') return { text: '', isJson: false }
  const inner = /^\s*[[{/]/.test(value) ? readJson(value) : undefined
  return inner?.kind === 'value' && isContainer(inner.value)
    ? { text: writeJson(inner.value), isJson: true }
    : { text: value, isJson: false }
}

const isContainer = (value: JsonValue): value is JsonObject | readonly JsonValue[] => isJsonObject(value) || Array.isArray(value)
