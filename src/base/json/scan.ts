// Scans JSON: blanks, comments, names, strings, words and numbers in every spelling that the server accepts.

import { readNumber } from './number.ts'
import { Double } from './value.ts'
import type { JsonValue } from './value.ts'

/** Ends the parsing; caught in read.ts. */
export function unreadable(): never {
  throw new SyntaxError('not JSON')
}

const words: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['NaN', new Double(Number.NaN)],
  ['Infinity', new Double(Number.POSITIVE_INFINITY)],
  ['-Infinity', new Double(Number.NEGATIVE_INFINITY)],
])

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '/': '/',
}

/** `\s` without the byte order mark, with the next line: one set, because repeated alternatives overflow the stack over millions of them. */
const blank = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const blanks = new RegExp(`${blank.source}+`, 'y')
const word = /-?[A-Za-z]+/y
const number = /[-+.0-9A-Fa-fxXpP]+/y
/** A longer name would overflow the stack. */
const bareName = /[\p{L}\p{Nd}_$]{1,1000000}/uy
const plainText = { '"': /[^"\\]*/y, "'": /[^'\\]*/y } as const
const date = /new[^\S\ufeff]+Date\(\s*-?\d{1,16}\s*\)/y
const hexDigits = /[0-9A-Fa-f]{4}/y

export class Scanner {
  readonly #text: string
  readonly #spelled: boolean
  #at = 0

  /** @param spelled whether numbers are returned as spelled, as strings. */
  constructor(text: string, spelled: boolean) {
    this.#text = text
    this.#spelled = spelled
  }

  atEnd(): boolean {
    return this.#at === this.#text.length
  }

  sees(character: string): boolean {
    return this.#text[this.#at] === character
  }

  take(character: string): boolean {
    if (!this.sees(character)) return false
    this.#at += 1
    return true
  }

  expect(character: string): void {
    if (!this.take(character)) unreadable()
  }

  skipBlanks(): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code > 0x20 && code < 0x80) return
    this.#match(blanks)
  }

  skipBlanksAndComments(): void {
    for (;;) {
      this.skipBlanks()
      if (!this.sees('/')) return
      this.#comment()
    }
  }

  /** Reads a name in an object, with its colon; quotes are optional. */
  name(): string {
    const quote = this.#text[this.#at]
    const name = quote === '"' || quote === "'" ? this.#string(quote) : (this.#match(bareName) ?? unreadable())
    this.skipBlanks()
    this.expect(':')
    return name
  }

  scalar(): JsonValue {
    const first = this.#text[this.#at]
    if (first === '"' || first === "'") return this.#string(first)
    if (first === undefined) unreadable()
    return /[-.0-9]/.test(first) && !this.#text.startsWith('-I', this.#at) ? this.#number() : this.#word()
  }

  #comment(): void {
    const lineComment = this.#text.startsWith('//', this.#at)
    if (!lineComment && !this.#text.startsWith('/*', this.#at)) unreadable()
    // The server's parser wants a character behind the two signs, even a line end.
    if (this.#at + 2 === this.#text.length) unreadable()
    const end = lineComment ? this.#text.slice(this.#at).search(/[\r\n]|$/) + this.#at : this.#text.indexOf('*/', this.#at + 2)
    if (end < 0) unreadable()
    this.#at = lineComment ? end : end + 2
  }

  #string(quote: '"' | "'"): string {
    this.#at += 1
    let text = this.#match(plainText[quote]) ?? ''
    let escaped = false
    while (!this.take(quote)) {
      if (!this.take('\\')) unreadable()
      escaped = true
      text += this.#escape() + (this.#match(plainText[quote]) ?? '')
    }
    // Only an escape can spell half of a surrogate pair.
    return escaped ? text.toWellFormed() : text
  }

  #escape(): string {
    const letter = this.#text[this.#at]
    if (letter === undefined) unreadable()
    this.#at += 1
    if (letter === 'u') return String.fromCharCode(Number.parseInt(this.#match(hexDigits) ?? unreadable(), 16))
    return escapes[letter] ?? unreadable()
  }

  #number(): JsonValue {
    const spelled = this.#match(number) ?? unreadable()
    this.#expectSeparator()
    const value = readNumber(spelled) ?? unreadable()
    return this.#spelled ? spelled : value
  }

  #word(): JsonValue {
    const created = this.#match(date)
    if (created !== undefined) return printDate(Number(created.slice(created.indexOf('(') + 1, -1)))
    const spelled = this.#match(word) ?? unreadable()
    if (!words.has(spelled)) unreadable()
    this.#expectSeparator()
    return words.get(spelled)
  }

  #expectSeparator(): void {
    const next = this.#text[this.#at]
    if (next !== undefined && !',}]/'.includes(next) && !blank.test(next)) unreadable()
  }

  /** Consumes the match of a sticky pattern here; consumes no text and returns undefined where it has none or an empty one. */
  #match(pattern: RegExp): string | undefined {
    const start = this.#at
    pattern.lastIndex = start
    // `exec` would make an array for each match.
    if (!pattern.test(this.#text) || pattern.lastIndex === start) return undefined
    this.#at = pattern.lastIndex
    return this.#text.slice(start, this.#at)
  }
}

/** The value of `new Date(n)`, without a fraction of zero. */
function printDate(milliseconds: number): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return unreadable()
  return date.toISOString().replace(/\.?0*Z$/, 'Z')
}
