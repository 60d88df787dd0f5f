// Writes a value as the text that the server stores, unaffected by guest code's changes to `JSON` and prototypes.

import { sourceName } from '../../dialect/built-ins/guest-names.ts'
import { check, fail, guest } from '../guest.ts'
import { memberNames } from './member-names.ts'
import { numberText } from './number-text.ts'
import {
  charCodeAt,
  expression,
  fileName,
  functionText,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  list,
  objectPrototype,
  ownKeys,
  setPrototypeOf,
  slice,
  uncurry,
} from '../primordials.ts'
import { proxies } from '../proxies.ts'
import { settings } from '../settings.ts'

const nullReference = 'Object reference not set to an instance of an object.'
const deepest = 64
const outOfBounds = 'Index was outside the bounds of the array.'
const notFinite =
  '.NET number values such as positive and negative infinity cannot be written as valid JSON. To make it work when using ' +
  "'JsonSerializer', consider specifying 'JsonNumberHandling.AllowNamedFloatingPointLiterals' (see " +
  'https://docs.microsoft.com/dotnet/api/system.text.json.serialization.jsonnumberhandling).'

/** @returns the JSON text; null and undefined are `null`. Raises an API error for values that the server cannot write. */
export function writeValue(value: unknown): string {
  guest.writing = true
  // Nearly always an object, where each step costs as much as a character.
  const json = typeof value === 'object' && value !== null ? containerText(value, 0) : valueText(value, 0)
  guest.writing = false
  // An accessor may have caught an interruption.
  if (guest.refusal === true) check()
  return json
}

function valueText(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'number':
      return value >= 1e-4 && value < 1e17 ? '' + value : finiteText(value)
    case 'string':
      return plainString.exec(value) === null ? '"' + value + '"' : '"' + escaped(value, escapeInString) + '"'
    case 'object':
      return value === null ? 'null' : containerText(value, depth)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'undefined':
      return 'null'
    case 'function':
      return storedFunctionText(value, depth)
    case 'bigint':
      return '"' + value + '"'
    default:
      return fail('Cannot serialize Symbol as primitive')
  }
}

// ---- containers

function containerText(value: object, depth: number): string {
  if (depth === deepest) return fail(outOfBounds)
  if (settings.mayHideMembers && proxies.has(value)) return '{}'
  if (isArray(value)) return itemsText(value, depth + 1)
  const prototype = getPrototypeOf(value)
  if (prototype !== objectPrototype && prototype !== null) return instanceText(value, depth + 1)
  return membersText(value, memberNames(value), depth + 1)
}

function itemsText(items: readonly unknown[], depth: number): string {
  const { length } = items
  let json = '['
  for (let i = 0; i < length; i += 1) {
    if (i > 0) json += ','
    json += hasOwn(items, i) ? valueText(items[i], depth) : 'null'
  }
  return json + ']'
}

const index = expression(/^(?:0|[1-9]\d*)$/)

/** The innermost loop of every state: writes the most common values itself, in single appends to one local text. */
function membersText(value: object, names: readonly PropertyKey[], depth: number): string {
  const { length } = names
  const { mayHideMembers } = settings
  let nameTexts = firstNames
  let json = ''
  for (let i = 0; i < length; i += 1) {
    const name = names[i] as string
    if (mayHideMembers) checkMember(value, name)
    const member = (value as Record<string, unknown>)[name]
    if (member === undefined) continue
    json += nameTexts[name] ?? nameText(name, nameTexts === firstNames, value)
    nameTexts = nextNames
    if (typeof member === 'number' && member >= 1e-4 && member < 1e17) json += member
    else if (typeof member === 'string' && plainString.exec(member) === null) {
      json += '"'
      json += member
      json += '"'
    } else json += valueText(member, depth)
  }
  return nameTexts === firstNames ? '{}' : json + '}'
}

/** @returns the names of the object's own members in insertion order. */
export function namesOf(holder: object): readonly PropertyKey[] {
  guest.writing = true
  const names = memberNames(holder)
  guest.writing = false
  return names
}

/** @returns the value of an own member, which must be no accessor. */
export function memberOf(holder: object, name: PropertyKey): unknown {
  checkMember(holder, name)
  return (holder as Record<PropertyKey, unknown>)[name]
}

function checkMember(value: object, name: PropertyKey): void {
  if (!hasOwn(getOwnPropertyDescriptor(value, name)!, 'value')) fail(nullReference)
}

// ---- objects of special classes (projection-language §16)

const tagOf = uncurry(objectPrototype.toString)
const boxedString = uncurry(String.prototype.valueOf)
const typedArrayTag = uncurry(getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype)!, Symbol.toStringTag)!.get!)

