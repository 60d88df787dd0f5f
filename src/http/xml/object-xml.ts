// Prints plain objects as the .NET serializer does by default (server-http §2.9): no white space, members in Pascal case.

import type { XmlElement } from './element.ts'
import { declaration, printXml } from './element.ts'

export type { XmlElement } from './element.ts'

const namespaces = {
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
}

/** A document whose root carries the serializer's two namespaces. */
export const objectXml = (root: XmlElement): string => stringXml({ ...root, attributes: { ...namespaces, ...root.attributes } })

/** A document without them, as of a lone string. */
export const stringXml = (root: XmlElement): string => declaration + printXml(withoutEmptyContent(root))

/** The serializer closes empty elements at once, wherever they stand. */
function withoutEmptyContent(element: XmlElement): XmlElement {
  const { content } = element
  if (content === undefined || content.length === 0) return { ...element, content: undefined }
  if (typeof content === 'string') return element
  return {
    ...element,
    content: content.map((inner) => (typeof inner === 'object' && 'name' in inner ? withoutEmptyContent(inner) : inner)),
  }
}

/** @param members names in Pascal case; null ones are left out. */
export const memberElements = (members: Readonly<Record<string, string | number | boolean | null>>): XmlElement[] =>
  Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [{ name, content: String(value) }]))
