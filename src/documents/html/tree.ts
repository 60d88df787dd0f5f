// A small tree of HTML, and its text on one line: Markdown ends a block of HTML at a blank line.

export type PageNode = PageElement | PageText

export interface PageElement {
  readonly type: 'element'
  readonly tagName: string
  /** By their names in HTML. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly PageNode[]
}

export interface PageText {
  readonly type: 'text'
  readonly value: string
}

export const text = (value: string): PageText => ({ type: 'text', value })

/** @param attributes those that are undefined are left out. */
export const element = (
  tagName: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly (PageNode | string)[]
): PageElement => ({
  type: 'element',
  tagName,
  attributes: Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
})

export function toHtml(node: PageNode): string {
  if (node.type === 'text') return escaped(node.value)
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${node.tagName}${attributes.join('')}>${node.children.map(toHtml).join('')}</${node.tagName}>`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\r': '&#13;' }
const escaped = (value: string): string => value.replaceAll(/[&<>"\n\r]/g, (sign) => signs[sign]!)
