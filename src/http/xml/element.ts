// Prints XML elements without indentation, as the server's writer does (streams-http §7.6).

import type { Steps } from '../../base/time/steps.ts'
import { atOnce, pause } from '../../base/time/steps.ts'

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

/** In one go. */
export const printXml = (element: XmlElement): string => atOnce(printXmlSteps(element))

/** Lets others run while it prints many elements. */
export function* printXmlSteps(element: XmlElement): Steps<string> {
  const { name, content } = element
  if (content === undefined || typeof content === 'string') return printLeaf(element, content)
  // Joined block by block: to join a million parts is long work.
  const blocks: string[] = []
  let parts: string[] = []
  for (const each of content) {
    if (typeof each === 'string') parts.push(escapeText(each))
    else if ('markup' in each) parts.push(each.markup)
    // Most elements hold a text at most: a generator for each would take longer than printing it.
    else parts.push(Array.isArray(each.content) ? yield* printXmlSteps(each) : printLeaf(each, each.content as string | undefined))
    if (!pause()) continue
    blocks.push(parts.join(''))
    parts = []
    yield
  }
  return `<${headOf(element)}>${blocks.join('')}${parts.join('')}</${name}>`
}

const printLeaf = (element: XmlElement, text: string | undefined): string =>
  text === undefined ? `<${headOf(element)} />` : `<${headOf(element)}>${escapeText(text)}</${element.name}>`

function headOf({ name, attributes = {} }: XmlElement): string {
  let head = name
  for (const [attribute, text] of Object.entries(attributes)) head += ` ${attribute}="${escapeAttribute(text)}"`
  return head
}

/** Characters that would be read as markup, and characters that XML does not allow. */
// eslint-disable-next-line no-control-regex -- the pattern looks for control characters
const escaped = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeCharacter = (character: string): string => entities[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`

const escapeText = (text: string): string => text.replace(escaped, escapeCharacter)

const escapeAttribute = (text: string): string => escapeText(text).replace(/["\n\r]/g, escapeCharacter)
