// Prints values as the server prints JSON, with its spelling of numbers and strings; callers choose the case of names.

import { isMap } from '../platform/realms.ts'
import { Double } from './value.ts'
import type { JsonDocument, JsonValue } from './value.ts'

/**
 * Prints with two spaces per level and `\n` line ends (streams-http §7.1).
 *
 * @param value parsed values, or plain objects whose names need no escaping order of their own.
 */
export const writeJson = (value: JsonDocument): string => (isPlain(value) ? byPlatform(value) : undefined) ?? write(value, '\n')

/** Prints without white space. */
export const writeCompactJson = (value: JsonDocument): string => write(value, undefined)

/** Whether the platform prints the value as the server does, but for some characters. */
function isPlain(value: JsonDocument): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  if (value === null) return true
  if (isArray(value)) return value.every(isPlain)
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  const object = value as Readonly<Record<string, JsonDocument>>
  for (const name in object) if (!isPlain(object[name])) return false
  return true
}

/** @returns undefined where the text may hold one of those characters; as they are, or as an escape of half a pair. */
function byPlatform(value: JsonDocument): string | undefined {
  const text = JSON.stringify(value, undefined, 2)
  return escapedDifferently.test(text) || text.includes(String.raw`\ud`) ? undefined : text
}

/** @param lineEnd `\n` and the indentation of the current level; undefined prints on one line. */
function write(value: JsonDocument, lineEnd: string | undefined): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Double) return writeDouble(value.value)
  if (isArray(value)) return writeArray(value, lineEnd)
  const inner = lineEnd === undefined ? undefined : `${lineEnd}  `
  const text = isMap(value) ? mapMembers(value, inner) : objectMembers(value, inner)
  return text === '' ? '{}' : `{${text}${lineEnd ?? ''}}`
}

const isArray = (value: JsonDocument): value is readonly JsonDocument[] => Array.isArray(value)

function writeArray(items: readonly JsonDocument[], lineEnd: string | undefined): string {
  if (items.length === 0) return '[]'
  const inner = lineEnd === undefined ? undefined : `${lineEnd}  `
  const before = inner ?? ''
  let text = ''
  for (const item of items) text += (text === '' ? '' : ',') + before + write(item, inner)
  return `[${text}${lineEnd ?? ''}]`
}

function mapMembers(members: ReadonlyMap<string, JsonValue>, inner: string | undefined): string {
  let text = ''
  for (const [name, value] of members) text += (text === '' ? '' : ',') + begin(name, inner) + write(value, inner)
  return text
}

function objectMembers(object: { readonly [name: string]: JsonDocument }, inner: string | undefined): string {
  let text = ''
  for (const name of Object.keys(object)) text += (text === '' ? '' : ',') + begin(name, inner) + write(object[name], inner)
  return text
}

/** A cache of the names that documents share; bounded, because names in user data are unlimited. */
const quotedNames = new Map<string, string>()
const mostNames = 1000

function begin(name: string, inner: string | undefined): string {
  let quoted = quotedNames.get(name)
  if (quoted === undefined) {
    quoted = quote(name)
    if (quotedNames.size < mostNames) quotedNames.set(name, quoted)
  }
  return inner === undefined ? quoted + ':' : inner + quoted + ': '
}

/** Characters that the platform's printer and the server escape differently. */
// eslint-disable-next-line no-control-regex -- matches U+0085 on purpose
const escapedDifferently = /[\u0085\u2028\u2029\ud800-\udfff]/

/** Printable ASCII without quotes and backslashes: the fast path for most names and strings. */
const plainAscii = /^[ !#-[\]-~]*$/

export function quote(text: string): string {
  if (plainAscii.test(text)) return `"${text}"`
  if (!escapedDifferently.test(text)) return JSON.stringify(text)
  return JSON.stringify(text.toWellFormed()).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * The shortest digits that round-trip, always with a fraction or an exponent; NaN and the infinities become strings
 * (streams-http §7.1).
 */
export function writeDouble(value: number): string {
  if (!Number.isFinite(value)) return `"${value}"`
  if (Object.is(value, -0)) return '-0.0'
  const [digits = '', exponentText = '0'] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (value !== 0 && (exponent < -4 || exponent > 16)) {
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${digits}E${exponent < 0 ? '-' : '+'}${size}`
  }
  return withFraction(decimal(digits, exponent))
}

const withFraction = (text: string): string => (text.includes('.') ? text : `${text}.0`)

/** Spells `digits` × 10^exponent without an exponent. */
function decimal(digits: string, exponent: number): string {
  const sign = digits.startsWith('-') ? '-' : ''
  const bare = digits.replace('-', '').replace('.', '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${bare}`
  const padded = bare.padEnd(exponent + 1, '0')
  const fraction = padded.slice(exponent + 1)
  return `${sign}${padded.slice(0, exponent + 1)}${fraction && `.${fraction}`}`
}
