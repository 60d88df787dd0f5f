// Converts one event, or only its data, to XML (streams-http §7.4).

import type { RecordedEvent } from '../../../base/events/events.ts'
import { isJsonObject } from '../../../base/json/value.ts'
import type { JsonDocument } from '../../../base/json/value.ts'
import { textOf } from '../../../base/bytes.ts'
import type { EventDocument } from './event-data.ts'
import { dataValue, eventDocument } from './event-data.ts'
import { writeJson } from '../../../base/json/write.ts'
import type { Steps } from '../../../base/time/steps.ts'
import type { XmlElement } from '../../xml/element.ts'
import { printXml, printXmlSteps } from '../../xml/element.ts'
import { allOf, elementsOf } from '../../xml/from-json.ts'
import { outermost } from '../../xml/namespaces.ts'

/** The event with its place, for `application/vnd.eventstore.event+xml`. */
export function* eventXml(event: RecordedEvent): Steps<string> {
  const document = yield* eventDocument(event)
  return yield* printXmlSteps({ name: 'event', content: (yield* eventElements(document)) ?? (yield* partsOf(document)) })
}

/** The members of an event document as elements. @returns undefined where one has no XML form. */
export function* eventElements(document: EventDocument): Steps<XmlElement[] | undefined> {
  const namespaces = outermost()
  return yield* allOf(Object.entries(document), ([name, value]) => elementsOf(name, value, namespaces))
}

/** A value without an XML form prints as JSON, where the server would never answer (streams-http §21 D5). */
function* partsOf(document: EventDocument): Steps<XmlElement[]> {
  const parts: XmlElement[] = []
  for (const [name, value] of Object.entries(document)) {
    const elements = yield* elementsOf(name, value)
    parts.push(...(elements ?? [{ name, content: writeJson(value) }]))
  }
  return parts
}

/** The data alone, for `text/xml` and `application/xml`. */
export function* dataXml(event: RecordedEvent): Steps<string> {
  const text = textOf(event.data)
  if (text === '') return printXml({ name: 'data' })
  const value = yield* dataValue(event.data, event.isJson)
  return yield* printXmlSteps((yield* dataElement(value)) ?? { name: 'data', content: text })
}

/** A list, for which the server never answers, becomes one `data` around one for each item (streams-http §21 D5). */
function* dataElement(value: JsonDocument): Steps<XmlElement | undefined> {
  const elements = yield* elementsOf('data', value)
  if (isJsonObject(value)) return elements?.[0]
  return Array.isArray(value) && elements ? { name: 'data', ...(elements.length > 0 && { content: elements }) } : undefined
}
