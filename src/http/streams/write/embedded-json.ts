// Reads JSON inside a string in a list of events, with the references of the server's library (streams-http §8.4).

import type { ReadOutcome } from '../../../base/json/read.ts'
import { readJson, readJsonInSlices } from '../../../base/json/read.ts'
import { isContainer, isJsonObject } from '../../../base/json/value.ts'
import type { JsonObject, JsonValue } from '../../../base/json/value.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'

export type Embedded = JsonObject | readonly JsonValue[] | null | undefined

const mayBeJson = (text: string): boolean => /^\s*[[{/]/.test(text)

/** @returns the object or the array; undefined for every other string, which stays a string; null where the library fails. */
export const embeddedJson = (text: string): Embedded => (mayBeJson(text) ? embedded(readJson(text)) : undefined)

/** The same, but lets others run while it reads a long text. */
export const embeddedJsonInSlices = async (text: string, slice: TimeSlice): Promise<Embedded> =>
  mayBeJson(text) ? embedded(await readJsonInSlices(text, slice)) : undefined

function embedded(read: ReadOutcome): Embedded {
  if (read.kind !== 'value') return undefined
  const value = isJsonObject(read.value) ? withoutReferences(read.value) : read.value
  return isContainer(value) || value === null ? value : undefined
}

/**
 * Drops the leading `$type` and `$id`; a `$ref` leads nowhere, and `$values` replaces its object. The library gives up an object whose `$id`
 * is none, and fails over such a `$type`.
 *
 * @param object nobody else's; it may have a million members, so it is not copied.
 */
function withoutReferences(object: JsonObject): JsonValue {
  const rest = object as Map<string, JsonValue>
  for (const [name, value] of rest) {
    if (name === '$values' && Array.isArray(value)) return rest.size === 1 ? value : undefined
    if (name === '$type' && (value === null || isContainer(value))) return null
    if ((name === '$id' && isContainer(value)) || (name === '$ref' && value !== null)) return undefined
    if (name !== '$type' && name !== '$id' && name !== '$ref') break
    rest.delete(name)
  }
  return rest
}
