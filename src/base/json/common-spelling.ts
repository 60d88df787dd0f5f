// Copies what most JSON consists of, character by character: plain strings, numbers that the server prints as they stand, and words.

import { isDigit, sign } from './scan.ts'

/** Digits that a double gives back as they were. */
const exactDigits = 15
/** A longer integer breaks the server's parser. */
const mostDigits = 380
/** Longer strings are left to those who look for room. */
const longestString = 256

/** @returns the index of the next character that is no blank of the usual ones, or of the last character. */
export const skipCommonBlanks = (text: string, from: number): number => (text.charCodeAt(from) > 0x20 ? from : skipBlanks(text, from))

function skipBlanks(text: string, from: number): number {
  const last = text.length - 1
  let at = from
  while (at < last) {
    const code = text.charCodeAt(at)
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
export function copyString(text: string, from: number, bytes: Uint8Array, start: number): number {
  const limit = Math.min(text.length, from + longestString)
  let end = start
  bytes[end++] = sign.quote
  for (let at = from + 1; at < limit; at++) {
    const code = text.charCodeAt(at)
    bytes[end++] = code
    if (code === sign.quote) return at - from + 1
    if (code === sign.backslash || code < 0x20 || code > 0x7e) return 0
  }
  return 0
}

/** @returns the length of the number or word that was copied; 0 for every other one, and where none stands. */
export function copyPlainScalar(text: string, from: number, bytes: Uint8Array, start: number): number {
  const code = text.charCodeAt(from)
  const length = isDigit(code) || code === sign.minus ? plainNumber(text, from) : plainWord(text, from, code)
  if (length === 0 || !endsHere(text, from + length)) return 0
  for (let index = 0; index < length; index++) bytes[start + index] = text.charCodeAt(from + index)
  return length
}

/** Whether the text goes on with what may stand behind a value; other blanks and comments may, too. */
function endsHere(text: string, at: number): boolean {
  if (at >= text.length) return false
  const code = text.charCodeAt(at)
  return code === sign.comma || code === sign.closeObject || code === sign.closeList || code === 0x20 || code === 0x0a || code === 0x0d
}

function plainWord(text: string, at: number, first: number): number {
  if (first === 0x74) return text.startsWith('true', at) ? 4 : 0
  if (first === 0x66) return text.startsWith('false', at) ? 5 : 0
  return first === 0x6e && text.startsWith('null', at) ? 4 : 0
}

/** @returns the length of a number without superfluous zeros or an exponent. */
function plainNumber(text: string, start: number): number {
  const first = text.charCodeAt(start) === sign.minus ? start + 1 : start
  const point = skipDigits(text, first)
  const digits = point - first
  if (digits === 0) return 0
  const startsWithZero = text.charCodeAt(first) === sign.zero
  if (startsWithZero && digits > 1) return 0
  if (point >= text.length || text.charCodeAt(point) !== sign.point)
    // The server prints the integer -0 as 0.
    return digits < mostDigits && !(startsWithZero && first > start) ? point - start : 0
  const end = skipDigits(text, point + 1)
  const decimals = end - point - 1
  if (decimals === 0 || digits + decimals > exactDigits) return 0
  if (decimals > 1 && text.charCodeAt(end - 1) === sign.zero) return 0
  // Smaller ones get an exponent.
  return startsWithZero && text.startsWith('0000', point + 1) ? 0 : end - start
}

function skipDigits(text: string, from: number): number {
  let at = from
  while (at < text.length && isDigit(text.charCodeAt(at))) at++
  return at
}
