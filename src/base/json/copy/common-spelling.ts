// Copies what most JSON consists of, character by character: plain strings, numbers that the server prints as they stand, and words.

import type { Codes } from '../scan.ts'
import { isDigit, sign, stands } from '../scan.ts'

/** Digits that a double gives back as they were. */
const exactDigits = 15
/** A longer integer breaks the server's parser. */
const mostDigits = 380
/** Longer strings are left to those who look for room. */
const longestString = 256
/** For each code: 1 if the character is copied as it stands in a string. One look is faster than three comparisons. */
const plainInStrings = new Uint8Array(0x80).fill(1, 0x20, 0x7f)
plainInStrings[sign.quote] = plainInStrings[sign.backslash] = 0

const encoder = new TextEncoder()
const spelled = { true: encoder.encode('true'), false: encoder.encode('false'), null: encoder.encode('null') }
const fourZeros = encoder.encode('0000')

/** @returns the index of the next character that is no blank of the usual ones, or of the last character. */
export const skipCommonBlanks = (codes: Codes, from: number): number => (codes[from]! > 0x20 ? from : skipBlanks(codes, from))

function skipBlanks(codes: Codes, from: number): number {
  const last = codes.length - 1
  let at = from
  while (at < last) {
    const code = codes[at]!
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d) break
    at++
  }
  return at
}

/** Begins a line. @returns the place behind its indentation. */
export function indent(bytes: Uint8Array, from: number, depth: number): number {
  let end = from
  bytes[end++] = 0x0a
  for (let left = depth; left > 0; left--) {
    bytes[end++] = 0x20
    bytes[end++] = 0x20
  }
  return end
}

/** Copies a string of printable ASCII without backslashes, from its quote on. @returns its length; 0 for every other one. */
export function copyString(codes: Codes, from: number, bytes: Uint8Array, start: number): number {
  const limit = Math.min(codes.length, from + longestString)
  let end = start
  bytes[end++] = sign.quote
  for (let at = from + 1; at < limit; at++) {
    const code = codes[at]!
    bytes[end++] = code
    if (plainInStrings[code] === 1) continue
    return code === sign.quote ? at - from + 1 : 0
  }
  return 0
}

/** @returns the length of the number or word that was copied; 0 for every other one, and where none stands. */
export function copyPlainScalar(codes: Codes, from: number, bytes: Uint8Array, start: number): number {
  const code = codes[from]!
  const length = isDigit(code) || code === sign.minus ? plainNumber(codes, from) : plainWord(codes, from, code)
  if (length === 0 || !endsHere(codes, from + length)) return 0
  for (let index = 0; index < length; index++) bytes[start + index] = codes[from + index]!
  return length
}

/** Whether the text goes on with what may stand behind a value; other blanks and comments may, too. */
function endsHere(codes: Codes, at: number): boolean {
  if (at >= codes.length) return false
  const code = codes[at]!
  return code === sign.comma || code === sign.closeObject || code === sign.closeList || code === 0x20 || code === 0x0a || code === 0x0d
}

function plainWord(codes: Codes, at: number, first: number): number {
  if (first === 0x74) return stands(codes, spelled.true, at) ? 4 : 0
  if (first === 0x66) return stands(codes, spelled.false, at) ? 5 : 0
  return first === 0x6e && stands(codes, spelled.null, at) ? 4 : 0
}

/** @returns the length of a number without superfluous zeros or an exponent. */
function plainNumber(codes: Codes, start: number): number {
  const first = codes[start] === sign.minus ? start + 1 : start
  const point = skipDigits(codes, first)
  const digits = point - first
  if (digits === 0) return 0
  const startsWithZero = codes[first] === sign.zero
  if (startsWithZero && digits > 1) return 0
  if (point >= codes.length || codes[point] !== sign.point)
    // The server prints the integer -0 as 0.
    return digits < mostDigits && !(startsWithZero && first > start) ? point - start : 0
  const end = skipDigits(codes, point + 1)
  const decimals = end - point - 1
  if (decimals === 0 || digits + decimals > exactDigits) return 0
  if (decimals > 1 && codes[end - 1] === sign.zero) return 0
  // Smaller ones get an exponent.
  return startsWithZero && stands(codes, fourZeros, point + 1) ? 0 : end - start
}

/** Goes on to the end of the digits, or so far that there are too many. */
function skipDigits(codes: Codes, from: number): number {
  const last = Math.min(codes.length, from + mostDigits)
  let at = from
  while (at < last && isDigit(codes[at]!)) at++
  return at
}
