// Copies a value from a JSON text in the spelling of the server, without making the value.

import { copyPlainScalar, copyString, indent, skipCommonBlanks } from './common-spelling.ts'
import { OpenMembers } from './open-members.ts'
import type { Utf8Text } from './utf8-text.ts'
import type { Scanner } from '../scan.ts'
import { isQuote, sign, unreadable } from '../scan.ts'
import { Double, isContainer } from '../value.ts'
import { writeDouble } from '../write.ts'

/** Bytes kept free while a string is copied: for one more character, escaped, and the signs after the string. */
const leastRoom = 32
/** Digits of the longest integer that the server reads. */
const longestInteger = 380

const isContainerStart = (code: number): boolean => code === sign.openObject || code === sign.openList

/**
 * Copies objects and lists with two blanks per level and `\n` line ends: the output is what `writeJson` prints of the value that `readJson` reads.
 * Of members with the same name only the last stays, in its own place. Throws the scanner's error if the text is not JSON.
 */
export class Respeller {
  readonly #scanner: Scanner
  readonly #output: Utf8Text
  readonly #levels: number
  readonly #mostBytes: number
  readonly #members: OpenMembers
  /** The closing bracket of each open container, the outermost first. */
  readonly #ends: number[] = []
  #depth = 0
  /** The closing bracket of the innermost container. */
  #closing = 0
  /** Whether the innermost container has no items or members so far. */
  #isEmpty = true
  /** Where the output has the start of the member that `#step` copies. */
  #memberStart = 0
  /** Whether comma, indentation and name are copied, and the value comes next. */
  #isAtValue = false
  /** The closing quote of the string that has been copied in part; 0 where there is none. */
  #quote = 0
  /** Where the output has the start of that string if it is a name; -1 for a value. */
  #nameStart = -1
  /** The most bytes that one value without text takes: an indentation, a number, and the signs around them. */
  readonly #room: number
  /** Where the output ended when the copy began, and its surplus then: a copy that grows too large is taken back to there. */
  #start = 0
  #surplus = 0
  /** Bytes of a too large copy that were taken back. */
  #dropped = 0

  /**
   * @param levels the most levels of nested objects and lists.
   * @param mostBytes the most bytes of a copy; of a larger copy only the size is kept.
   */
  constructor(scanner: Scanner, output: Utf8Text, { levels, mostBytes }: { readonly levels: number; readonly mostBytes: number }) {
    this.#scanner = scanner
    this.#output = output
    this.#levels = levels
    this.#room = levels * 2 + longestInteger + 2 * leastRoom
    this.#mostBytes = mostBytes
    this.#members = new OpenMembers(output)
  }

  /** Whether a copy has begun and not ended. */
  get isOpen(): boolean {
    return this.#depth > 0
  }

  /** Bytes of the copy that ended. */
  get size(): number {
    return this.#dropped + this.#output.end - this.#start
  }

  /** Begins to copy the object or list that starts here. */
  begin(): void {
    this.#start = this.#output.end
    this.#surplus = this.#output.surplus
    this.#dropped = 0
    this.#members.reset()
    this.#quote = 0
    this.#nameStart = -1
    this.#reserve()
    this.#open()
  }

