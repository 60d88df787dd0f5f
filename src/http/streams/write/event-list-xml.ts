// Reads lists of events with their envelopes in XML (streams-http §8.4).

import { isContainer } from '../../../base/json/value.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { inSlices, pause } from '../../../base/time/steps.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'
import type { EventList, PostedEvent } from './posted-event.ts'
import { isNothing, readContentInSlices, readId, unusable } from './envelope.ts'
import { readXml } from '../../xml/read.ts'
import { membersOf } from '../../xml/to-json.ts'
import type { XmlTree } from '../../xml/tree.ts'
import { isElement } from '../../xml/tree.ts'

/** The server's limit for nested JSON, to which it converts the elements. */
const deepest = 64

/**
 * Lets others run while it reads a long list.
 *
 * @returns undefined where the text is no list of envelopes, or has one in a default namespace.
 */
export async function listedXmlEvents(text: string, slice = createTimeSlice()): Promise<EventList | undefined> {
  const read = await readXml(text, slice)
  if (read.kind !== 'elements' || read.roots.length !== 1 || read.depth > deepest) return undefined
  const [root] = read.roots as [XmlTree]
  const elements = root.children.filter(isElement)
  if (elements.length === 0) return undefined
  if (elements.some((event) => event.children.some(isElement) && defaultNamespace(event, root) !== '')) return undefined
  const events: (PostedEvent | null)[] = []
  for (const element of elements) {
    const event = await readXmlEvent(element, slice)
    if (event === undefined) return undefined
    events.push(event)
    await slice.end()
  }
  return events
}

/** Of the members of an event, whose ids and types must be in none: the server would find an attribute on them. */
const defaultNamespace = (event: XmlTree, root: XmlTree): string => event.attributes.get('xmlns') ?? root.attributes.get('xmlns') ?? ''

/** An element with only text is no envelope; an empty one is an empty envelope. */
function readXmlEvent(event: XmlTree, slice: TimeSlice): PostedEvent | null | undefined | Promise<PostedEvent | null | undefined> {
  const [only] = event.children
  if (only?.kind !== 'text' || event.children.length > 1) return readEnvelope(event, slice)
  return isNothing(only.text) ? null : undefined
}

/** Sets each member as it comes, as the server does, in any case of its name. */
async function readEnvelope(event: XmlTree, slice: TimeSlice): Promise<PostedEvent | null | undefined> {
  const members = await inSlices(membersOf(event), slice)
  let id: string | undefined
  let type: string | undefined
  const contents: { data?: JsonValue; metadata?: JsonValue } = {}
  for (const [spelledName, value] of members) {
    if (pause()) await slice.end()
    const name = spelledName.toLowerCase()
    if (name === 'eventid') {
      const read = readId(value)
      if (read === unusable) return undefined
      id = read
    } else if (name === 'eventtype') {
      if (isContainer(value)) return undefined
      type = typeof value === 'string' ? value : undefined
    } else if (name === 'data' || name === 'metadata') {
      if (!mayReplace(contents[name], value)) return undefined
      contents[name] = value
    }
  }
  const data = await readContentInSlices(contents.data, true, slice)
  const metadata = await readContentInSlices(contents.metadata, true, slice)
  if (!data || !metadata) return null
  return { id, type, data: data.text, metadata: metadata.text, isJson: data.isJson || metadata.isJson }
}

/** A container is read into the value that is there, and fits only one of its own kind. */
const mayReplace = (earlier: JsonValue, value: JsonValue): boolean =>
  !isContainer(value) ||
  earlier === null ||
  earlier === undefined ||
  (isContainer(earlier) && Array.isArray(earlier) === Array.isArray(value))
