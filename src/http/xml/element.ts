// Prints XML elements without indentation, as the reference's writer does (streams-http §7.6).

export interface XmlElement {
  readonly name: string
  /** In the order they are printed. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Absent: `<x />`. An empty text or list: `<x></x>`. */
  readonly content?: string | readonly (XmlElement | string)[]
}

export const declaration = '<?xml version="1.0" encoding="utf-8"?>'

export function printXml({ name, attributes = {}, content }: XmlElement): string {
  const head = Object.entries(attributes).map(([attribute, text]) => ` ${attribute}="${escapeAttribute(text)}"`)
  if (content === undefined) return `<${name}${head.join('')} />`
  return `<${name}${head.join('')}>${printContent(content)}</${name}>`
}

const printContent = (content: NonNullable<XmlElement['content']>): string =>
  typeof content === 'string'
    ? escapeText(content)
    : content.map((node) => (typeof node === 'string' ? escapeText(node) : printXml(node))).join('')

/** Only what would be read as markup; everything else stays as it is. */
const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')
