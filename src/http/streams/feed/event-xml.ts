// Converts one event, or only its data, to XML (streams-http §7.4).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { textOf } from '../../../base/bytes.ts'
import type { EventDocument } from './event-data.ts'
import { dataValue, eventDocument } from './event-data.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { XmlElement } from '../../xml/element.ts'
import { printXml } from '../../xml/element.ts'
import { elementsOf } from '../../xml/from-json.ts'
import { outermost } from '../../xml/namespaces.ts'

/** The event with its place, for `application/vnd.eventstore.event+xml`. */
export function eventXml(event: RecordedEvent): string {
  const document = eventDocument(event)
  // A value without an XML form prints as JSON, where the server would never answer (streams-http §21 D5).
  const content =
    eventElements(document) ??
    Object.entries(document).flatMap(([name, value]) => elementsOf(name, value) ?? [{ name, content: writeJson(value) }])
  return printXml({ name: 'event', content })
}

/** The members of an event document as elements. @returns undefined where one has no XML form. */
export function eventElements(document: EventDocument): XmlElement[] | undefined {
  const namespaces = outermost()
  const elements = Object.entries(document).map(([name, value]) => elementsOf(name, value, namespaces))
  return elements.every((each) => each !== undefined) ? elements.flat() : undefined
}

/** The data alone, for `text/xml` and `application/xml`. */
export function dataXml(event: RecordedEvent): string {
  const text = textOf(event.data)
  if (text === '') return printXml({ name: 'data' })
  const value = dataValue(event.data, event.isJson)
  return printXml(dataElement(value) ?? { name: 'data', content: text })
}

/** A list, for which the server never answers, becomes one `data` around one for each item (streams-http §21 D5). */
function dataElement(value: JsonDocument): XmlElement | undefined {
  const elements = elementsOf('data', value)
  if (isJsonObject(value)) return elements?.[0]
  return Array.isArray(value) && elements ? { name: 'data', ...(elements.length > 0 && { content: elements }) } : undefined
}
