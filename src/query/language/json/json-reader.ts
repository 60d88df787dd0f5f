// Reads JSON as the server's parser does: slightly more than the standard allows, and with its messages.

import { guest } from '../guest.ts'
import { fromCharCode, indexOf, NativeSyntaxError, parse, put, slice } from '../primordials.ts'
import { endOfString, hasRefusedName } from './refused-names.ts'

type Kind = 'end' | 'string' | 'number' | 'literal' | 'mark'
interface Token {
  readonly kind: Kind
  /** The token in messages: a string's value, or the text of any other token. */
  readonly text: string
  readonly value: unknown
  readonly start: number
  readonly end: number
}

const deepest = 64

/**
 * @param isShallow whether the text is known to be no deeper than 64 levels.
 * @param isPlain whether it is known to have no backslash and no U+2028 or U+2029.
 * @returns the value. Throws a SyntaxError that scripts can catch.
 */
export function readJson(text: string, isShallow: boolean, isPlain: boolean): unknown {
  if (!isPlain && isRefused(text)) return readSlowly(text)
  if (!isShallow && text.length > 2 * deepest && mayBeTooDeep(text)) return readSlowly(text)
  try {
    return parse(text)
  } catch {
    return readSlowly(text)
  }
}

/** Whether the standard parser accepts something in the text that the server refuses. */
const isRefused = (text: string): boolean => indexOf(text, '\u2028') >= 0 || indexOf(text, '\u2029') >= 0 || hasRefusedName(text, indexOf)

/** A text with few brackets cannot be, and counting them is quick. */
const mayBeTooDeep = (text: string): boolean => countOf('[', text) + countOf('{', text) > deepest && isTooDeep(text)

/** @returns a higher number than that of the deepest value where there are more. */
function countOf(mark: string, text: string): number {
  let count = 0
  for (let at = indexOf(text, mark); at >= 0 && count <= deepest; at = indexOf(text, mark, at + 1)) count += 1
  return count
}

function isTooDeep(text: string): boolean {
  let level = 0
  let at = 0
  while (at < text.length && level <= deepest) {
    const unit = text[at]
    if (unit === '[' || unit === '{') level += 1
    else if (unit === ']' || unit === '}') level -= 1
    at = unit === '"' ? endOfString(text, at + 1, indexOf) : at + 1
  }
  return level > deepest
}

const refuse = (message: string, position: number): never => {
  // A script may catch this, even in a getter that runs while a value is written.
  guest.writing = false
  throw new NativeSyntaxError(message + ' at position ' + position)
}
const unexpected = (token: string, position: number): never => refuse("Unexpected token '" + token + "' in JSON", position)

/** The text that `readSlowly` reads, the token ahead, and how many containers are open. */
let text = ''
let next: Token
let depth = 0

/** Reads one token ahead, as the server does: a broken token is reported before the parser handles the token in front of it. */
function readSlowly(given: string): unknown {
  text = given
  next = scan(0)
  depth = 0
  const result = readValue()
  if (next.kind !== 'end') unexpected(next.text, next.start)
  return result
}

function take(): Token {
  const token = next
  next = scan(token.end)
  return token
}

function refuseToken(token: Token): never {
  if (token.kind === 'end') return refuse('Unexpected end of JSON input', token.start)
  if (token.kind === 'number' || token.kind === 'string') return refuse('Unexpected ' + token.kind + ' in JSON', token.start)
  return unexpected(token.text, token.start)
}

function isNext(mark: string): boolean {
  return next.kind === 'mark' && next.text === mark
}

function expect(mark: string): void {
  const token = take()
  if (token.kind !== 'mark' || token.text !== mark) refuseToken(token)
}

function readValue(): unknown {
  if (isNext('[')) return readArray()
  if (isNext('{')) return readObject()
  const token = take()
  return token.kind === 'mark' || token.kind === 'end' ? refuseToken(token) : token.value
}

/** Reads the items of an array or object, and the commas between them. @param readItem reads one item. */
function readContainer(open: string, close: string, readItem: () => void): void {
  depth += 1
  if (depth > deepest) refuse('Max. depth level of JSON reached', next.start)
  expect(open)
  while (!isNext(close)) {
    readItem()
    if (!isNext(close)) expect(',')
  }
  expect(close)
  depth -= 1
}