  /** Goes on copying up to about this index of the text. @returns whether the copy has ended. */
  run(until: number): boolean {
    const scanner = this.#scanner
    while (scanner.at < until) {
      if (this.#quote === 0) this.#copyCommon(until)
      if (this.#depth > 0 && scanner.at < until) this.#step(until)
      if (this.#depth === 0) return true
    }
    return false
  }

  /**
   * Copies text in the common spelling, which most bodies have from end to end, several times as fast as sign by sign. Stops before the first
   * item, member or value in another spelling, and leaves it to `#step`.
   */
  #copyCommon(until: number): void {
    const scanner = this.#scanner
    const output = this.#output
    const members = this.#members
    const ends = this.#ends
    const levels = this.#levels
    const { codes } = scanner
    const { bytes } = output
    const stop = Math.min(until, codes.length - 1)
    const most = bytes.length - 2 * this.#room
    let { at } = scanner
    let { end } = output
    let depth = this.#depth
    let closing = this.#closing
    let isEmpty = this.#isEmpty
    let isAtValue = this.#isAtValue
    while (!isAtValue && at < stop && end < most) {
      let next = skipCommonBlanks(codes, at)
      let code = codes[next]!
      if (code === closing) {
        if (code === sign.closeObject && !members.closed()) break
        depth -= 1
        if (!isEmpty) end = indent(bytes, end, depth)
        bytes[end++] = code
        at = next + 1
        isEmpty = false
        if (depth === 0) break
        closing = ends[depth - 1]!
        continue
      }
      const start = isEmpty ? end : end + 1
      if (!isEmpty) {
        if (code !== sign.comma) break
        next = skipCommonBlanks(codes, next + 1)
        code = codes[next]!
      }
      const first = indent(bytes, start, depth)
      let length = 0
      if (closing === sign.closeObject) {
        length = code === sign.quote ? copyString(codes, next, bytes, first) : 0
        if (length === 0 || codes[next + length] !== sign.colon) break
        members.add(start, first, first + length)
        next = skipCommonBlanks(codes, next + length + 1)
        code = codes[next]!
        bytes[first + length] = sign.colon
        bytes[first + length + 1] = 0x20
        length += 2
      } else if (code === sign.closeList || code === sign.slash || code <= 0x20 || code > 0x7e) {
        // Blanks and comments of other kinds: the list may end after them.
        break
      }
      if (!isEmpty) bytes[end] = sign.comma
      isEmpty = false
      end = first + length
      at = next
      if ((code === sign.openObject || code === sign.openList) && depth < levels) {
        at += 1
        bytes[end++] = code
        closing = code + 2
        ends[depth++] = closing
        if (code === sign.openObject) members.open()
        isEmpty = true
      } else {
        const copied = code === sign.quote ? copyString(codes, next, bytes, end) : copyPlainScalar(codes, next, bytes, end)
        at += copied
        end += copied
        isAtValue = copied === 0
      }
    }
    scanner.at = at
    output.end = end
    this.#depth = depth
    this.#closing = closing
    this.#isEmpty = isEmpty
    this.#isAtValue = isAtValue
  }

  /** Copies an item, a member or its value in any spelling, or ends the container. Of a long string it copies a part. */
  #step(until: number): void {
    const scanner = this.#scanner
    if (this.#quote !== 0) {
      this.#restOfString(until)
      if (this.#quote === 0 && this.#nameStart >= 0) this.#endName()
      return
    }
    if (!this.#isAtValue) {
      if (this.#endsOrGoesOn()) return
      if (this.#closing === sign.closeObject && !this.#endsName(until)) return
    }
    this.#isAtValue = false
    this.#reserve()
    scanner.skipBlanksAndComments()
    if (isContainerStart(scanner.next())) this.#open()
    else this.#scalarOrNothing(until)
  }

  /** Reads up to the next item or member, its comma included. @returns whether the container has ended instead. */
  #endsOrGoesOn(): boolean {
    const scanner = this.#scanner
    const closing = this.#closing
    scanner.skipBlanksAndComments()
    if (scanner.take(closing)) return this.#close()
    if (!this.#isEmpty) {
      scanner.expect(sign.comma)
      scanner.skipBlanksAndComments()
      // The server accepts a comma after the last one.
      if (scanner.take(closing)) return this.#close()
      this.#output.bytes[this.#output.end++] = sign.comma
    }
    this.#memberStart = this.#output.end
    this.#isEmpty = false
    this.#newLine()
    return false
  }

  #open(): void {
    const scanner = this.#scanner
    const output = this.#output
    if (this.#depth === this.#levels) unreadable()
    const code = scanner.next()
    scanner.at += 1
    output.bytes[output.end++] = code
    this.#closing = code === sign.openObject ? sign.closeObject : sign.closeList
    this.#ends[this.#depth++] = this.#closing
    if (code === sign.openObject) this.#members.open()
    this.#isEmpty = true
  }

  #close(): true {
    const output = this.#output
    const closing = this.#closing
    if (closing === sign.closeObject) this.#members.close()
    this.#depth -= 1
    if (this.#isEmpty) this.#reserve()
    else this.#newLine()
    output.bytes[output.end++] = closing
    this.#closing = this.#depth > 0 ? this.#ends[this.#depth - 1]! : 0
    this.#isEmpty = false
    return true
  }

  #newLine(): void {
    this.#reserve()
    this.#output.end = indent(this.#output.bytes, this.#output.end, this.#depth)
  }

  /** Leaves room for an indentation and the signs around a value. */
  #reserve(): void {
    const output = this.#output
    // Enough for `#copyCommon` to go on.
    const room = 4 * this.#room
    if (output.bytes.length - output.end >= room) return
    const written = output.end - this.#start
    if (written > this.#mostBytes) {
      this.#dropped += written
      output.rewind(this.#start, this.#surplus)
      this.#members.forget()
    } else output.reserve(room)
  }

  /** Copies a name. @returns whether it has ended; the value comes next. */
  #endsName(until: number): boolean {
    const scanner = this.#scanner
    const output = this.#output
    this.#nameStart = output.end
    if (isQuote(scanner.next())) this.#string(until)
    else output.append(`"${scanner.bareName()}"`)
    if (this.#quote !== 0) return false
    this.#endName()
    return true
  }

  #endName(): void {
    const output = this.#output
    this.#members.add(this.#memberStart, this.#nameStart, output.end)
    this.#nameStart = -1
    this.#isAtValue = true
    this.#scanner.endName()
    this.#reserve()
    output.bytes[output.end++] = sign.colon
    output.bytes[output.end++] = 0x20
  }

  #scalarOrNothing(until: number): void {
    const scanner = this.#scanner
    const first = scanner.next()
    if (isQuote(first)) this.#string(until)
    else if (first === sign.comma) this.#ascii('undefined')
    else this.#scalar()
  }

