// Prints plain objects as the .NET serializer does by default (server-http §2.9): no white space, members in Pascal case.

export interface XmlElement {
  readonly name: string
  /** Without values that are undefined. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Text, or the elements inside. */
  readonly content?: string | readonly XmlElement[]
}

const namespaces = {
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
}

/** A document whose root carries the serializer's two namespaces. */
export const objectXml = (root: XmlElement): string => stringXml({ ...root, attributes: { ...namespaces, ...root.attributes } })

/** A document without them, as of a lone string. */
export const stringXml = (root: XmlElement): string => `<?xml version="1.0" encoding="utf-8"?>${print(root)}`

/** @param members names in Pascal case; null ones are left out. */
export const memberElements = (members: Readonly<Record<string, string | number | boolean | null>>): XmlElement[] =>
  Object.entries(members).flatMap(([name, value]) => (value === null ? [] : [{ name, content: String(value) }]))

function print({ name, attributes = {}, content = '' }: XmlElement): string {
  const head = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escape(value).replaceAll('"', '&quot;')}"`)
  const inside = typeof content === 'string' ? escape(content) : content.map(print).join('')
  return inside === '' ? `<${name}${head.join('')} />` : `<${name}${head.join('')}>${inside}</${name}>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
