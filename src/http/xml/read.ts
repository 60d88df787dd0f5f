// Reads posted XML strictly: a document that a conforming parser refuses is malformed (streams-http §8.2, §8.4).

import { isErrorNamed } from '../../base/platform/realms.ts'
import { createTimeSlice } from '../../base/time/time-slice.ts'
import { blanks, Cursor, malformed } from './cursor.ts'
import { readDocumentType } from './document-type.ts'
import { Entities, forbidden } from './entities.ts'
import type { XmlNode, XmlOutcome, XmlTree } from './tree.ts'

const declaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[\w.-]+\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/y
const plainText = /[^<&]+/y
const attributeValue = /"[^"<]*"|'[^'<]*'/y

/** An element whose end is still to come. */
interface OpenElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlNode[]
  /** Prefixes that have been declared, here or further out. */
  readonly prefixes: ReadonlySet<string>
  /** Whether `xml:space` keeps text of nothing but blanks. */
  readonly keepsBlanks: boolean
}

/** A start tag whose attributes are being read. */
interface StartTag {
  readonly name: string
  readonly attributes: Map<string, string>
}

const malformedText: XmlOutcome = { kind: 'malformed' }
/** Nodes, ends of elements, attributes and references to read between two looks at the clock. */
const stride = 500
/** Pieces of a text that become one. */
const mostPieces = 1000

/**
 * Reads a document, or a sequence of top-level elements, which some routes tolerate: the number of roots tells. Lets others run while it
 * reads a long one.
 */
export async function readXml(text: string, slice = createTimeSlice()): Promise<XmlOutcome> {
  if (forbidden.test(text)) return malformedText
  const reader = new Reader(text.replaceAll(/\r\n?/g, '\n'))
  for (;;) {
    const outcome = reader.read(stride)
    if (outcome) return outcome
    await slice.end()
  }
}

/** Keeps open elements in a list of its own: how deep they are nested must not matter. */
class Reader {
  #hasBegun = false
  /** Whether a document type has been read. */
  #isTyped = false
  #depth = 0
  readonly #cursor: Cursor
  readonly #entities = new Entities()
  readonly #open: OpenElement[] = []
  readonly #roots: XmlTree[] = []
  /** What is read over several steps. */
  #tag: StartTag | undefined
  #pieces: string[] | undefined

  constructor(text: string) {
    this.#cursor = new Cursor(text)
  }

