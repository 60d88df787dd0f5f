// Scans JSON: blanks, comments, names, strings, words and numbers in every spelling that the server accepts.

import type { Steps } from '../time/steps.ts'
import { inSlices } from '../time/steps.ts'
import type { TimeSlice } from '../time/time-slice.ts'
import { readNumber } from './number.ts'
import { endOfPart, escapeAt, partOf } from './string-parts.ts'
import { Double } from './value.ts'
import type { JsonValue } from './value.ts'

/** Ends the parsing; caught in read.ts and by those who copy. */
export function unreadable(): never {
  throw new SyntaxError('not JSON')
}

/** The characters of JSON, as code units. */
export const sign = {
  quote: 0x22,
  apostrophe: 0x27,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

const words: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
  ['NaN', new Double(Number.NaN)],
  ['Infinity', new Double(Number.POSITIVE_INFINITY)],
  ['-Infinity', new Double(Number.NEGATIVE_INFINITY)],
])

/** `\s` without the byte order mark, with the next line: one set, because repeated alternatives overflow the stack over millions of them. */
const blank = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
const blanks = new RegExp(`${blank.source}+`, 'y')
const word = /-?[A-Za-z]+/y
const number = /[-+.0-9A-Fa-fxXpP]+/y
/** A longer name would overflow the stack. */
const bareName = /[\p{L}\p{Nd}_$]{1,1000000}/uy
const date = /new[^\S\ufeff]+Date\(\s*-?\d{1,16}\s*\)/y
const restOfLine = /[^\r\n]*/y

export const isDigit = (code: number): boolean => code >= sign.zero && code <= sign.nine

/** The code units of a text: an array of numbers is read twice as fast as the text. */
export type Codes = Uint8Array | Uint16Array

function fill(codes: Uint16Array, text: string, from: number, end: number): void {
  for (let at = from; at < end; at++) codes[at] = text.charCodeAt(at)
}

function codesOf(text: string): Codes {
  const codes = new Uint16Array(text.length)
  fill(codes, text, 0, text.length)
  return codes
}

/** Characters to convert between two looks at the clock. */
const stride = 2 ** 18