function instanceText(value: object, depth: number): string {
  if (isBoxedString(value)) return '{"length":' + (value as unknown as string).length + '}'
  if (typedArrayTag(value) !== undefined) return membersText(value, namesOnly(ownKeys(value)), depth)
  return membersText(value, memberNames(value), depth)
}

function isBoxedString(value: unknown): boolean {
  try {
    boxedString(value)
    return true
  } catch {
    return false
  }
}

function namesOnly(keys: readonly PropertyKey[]): PropertyKey[] {
  const names = list<PropertyKey>()
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i]!
    if (typeof key !== 'string' || index.exec(key) === null) names[names.length] = key
  }
  return names
}

const isClassic = expression(/^(?:function|class)\b/)
const isArrow = expression(/^(?:async\b\s*)?(?:\(|[^\s(]+\s*=>)/)
const isAsyncFunction = expression(/^async\s+function\b/)

/** Only arrow functions and built-in ones can be stored; the fault of the others depends on their syntax. */
function storedFunctionText(value: object, depth: number): string {
  if (depth === deepest) return fail(outOfBounds)
  const source = functionText(value)
  const isStored = fileName(value) !== sourceName || (isArrow.exec(source) !== null && isAsyncFunction.exec(source) === null)
  if (isStored) return membersText(value, ownKeys(value), depth + 1)
  return fail(isClassic.exec(source) !== null ? outOfBounds : nullReference)
}

// ---- strings and names

const plainString = expression(/[^ !#-[\]-~]/)
const plainName = expression(/[^ !#-%()*,\-./0-;=?-[\]-_a-~]/)
const escapedInString = expression(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]/u)
const short: Record<string, string | undefined> = {
  __proto__: null,
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
} as never

/** @param escape gives the escaped form of the unit or the pair at a place; undefined where it stays as it is. */
function escaped(text: string, escape: (text: string, i: number) => string | undefined): string {
  let json = ''
  let plainFrom = 0
  for (let i = 0; i < text.length; i += 1) {
    const instead = escape(text, i)
    if (instead === undefined) continue
    json += slice(text, plainFrom, i) + instead
    if (instead.length === 12) i += 1
    plainFrom = i + 1
  }
  return json + slice(text, plainFrom)
}

function escapeInString(value: string, i: number): string | undefined {
  const unit = value[i]!
  const known = short[unit]
  if (known !== undefined) return known
  const code = charCodeAt(unit, 0)
  if (code >= 0x20 && code < 0x7f) return undefined
  if (code >= 0xd800 && code <= 0xdfff) return pairText(value, i) ?? '\\uFFFD'
  return escapedInString.exec(unit) === null ? undefined : unitText(code)
}

/** @returns the surrogate pair that starts here, as twelve characters; undefined if there is none. */
function pairText(value: string, i: number): string | undefined {
  const high = charCodeAt(value, i)
  const low = i + 1 < value.length ? charCodeAt(value, i + 1) : 0
  return high < 0xdc00 && low >= 0xdc00 && low <= 0xdfff ? unitText(high) + unitText(low) : undefined
}

const hexDigits = '0123456789ABCDEF'
const unitText = (code: number): string =>
  '\\u' + hexDigits[code >> 12] + hexDigits[(code >> 8) & 15] + hexDigits[(code >> 4) & 15] + hexDigits[code & 15]

/** Names and their texts including punctuation, because the same few names recur with every event. */
const firstNames: Record<string, string> = {}
const nextNames: Record<string, string> = {}
setPrototypeOf(firstNames, null)
setPrototypeOf(nextNames, null)
let known = 0
const mostKnown = 10_000

function nameText(name: PropertyKey, isFirst: boolean, holder: object): string {
  // The server reaches the `callee` of an arguments object before its symbol.
  if (typeof name !== 'string') return fail(tagOf(holder) === '[object Arguments]' ? outOfBounds : 'Expected string but got Symbol')
  const json = '"' + (plainName.exec(name) === null ? name : escaped(name, escapeInName)) + '":'
  known += 1
  if (known <= mostKnown) {
    firstNames[name] = '{' + json
    nextNames[name] = ',' + json
  }
  return (isFirst ? '{' : ',') + json
}

function escapeInName(name: string, i: number): string | undefined {
  const unit = name[i]!
  const code = charCodeAt(unit, 0)
  if (code >= 0xd800 && code <= 0xdfff) return pairText(name, i) ?? fail('Cannot transcode invalid UTF-16 string to UTF-8 JSON text.')
  if (plainName.exec(unit) === null) return undefined
  return unit === '"' ? unitText(code) : (short[unit] ?? unitText(code))
}

// ---- numbers

function finiteText(value: number): string {
  if (value === (value | 0) && (value !== 0 || 1 / value > 0)) return '' + value
  if (value - value === 0) return numberText(value)
  return settings.language.notANumberIsNull ? 'null' : fail(notFinite)
}