  #scalar(): void {
    const value = this.#scanner.scalar()
    if (value instanceof Double) this.#ascii(writeDouble(value.value))
    else if (typeof value === 'string') this.#ascii(`"${value}"`)
    else if (!isContainer(value)) this.#ascii(String(value))
  }

  #ascii(text: string): void {
    const output = this.#output
    for (let at = 0; at < text.length; at++) output.bytes[output.end++] = text.charCodeAt(at)
  }

  /** Copies a string from its opening quote on, up to about this index of the text. */
  #string(until: number): void {
    const scanner = this.#scanner
    const output = this.#output
    this.#quote = scanner.next()
    scanner.at += 1
    output.bytes[output.end++] = sign.quote
    this.#restOfString(until)
  }

  #restOfString(until: number): void {
    const scanner = this.#scanner
    const output = this.#output
    const quote = this.#quote
    while (!this.#copiesPlain(quote, until)) {
      if (scanner.at >= until) return
      const code = scanner.next()
      if (scanner.atEnd()) unreadable()
      scanner.at += 1
      this.#spell(code === sign.backslash ? this.#withSecondHalf(scanner.escape(), true) : this.#withSecondHalf(code, false))
      this.#reserve()
    }
    scanner.at += 1
    output.bytes[output.end++] = sign.quote
    this.#quote = 0
  }

  /** Copies printable ASCII up to another character, or to about this index. @returns whether the closing quote is next. */
  #copiesPlain(quote: number, until: number): boolean {
    const scanner = this.#scanner
    const output = this.#output
    const { codes } = scanner
    const last = Math.min(codes.length, until)
    for (;;) {
      const { bytes } = output
      let { at } = scanner
      let { end } = output
      const limit = Math.min(last, at + bytes.length - end - leastRoom)
      let code = 0
      while (at < limit) {
        code = codes[at]!
        if (code < 0x20 || code > 0x7e || code === sign.quote || code === sign.backslash || code === quote) break
        bytes[end++] = code
        at++
      }
      scanner.at = at
      output.end = end
      if (at < limit) return code === quote
      if (at >= last) return false
      this.#reserve()
    }
  }

  /** @returns the code point of two halves of a pair, where the second follows the first in the same spelling. */
  #withSecondHalf(first: number, isEscaped: boolean): number {
    const scanner = this.#scanner
    if (first < 0xd800 || first > 0xdbff || (isEscaped && !scanner.text.startsWith('\\u', scanner.at))) return first
    const { at } = scanner
    scanner.at += isEscaped ? 1 : 0
    const second = isEscaped ? scanner.escape() : scanner.codeAt(scanner.at++)
    if (second >= 0xdc00 && second <= 0xdfff) return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
    scanner.at = at
    return first
  }

  /** Prints a character of a string as the server does. */
  #spell(code: number): void {
    const output = this.#output
    if (code < 0x20 || code === 0x85 || code === 0x2028 || code === 0x2029 || code === sign.quote || code === sign.backslash)
      this.#ascii(escapeOf(code))
    else if (code < 0x80) output.bytes[output.end++] = code
    else output.character(code)
  }
}

const shortEscapes: ReadonlyMap<number, string> = new Map(
  Array.from('\b\t\n\f\r"\\', (sign) => [sign.charCodeAt(0), JSON.stringify(sign).slice(1, -1)]),
)

const escapeOf = (code: number): string => shortEscapes.get(code) ?? `\\u${code.toString(16).padStart(4, '0')}`
