// Prints XML elements without indentation, as the reference's writer does (streams-http §7.6).

export interface XmlElement {
  readonly name: string
  /** In the order they are printed. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Absent: `<x />`. An empty text or list: `<x></x>`. */
  readonly content?: string | readonly XmlContent[]
}

/** Text is escaped, markup is not. */
export type XmlContent = XmlElement | string | { readonly markup: string }

export const declaration = '<?xml version="1.0" encoding="utf-8"?>'

export function printXml({ name, attributes = {}, content }: XmlElement): string {
  let head = name
  for (const [attribute, text] of Object.entries(attributes)) head += ` ${attribute}="${escapeAttribute(text)}"`
  if (content === undefined) return `<${head} />`
  return `<${head}>${typeof content === 'string' ? escapeText(content) : content.map(printContent).join('')}</${name}>`
}

function printContent(content: XmlContent): string {
  if (typeof content === 'string') return escapeText(content)
  return 'markup' in content ? content.markup : printXml(content)
}

/** Only what would be read as markup; everything else stays as it is. */
const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')
