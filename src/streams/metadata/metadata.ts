// Reads the metadata of streams as the server understands it, and writes the metadata of soft deletions and undeletes.

import type { AccessList, NewEvent, StreamMetadata } from '../../base/events/events.ts'
import { maxInt64 } from '../../base/events/events.ts'
import type { Member } from '../../base/json/read.ts'
import { loadJson, readMembers } from '../../base/json/read.ts'
import { isJsonObject } from '../../base/json/value.ts'
import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { writeCompactJson } from '../../base/json/write.ts'
import { respelledDate, withDatesRespelled } from './dotnet-dates.ts'
import { textOf } from '../../base/bytes.ts'

/** The metadata after a soft deletion, which replaces all metadata before (streams-http §9). */
export const softDeletedText = `{"$tb":${maxInt64}}`

/** More seconds than this do not fit the server's time span (streams-http §12.4). */
const longestSpan = 922337203685n

/**
 * Reads the metadata of an event; one bad value voids all of it (streams-http §12.4).
 *
 * @param event the last event of the metastream.
 */
export function readMetadata(event: Pick<NewEvent, 'data' | 'isJson'>): StreamMetadata {
  const text = textOf(event.data)
  if (text !== lastRead.text) lastRead = { text, metadata: metadataOf(text) }
  const { metadata } = lastRead
  // Without the flag readers see no metadata, but the rules of writing do not ask for it.
  if (!event.isJson) return metadata.truncateBefore === maxInt64 ? { deletedForWrites: true } : {}
  return metadata
}

function metadataOf(text: string): StreamMetadata {
  const members = readMembers(withoutMark(text))
  return (members && metadataFrom(members)) ?? {}
}

/** The server reads bytes here and drops a byte order mark. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** Cached because projections write the same metadata to thousands of streams in a row. */
let lastRead: { readonly text: string; readonly metadata: StreamMetadata } = { text: '', metadata: {} }

/**
 * Sets `$tb` in the object, at its place or else at the end, and respells dates as .NET does (streams-http §17).
 *
 * @returns undefined if the data is no JSON object: no event can then undelete the stream.
 */
export function withTruncateBefore(data: NewEvent['data'], number: bigint): string | undefined {
  const object = readObject(textOf(data))
  if (!object) return undefined
  const members = [...object].map(([name, value]) => [name, withDatesRespelled(value)] as const)
  return writeCompactJson(new Map(members).set('$tb', number))
}

/** Default access lists of user and system streams, from the last event of `$settings` (streams-http §18.6). */
export interface DefaultAccess {
  readonly user?: AccessList
  readonly system?: AccessList
}

/** @param event the last event of `$settings`; its type and JSON flag do not matter. */
export function readDefaultAccess(event: Pick<NewEvent, 'data'>): DefaultAccess {
  const members = readMembers(withoutMark(textOf(event.data)))
  if (!members) return {}
  const user = valueOf(members, '$userStreamAcl', listFrom)
  const system = valueOf(members, '$systemStreamAcl', listFrom)
  if (user === bad || system === bad) return {}
  return { ...(user && { user }), ...(system && { system }) }
}

function readObject(text: string): JsonObject | undefined {
  const outcome = loadJson(text)
  return outcome.kind === 'value' && isJsonObject(outcome.value) ? outcome.value : undefined
}

const bad: unique symbol = Symbol('bad')
type Checked<T> = T | undefined | typeof bad

function metadataFrom(members: readonly Member[]): StreamMetadata | undefined {
  const maxCount = valueOf(members, '$maxCount', integer(1n, maxInt64))
  const maxAge = valueOf(members, '$maxAge', integer(1n, longestSpan))
  const truncateBefore = valueOf(members, '$tb', integer(0n, maxInt64))
  const cacheControl = valueOf(members, '$cacheControl', integer(1n, longestSpan))
  const acl = valueOf(members, '$acl', listFrom)
  const temporary = valueOf(members, '$tmp', (value) => (typeof value === 'boolean' ? undefined : bad))
  if (maxCount === bad || maxAge === bad || truncateBefore === bad || cacheControl === bad || acl === bad || temporary === bad)
    return undefined
  return {
    ...(maxCount !== undefined && { maxCount }),
    ...(maxAge !== undefined && { maxAge }),
    ...(truncateBefore !== undefined && { truncateBefore }),
    ...(cacheControl !== undefined && { cacheControl }),
    ...(acl && { acl }),
  }
}

/** The value of the last member with the name; all members with it must be valid. */
function valueOf<T>(members: readonly Member[], name: string, check: (value: JsonValue) => Checked<T>): Checked<T> {
  let last: Checked<T>
  for (const [other, value] of members) {
    if (other !== name) continue
    last = check(value)
    if (last === bad) return bad
  }
  return last
}

/** A number below `least` counts as absent; one above `most`, or any other value, voids the metadata. */
const integer =
  (least: bigint, most: bigint) =>
  (value: JsonValue): Checked<bigint> => {
    if (typeof value !== 'bigint' || value > most || value < lowest(most)) return bad
    return value < least ? undefined : value
  }

/** The negative range of 64 bits is one larger than the positive one; that of time spans is not. */
const lowest = (most: bigint): bigint => (most === maxInt64 ? -maxInt64 - 1n : -most)

const rights: Readonly<Record<string, keyof AccessList>> = {
  $r: 'read',
  $w: 'write',
  $d: 'delete',
  $mr: 'metadataRead',
  $mw: 'metadataWrite',
}

function listFrom(value: JsonValue): Checked<AccessList> {
  if (!isJsonObject(value)) return bad
  const list: { -readonly [Right in keyof AccessList]: AccessList[Right] } = {}
  for (const [key, member] of value) {
    const right = Object.hasOwn(rights, key) ? rights[key] : undefined
    const roles = rolesIn(member)
    if (!right || !roles) return bad
    list[right] = roles
  }
  return list
}

/** A string that .NET takes for a date is no role. */
const isRole = (value: JsonValue): value is string => typeof value === 'string' && respelledDate(value) === undefined

function rolesIn(value: JsonValue): readonly string[] | undefined {
  if (isRole(value)) return [value]
  return Array.isArray(value) && value.every(isRole) ? value : undefined
}
