// Expands references in XML: to characters, to the five built-in entities, and to those of an internal DTD.

import type { Cursor } from './cursor.ts'
import { malformed } from './cursor.ts'

const builtIn: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const reference = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([\p{L}_:][\p{L}\p{Nd}\p{M}_:.\u00b7-]*));/uy

/** More characters than this and the document is refused: entities may name each other many times over. */
const mostExpanded = 10_000_000

/** The entities that one document declares, and the texts behind references to them. */
export class Entities {
  readonly #declared = new Map<string, string>()
  #expanded = 0

  /** Of several declarations the first counts. */
  declare(name: string, replacement: string): void {
    if (!this.#declared.has(name)) this.#declared.set(name, replacement)
  }

  /** Reads a reference in the content of an element; declared ones may hold markup, which is then read next. */
  inContent(cursor: Cursor): string {
    const { text, markup } = this.#read(cursor)
    if (markup !== undefined) cursor.insert(markup)
    return text
  }

  /** Expands all references in the value of an attribute. */
  inAttribute(value: string, depth = 0): string {
    if (depth > 40) malformed()
    return value.replaceAll(/&[^;]*(?:;|$)/g, (piece) => {
      const { text, markup } = this.#lookUp(piece)
      if (markup?.includes('<')) malformed()
      return markup === undefined ? text : this.inAttribute(markup.replaceAll(/[\t\n]/g, ' '), depth + 1)
    })
  }

  #read(cursor: Cursor): { text: string; markup?: string } {
    return this.#lookUp(cursor.take(reference) ?? malformed())
  }

  #lookUp(piece: string): { text: string; markup?: string } {
    reference.lastIndex = 0
    const [whole, decimal, hexadecimal, name = ''] = reference.exec(piece) ?? []
    if (whole !== piece) malformed()
    if (decimal !== undefined) return { text: character(Number.parseInt(decimal, 10)) }
    if (hexadecimal !== undefined) return { text: character(Number.parseInt(hexadecimal, 16)) }
    if (Object.hasOwn(builtIn, name)) return { text: builtIn[name] ?? '' }
    const markup = this.#declared.get(name) ?? malformed()
    this.#expanded += markup.length + 1
    return this.#expanded > mostExpanded ? malformed() : { text: '', markup }
  }
}

/** References to characters in the declaration of an entity count at once (they are part of its replacement text). */
export const expandCharacters = (value: string): string =>
  value.replaceAll(/&#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));/g, (_, decimal: string | undefined, hexadecimal: string | undefined) =>
    character(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10)),
  )

/** Characters that XML does not allow. */
// eslint-disable-next-line no-control-regex -- the pattern looks for control characters
export const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

function character(code: number): string {
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : malformed()
  return forbidden.test(text) ? malformed() : text
}