  /** Reads so many nodes. @returns undefined where others follow; nothing can be done with the reader of a malformed text. */
  read(nodes: number): XmlOutcome | undefined {
    try {
      if (!this.#isBehind(nodes)) return undefined
    } catch (error) {
      if (isErrorNamed(error, 'SyntaxError')) return malformedText
      throw error
    }
    return this.#roots.length > 0 ? { kind: 'elements', roots: this.#roots, depth: this.#depth } : malformedText
  }

  /** @returns whether the document has ended after at most so many nodes. */
  #isBehind(nodes: number): boolean {
    if (!this.#hasBegun) this.#cursor.take(declaration)
    this.#hasBegun = true
    for (let left = nodes; left > 0; left--) {
      if (this.#tag) this.#tagPart(this.#tag)
      else if (this.#pieces) this.#textPart(this.#pieces)
      else {
        if (this.#open.length === 0) this.#cursor.take(blanks)
        if (this.#cursor.atEnd()) return this.#open.length === 0 || malformed()
        this.#next()
      }
    }
    return false
  }

  #next(): void {
    if (!this.#cursor.sees('<!DOCTYPE')) return this.#node()
    if (this.#isTyped || this.#open.length > 0 || this.#roots.length > 0) malformed()
    this.#isTyped = true
    readDocumentType(this.#cursor, this.#entities)
  }

  #node(): void {
    if (this.#cursor.skip('<!--')) this.#comment()
    else if (this.#cursor.skip('<?')) this.#instruction()
    else if (this.#cursor.skip('<![CDATA[')) this.#add({ kind: 'cdata', text: this.#cursor.until(']]>') })
    else if (this.#cursor.skip('</')) this.#endTag()
    else if (this.#cursor.skip('<')) this.#tag = { name: this.#cursor.name(), attributes: new Map() }
    else this.#pieces = []
  }

  #comment(): void {
    const text = this.#cursor.until('-->')
    if (text.includes('--') || text.endsWith('-')) malformed()
    if (this.#open.length > 0) this.#add({ kind: 'comment' })
  }

  #instruction(): void {
    const name = this.#cursor.name()
    if (name.toLowerCase() === 'xml' || name.includes(':')) malformed()
    const text = this.#cursor.until('?>')
    if (text !== '' && !/^[ \t\n]/.test(text)) malformed()
    if (this.#open.length > 0) this.#add({ kind: 'instruction', name, text: text.trimStart() })
  }

  /** Reads a reference, or what stands up to one; or ends the text. */
  #textPart(pieces: string[]): void {
    const cursor = this.#cursor
    if (cursor.atEnd() || cursor.sees('<')) {
      this.#pieces = undefined
      return this.#add({ kind: 'text', text: pieces.join('') })
    }
    pieces.push(cursor.sees('&') ? this.#entities.inContent(cursor) : this.#plainText())
    if (pieces.length === mostPieces) this.#pieces = [pieces.join('')]
  }

  #plainText(): string {
    const text = this.#cursor.take(plainText) ?? ''
    return text.includes(']]>') ? malformed() : text
  }

  /** Text that is nothing but blanks stands between elements, not in them, unless the document says otherwise. */
  #add(node: XmlNode): void {
    const parent = this.#open.at(-1)
    if (!parent) return malformed()
    if (node.kind !== 'text' || parent.keepsBlanks || /[^ \t\n]/.test(node.text)) parent.children.push(node)
  }

  /** Reads an attribute, or ends the tag. */
  #tagPart({ name, attributes }: StartTag): void {
    const cursor = this.#cursor
    if (cursor.take(blanks) && !cursor.sees('>') && !cursor.sees('/>')) return this.#attribute(attributes)
    this.#tag = undefined
    const prefixes = prefixesIn(attributes, this.#open.at(-1)?.prefixes)
    for (const used of [name, ...attributes.keys()]) if (!isDeclared(used, prefixes)) malformed()
    const element: OpenElement = { name, attributes, children: [], prefixes, keepsBlanks: this.#keepsBlanks(attributes) }
    this.#depth = Math.max(this.#depth, this.#open.length + 1)
    if (cursor.skip('/>')) return this.#close(element, true)
    cursor.expect('>')
    this.#open.push(element)
  }

  #keepsBlanks(attributes: ReadonlyMap<string, string>): boolean {
    const space = attributes.get('xml:space')?.trim()
    if (space !== undefined && space !== 'preserve' && space !== 'default') malformed()
    return space === undefined ? (this.#open.at(-1)?.keepsBlanks ?? false) : space === 'preserve'
  }

  #endTag(): void {
    const element = this.#open.pop() ?? malformed()
    this.#cursor.expect(element.name)
    this.#cursor.take(blanks)
    this.#cursor.expect('>')
    this.#close(element, false)
  }

  #close({ name, attributes, children }: OpenElement, selfClosed: boolean): void {
    const element: XmlTree = { kind: 'element', name, attributes, children, selfClosed }
    const siblings = this.#open.at(-1)?.children ?? this.#roots
    siblings.push(element)
  }

  #attribute(attributes: Map<string, string>): void {
    const cursor = this.#cursor
    const name = cursor.name()
    if (attributes.has(name)) malformed()
    cursor.take(blanks)
    cursor.expect('=')
    cursor.take(blanks)
    const value = cursor.take(attributeValue) ?? malformed()
    attributes.set(name, this.#entities.inAttribute(value.slice(1, -1).replaceAll(/[\t\n]/g, ' ')))
  }
}

const always: ReadonlySet<string> = new Set(['xml', 'xmlns'])

function prefixesIn(attributes: ReadonlyMap<string, string>, outer: ReadonlySet<string> = always): ReadonlySet<string> {
  const declared = [...attributes].filter(([name]) => name.startsWith('xmlns:'))
  if (declared.some(([, uri]) => uri === '')) malformed()
  return declared.length > 0 ? new Set([...outer, ...declared.map(([name]) => name.slice('xmlns:'.length))]) : outer
}

const isDeclared = (name: string, prefixes: ReadonlySet<string>): boolean =>
  !name.includes(':') || prefixes.has(name.slice(0, name.indexOf(':')))
