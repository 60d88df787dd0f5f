// Decides what a stream's metadata text means to the server, and writes the text that deletion and revival leave behind.

import type { AccessList, NewEvent, StreamMetadata } from '../base/events.ts'
import { maxInt64 } from '../base/events.ts'
import { loadJson } from '../base/json/read.ts'
import { isJsonObject } from '../base/json/value.ts'
import type { JsonObject, JsonValue } from '../base/json/value.ts'
import { writeCompactJson } from '../base/json/write.ts'
import { withDatesRespelled } from './dotnet-dates.ts'
import { textOf } from './text.ts'

/** What a soft deletion writes over all metadata there was (streams-http §9). */
export const softDeletedText = `{"$tb":${maxInt64}}`

/** More seconds than this do not fit the reference's time span (streams-http §12.4). */
const longestSpan = 922337203685n

/**
 * Reads what a metadata event means; one bad value and all of it is ignored (streams-http §12.4).
 *
 * @param event the last event of the metastream.
 */
export function readMetadata(event: Pick<NewEvent, 'data' | 'isJson'>): StreamMetadata {
  if (!event.isJson) return {}
  const text = textOf(event.data)
  if (text !== lastRead.text) lastRead = { text, metadata: metadataOf(text) }
  return lastRead.metadata
}

function metadataOf(text: string): StreamMetadata {
  const object = readObject(text)
  return (object && metadataFrom(object)) ?? {}
}

/** Projections write the same metadata to thousands of streams in a row. */
let lastRead: { readonly text: string; readonly metadata: StreamMetadata } = { text: '', metadata: {} }

/**
 * The same object with another `$tb`, which keeps its place or comes last (streams-http §17); texts that .NET takes for dates are
 * spelled as it spells them.
 *
 * @returns undefined where the data is no JSON object: then there is nothing to revive the stream with.
 */
export function withTruncateBefore(data: NewEvent['data'], number: bigint): string | undefined {
  const object = readObject(textOf(data))
  if (!object) return undefined
  const members = [...object].map(([name, value]) => [name, withDatesRespelled(value)] as const)
  return writeCompactJson(new Map(members).set('$tb', number))
}

/** Default access lists of the two classes of streams, as the last event of `$settings` defines them (streams-http §18.6). */
export interface DefaultAccess {
  readonly user?: AccessList
  readonly system?: AccessList
}

/** @param event the last event of `$settings`; its type and JSON flag do not matter. */
export function readDefaultAccess(event: Pick<NewEvent, 'data'>): DefaultAccess {
  const object = readObject(textOf(event.data))
  if (!object) return {}
  const user = listMember(object, '$userStreamAcl')
  const system = listMember(object, '$systemStreamAcl')
  if (user === bad || system === bad) return {}
  return { ...(user && { user }), ...(system && { system }) }
}

function readObject(text: string): JsonObject | undefined {
  const outcome = loadJson(text)
  return outcome.kind === 'value' && isJsonObject(outcome.value) ? outcome.value : undefined
}

const bad: unique symbol = Symbol('bad')
type Checked<T> = T | undefined | typeof bad

function metadataFrom(object: JsonObject): StreamMetadata | undefined {
  const maxCount = integer(object, '$maxCount', 1n, maxInt64)
  const maxAge = integer(object, '$maxAge', 1n, longestSpan)
  const truncateBefore = integer(object, '$tb', 0n, maxInt64)
  const cacheControl = integer(object, '$cacheControl', 1n, longestSpan)
  const acl = listMember(object, '$acl')
  const temporary = object.has('$tmp') && typeof object.get('$tmp') !== 'boolean'
  if (maxCount === bad || maxAge === bad || truncateBefore === bad || cacheControl === bad || acl === bad || temporary) return undefined
  return {
    ...(maxCount !== undefined && { maxCount }),
    ...(maxAge !== undefined && { maxAge }),
    ...(truncateBefore !== undefined && { truncateBefore }),
    ...(cacheControl !== undefined && { cacheControl }),
    ...(acl && { acl }),
  }
}

/** A number below `least` is as good as none; one above `most`, or no integer at all, spoils the metadata. */
function integer(object: JsonObject, name: string, least: bigint, most: bigint): Checked<bigint> {
  if (!object.has(name)) return undefined
  const value = object.get(name)
  if (typeof value !== 'bigint' || value > most || value < lowest(most)) return bad
  return value < least ? undefined : value
}

/** 64 bits reach one further below zero than above, spans of time do not. */
const lowest = (most: bigint): bigint => (most === maxInt64 ? -maxInt64 - 1n : -most)

const rights: Readonly<Record<string, keyof AccessList>> = {
  $r: 'read',
  $w: 'write',
  $d: 'delete',
  $mr: 'metadataRead',
  $mw: 'metadataWrite',
}

function listMember(object: JsonObject, name: string): Checked<AccessList> {
  if (!object.has(name)) return undefined
  const value = object.get(name)
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

function rolesIn(value: JsonValue): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) && value.every((role) => typeof role === 'string') ? value : undefined
}