function readArray(): unknown[] {
  const items: unknown[] = []
  readContainer('[', ']', () => put(items, items.length, readValue()))
  return items
}

function readObject(): object {
  const members = {}
  readContainer('{', '}', () => {
    const name = take()
    if (name.kind !== 'string') refuseToken(name)
    if (hasControl(name.text)) refuse('Invalid character in JSON', name.start)
    expect(':')
    put(members, name.text, readValue())
  })
  return members
}

function hasControl(name: string): boolean {
  for (let i = 0; i < name.length; i += 1) if (name[i]! < ' ' && name[i] !== '\t') return true
  return false
}

// ---- tokens

function scan(from: number): Token {
  let start = from
  while (start < text.length && isSpace(text[start]!)) start += 1
  const first = start < text.length ? text[start]! : '\0'
  if (first === '\0') return { kind: 'end', text: '', value: undefined, start, end: start }
  if (first === '"') return scanString(start)
  if (isDigit(first) || (first === '-' && isDigit(text[start + 1]))) return scanNumber(start)
  if (first === 't') return scanWord(start, 'true', true)
  if (first === 'f') return scanWord(start, 'false', false)
  if (first === 'n') return scanWord(start, 'null', null)
  if (indexOf('.,{}[]:', first) < 0) unexpected(first, start)
  return { kind: 'mark', text: first, value: undefined, start, end: start + 1 }
}

function isSpace(unit: string): boolean {
  return unit === ' ' || unit === '\t' || unit === '\n' || unit === '\r'
}

function isDigit(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '0' && unit <= '9'
}

function scanWord(start: number, word: string, value: unknown): Token {
  const end = start + word.length
  if (slice(text, start, end) !== word) refuse('Unexpected token ILLEGAL in JSON', start)
  return { kind: 'literal', text: word, value, start, end }
}

function scanNumber(start: number): Token {
  let end = start + 1
  if (text[start] === '0' && isDigit(text[end])) unexpected(text[end]!, end)
  end = skipDigits(end)
  if (text[end] === '.') end = skipDigits(end + 1)
  if (text[end] === 'e' || text[end] === 'E') end = skipExponent(end + 1)
  const spelling = slice(text, start, end)
  return { kind: 'number', text: spelling, value: +spelling, start, end }
}

function skipDigits(from: number): number {
  let end = from
  while (isDigit(text[end])) end += 1
  return end
}

function skipExponent(from: number): number {
  const digits = text[from] === '+' || text[from] === '-' ? from + 1 : from
  if (!isDigit(text[digits])) unexpected(text[digits] ?? '\0', digits)
  return skipDigits(digits)
}

function scanString(start: number): Token {
  let value = ''
  let i = start + 1
  while (i < text.length) {
    const unit = text[i]!
    i += 1
    if (unit === '"') return { kind: 'string', text: value, value, start, end: i }
    if (unit < ' ') refuse('Invalid character in JSON', i - 1)
    if (unit === '\u2028' || unit === '\u2029') break
    if (unit === '\\') {
      value += readEscape(i)
      i += text[i] === 'u' ? 5 : 1
    } else value += unit
  }
  return refuse('Unexpected end of JSON input', i)
}

const escapes: Record<string, string | undefined> = {
  __proto__: null,
  '"': '"',
  '\\': '\\',
  '/': '/',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
} as never

function readEscape(at: number): string {
  const unit = text[at] ?? '\0'
  return unit === 'u' ? readHex(at + 1) : (escapes[unit] ?? unexpected(unit, at))
}

function readHex(at: number): string {
  let code = 0
  for (let i = at; i < at + 4; i += 1) {
    const digit = i < text.length ? indexOf('0123456789abcdefABCDEF', text[i]!) : -1
    if (digit < 0) refuse('Expected hexadecimal digit in JSON', i)
    code = code * 16 + (digit < 16 ? digit : digit - 6)
  }
  return fromCharCode(code)
}
