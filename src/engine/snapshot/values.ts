// Converts stored values (all that structured cloning copies) into plain JSON values and back, without loss.

import { isBytes, isDate, isMap, isPlainObject, isSet } from '../../base/platform/realms.ts'

/**
 * A value that JSON cannot express is an object with one member whose name begins with `$`: `{ "$bigint": "5" }`, `{ "$bytes": "…" }`,
 * `{ "$number": "NaN" }`, `{ "$date": 0 }`, `{ "$map": [[key, value]] }`, `{ "$set": [value] }`, `{ "$undefined": true }`. Plain objects
 * that look like one of them are written as `{ "$object": [[name, value]] }`.
 */
export type SnapshotValue = null | boolean | number | string | readonly SnapshotValue[] | { readonly [name: string]: SnapshotValue }

/** @throws Error for values of classes that no storage of the product holds. */
export function toSnapshotValue(value: unknown): SnapshotValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: Object.is(value, -0) ? '-0' : String(value) }
    case 'bigint':
      return { $bigint: String(value) }
    case 'undefined':
      return { $undefined: true }
    case 'object':
      return value === null ? null : fromObject(value)
    default:
      throw new Error(`A snapshot cannot hold a ${typeof value}.`)
  }
}

function fromObject(value: object): SnapshotValue {
  if (Array.isArray(value)) return value.map(toSnapshotValue)
  if (isBytes(value)) return { $bytes: toBase64(value) }
  if (isDate(value)) return { $date: value.getTime() }
  if (isMap(value)) return { $map: [...value].map(([key, member]) => [toSnapshotValue(key), toSnapshotValue(member)]) }
  if (isSet(value)) return { $set: [...value].map(toSnapshotValue) }
  if (!isPlainObject(value)) throw new Error('A snapshot cannot hold a value of this class.')
  const members = Object.entries(value).map(([name, member]) => [name, toSnapshotValue(member)] as const)
  const looksSpecial = members.length === 1 && members[0]![0].startsWith('$')
  // Assigning the name `__proto__` would set the prototype; `fromEntries` defines a member.
  return looksSpecial ? { $object: members } : Object.fromEntries(members)
}

/** @throws SyntaxError if an object that stands for something else is malformed. */
export function fromSnapshotValue(value: SnapshotValue): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(fromSnapshotValue)
  const entries = Object.entries(value)
  const [name, content] = entries[0] ?? ['', null]
  if (entries.length === 1 && name.startsWith('$')) return special(name, content)
  return Object.fromEntries(entries.map(([key, member]) => [key, fromSnapshotValue(member)]))
}

function special(name: string, content: SnapshotValue): unknown {
  switch (name) {
    case '$bigint':
      return toBigInt(text(content))
    case '$number':
      return Number(content)
    case '$undefined':
      return undefined
    case '$bytes':
      return fromBase64(text(content))
    case '$date':
      // JSON writes the time of an invalid date as null.
      return new Date(content === null ? NaN : Number(content))
    case '$map':
      return new Map(pairs(content))
    case '$set':
      return new Set(items(content).map(fromSnapshotValue))
    case '$object':
      return Object.fromEntries(pairs(content))
    default:
      throw new SyntaxError(`"${name}" stands for nothing that a snapshot can hold.`)
  }
}

function text(content: SnapshotValue): string {
  if (typeof content === 'string') return content
  throw new SyntaxError('A text is missing.')
}

/** `BigInt` reads more than digits, the empty text as 0. */
function toBigInt(digits: string): bigint {
  if (/^-?\d+$/.test(digits)) return BigInt(digits)
  throw new SyntaxError(`"${digits}" is no whole number.`)
}

const pairs = (content: SnapshotValue): [string, unknown][] =>
  items(content).map((pair) => {
    const [key, value] = items(pair)
    return [fromSnapshotValue(key ?? null) as string, fromSnapshotValue(value ?? null)]
  })

function items(content: SnapshotValue): readonly SnapshotValue[] {
  if (isList(content)) return content
  throw new SyntaxError('A list is missing.')
}

/** `Array.isArray` drops the type of read-only lists. */
const isList = (value: SnapshotValue): value is readonly SnapshotValue[] => Array.isArray(value)

/** Texts are put together from pieces that fit on the stack. */
const piece = 0x8000

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}

/** @throws SyntaxError if the text is no base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new SyntaxError('Bytes are expected in base64.', { cause })
  }
}
