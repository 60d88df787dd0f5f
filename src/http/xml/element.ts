// Prints XML elements without indentation, as the server's writer does (streams-http §7.6).

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

/** Characters that would be read as markup, and characters that XML does not allow. */
// eslint-disable-next-line no-control-regex -- the pattern looks for control characters
const escaped = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeCharacter = (character: string): string => entities[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`

const escapeText = (text: string): string => text.replace(escaped, escapeCharacter)

const escapeAttribute = (text: string): string => escapeText(text).replace(/["\n\r]/g, escapeCharacter)