/** The same in steps. */
export function* codesInSteps(text: string): Steps<Codes> {
  const codes = new Uint16Array(text.length)
  for (let from = 0; from < text.length; from += stride) {
    fill(codes, text, from, Math.min(from + stride, text.length))
    yield
  }
  return codes
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const nothing = new Uint8Array()

/** Whether the text continues with these characters of ASCII: as bytes they are compared twice as fast as those of a string. */
export function stands(codes: Codes, characters: Uint8Array, at: number): boolean {
  for (let index = 0; index < characters.length; index++) if (codes[at + index] !== characters[index]) return false
  return true
}

/** Whether the bytes are the code units. Where they are no UTF-8, there may be as many of them as characters. */
const isAscii = (text: string, bytes: Codes): boolean => text.length === bytes.length && !text.includes('\ufffd')

/** A string that is read before it is asked for. */
interface StringAhead {
  /** Index of its opening quote. */
  readonly start: number
  /** The index from which it is read on; once it is whole, that behind its closing quote. */
  at: number
  readonly parts: string[]
  isWhole: boolean
}

/** Characters of a text whose strings and blanks may take long; those of a shorter one take a few milliseconds. */
const longText = 2 ** 20
const shortString = 2 ** 16

export class Scanner {
  /** While nothing but ASCII was read, the bytes of the text, which are its code units so far. */
  codes: Codes
  /** Index of the next code unit. */
  at = 0
  #text: string | undefined
  #ahead: StringAhead | undefined

  /** @param codes of the text. */
  constructor(text = '', codes = codesOf(text)) {
    this.#text = text
    this.codes = codes
  }

  /** Begins another text. @param bytes in UTF-8; U+FFFD stands for those that are none. */
  begin(bytes: Uint8Array): void {
    this.codes = bytes
    this.#text = undefined
    this.#ahead = undefined
    this.at = 0
  }

  /** Lets go of the text. */
  end(): void {
    this.begin(nothing)
  }

  get text(): string {
    return this.#text ?? this.#decode()
  }

  /** Few texts are needed as such: this costs as much as reading a tenth of an event. */
  #decode(): string {
    const text = decoder.decode(this.codes)
    this.#text = text
    if (!isAscii(text, this.codes)) this.codes = codesOf(text)
    return text
  }

  /** Decodes a text that was given as bytes, and lets others run meanwhile. */
  async decodeInSlices(slice: TimeSlice): Promise<void> {
    if (this.#text !== undefined) return
    const text = decoder.decode(this.codes)
    await slice.end()
    if (!isAscii(text, this.codes)) this.codes = await inSlices(codesInSteps(text), slice)
    this.#text = text
  }

  /** @returns the next code unit; -1 at the end: no integer there would slow all that compare it. */
  next(): number {
    return this.codeAt(this.at)
  }

  codeAt(index: number): number {
    if (index >= this.codes.length) return -1
    const code = this.codes[index]!
    if (code < 0x80 || this.#text !== undefined) return code
    this.#decode()
    return this.codes[index]!
  }

  atEnd(): boolean {
    return this.at === this.codes.length
  }

  sees(code: number): boolean {
    return this.next() === code
  }

  take(code: number): boolean {
    if (!this.sees(code)) return false
    this.at += 1
    return true
  }

  expect(code: number): void {
    if (!this.take(code)) unreadable()
  }

  skipBlanks(): void {
    this.#skipUsualBlanks()
    const next = this.next()
    if (next >= 0 && !(next > 0x20 && next < 0x80)) this.#match(blanks)
  }

  skipBlanksAndComments(): void {
    this.#skipUsualBlanks()
    const code = this.next()
    if (code > sign.slash ? code < 0x80 : code === sign.quote || code === sign.comma) return
    for (;;) {
      this.skipBlanks()
      if (!this.sees(sign.slash)) return
      this.#comment()
    }
  }

  /** Most are one blank behind a colon or a comma, or the end of a line and what indents the next. */
  #skipUsualBlanks(until = this.codes.length): void {
    const { codes } = this
    const last = Math.min(until, codes.length)
    let { at } = this
    for (; at < last; at++) {
      const code = codes[at]!
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d) break
    }
    this.at = at
  }

  /** Reads a name in an object, with its colon; quotes are optional. */
  name(): string {
    const quote = this.next()
    const name = isQuote(quote) ? this.string() : this.bareName()
    this.endName()
    return name
  }

  bareName(): string {
    return this.#match(bareName) ?? unreadable()
  }

  /** Reads what stands between a name and its value. */
  endName(): void {
    this.skipBlanks()
    this.expect(sign.colon)
  }

  scalar(): JsonValue {
    const first = this.next()
    if (isQuote(first)) return this.string()
    if (isDigit(first) || first === sign.point || (first === sign.minus && this.codeAt(this.at + 1) !== 0x49)) return this.#number()
    return this.#word()
  }

  /** Reads a string, from its opening quote on. */
  string(): string {
    const start = this.at
    if (this.#ahead?.start !== start) {
      const end = this.text.indexOf(this.sees(sign.quote) ? '"' : "'", start + 1)
      if (end < 0) unreadable()
      const plain = this.text.slice(start + 1, end)
      if (!plain.includes('\\')) {
        this.at = end + 1
        return plain
      }
      this.#readsString(Number.POSITIVE_INFINITY)
    }
    const { parts, at } = this.#ahead!
    this.#ahead = undefined
    this.at = at
    // Only an escape can spell half of a surrogate pair.
    return parts.join('').toWellFormed()
  }

  /**
   * Reads about so many characters of a long text ahead, since blanks, comments or a string may be nearly all of it.
   *
   * @returns whether the next sign that is no blank or comment has come, and its string, if it begins one, is there at once.
   */
  readsAhead(characters: number): boolean {
    if (this.codes.length < longText) return true
    const until = this.at + characters
    for (;;) {
      this.#skipUsualBlanks(until)
      if (this.at >= until) return false
      const code = this.next()
      if (isQuote(code)) return this.#isShortString() || this.#readsString(characters)
      if (code > sign.slash && code < 0x80) return true
      this.skipBlanks()
      if (this.sees(sign.slash)) this.#comment()
      else if (!isQuote(this.next())) return true
    }
  }

  /** Whether the string that begins here has no quotes inside, and is soon over. One that is being read is not searched again. */
  #isShortString(): boolean {
    if (this.#ahead?.start === this.at || this.sees(sign.apostrophe)) return false
    const end = this.text.indexOf('"', this.at + 1)
    return end < this.at + shortString && this.codes[end - 1] !== sign.backslash
  }

  /** Reads what a backslash and the characters behind it spell, from behind the backslash on. @returns a code unit. */
  escape(): number {
    const escape = escapeAt(this.text, this.at) ?? unreadable()
    this.at = escape.end
    return escape.code
  }

  /** Whether a number or a word may end here. */
  expectSeparator(): void {
    const next = this.next()
    if (next === sign.comma || next === sign.closeObject || next === sign.closeList || next === sign.slash || this.atEnd()) return
    if (next !== 0x20 && !blank.test(this.text[this.at]!)) unreadable()
  }

  #comment(): void {
    const lineComment = this.text.startsWith('//', this.at)
    if (!lineComment && !this.text.startsWith('/*', this.at)) unreadable()
    // The server's parser wants a character behind the two signs, even a line end.
    if (this.at + 2 === this.codes.length) unreadable()
    if (lineComment) {
      this.#match(restOfLine)
      return
    }
    const end = this.text.indexOf('*/', this.at + 2)
    if (end < 0) unreadable()
    this.at = end + 2
  }

  /** Reads about so many characters of the string that begins here. @returns whether it has ended. */
  #readsString(characters: number): boolean {
    const start = this.at
    const quote = this.next()
    const ahead = this.#ahead?.start === start ? this.#ahead : { start, at: start + 1, parts: [], isWhole: false }
    this.#ahead = ahead
    if (ahead.isWhole) return true
    // The text first: it may replace the codes.
    const { text, codes } = this
    const end = endOfPart(codes, ahead.at, Math.min(codes.length, ahead.at + characters), quote)
    if (end >= codes.length) unreadable()
    ahead.parts.push(partOf(text.slice(ahead.at, end)) ?? unreadable())
    ahead.isWhole = codes[end] === quote
    ahead.at = ahead.isWhole ? end + 1 : end
    return ahead.isWhole
  }

  #number(): JsonValue {
    const spelled = this.#match(number) ?? unreadable()
    this.expectSeparator()
    return readNumber(spelled) ?? unreadable()
  }

  #word(): JsonValue {
    const created = this.#match(date)
    if (created !== undefined) return printDate(Number(created.slice(created.indexOf('(') + 1, -1)))
    const spelled = this.#match(word) ?? unreadable()
    if (!words.has(spelled)) unreadable()
    this.expectSeparator()
    return words.get(spelled)
  }

  /** Consumes the match of a sticky pattern here; consumes no text and returns undefined if it has none or an empty one. */
  #match(pattern: RegExp): string | undefined {
    const start = this.at
    pattern.lastIndex = start
    // `exec` would make an array for each match.
    if (!pattern.test(this.text) || pattern.lastIndex === start) return undefined
    this.at = pattern.lastIndex
    return this.text.slice(start, this.at)
  }
}

export const isQuote = (code: number): boolean => code === sign.quote || code === sign.apostrophe

/** The value of `new Date(n)`, without a fraction of zero. */
function printDate(milliseconds: number): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return unreadable()
  return date.toISOString().replace(/\.?0*Z$/, 'Z')
}
