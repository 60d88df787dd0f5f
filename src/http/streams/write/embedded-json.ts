// Reads JSON inside a string in a list of events, with the dates and references of the server's library (streams-http §8.4).

import { readJson } from '../../../base/json/read.ts'
import { isContainer, isJsonObject } from '../../../base/json/value.ts'
import type { JsonObject, JsonValue } from '../../../base/json/value.ts'
import { withDatesRespelled } from '../../../streams/metadata/dotnet-dates.ts'

/** @returns the object or the array; undefined for every other string, which stays a string; null where the library fails. */
export function embeddedJson(text: string): JsonValue {
  const read = /^\s*[[{/]/.test(text) ? readJson(text) : undefined
  if (read?.kind !== 'value') return undefined
  const value = isJsonObject(read.value) ? withoutReferences(read.value) : read.value
  return isContainer(value) ? withDatesRespelled(value) : value === null ? null : undefined
}

/**
 * Drops the leading `$type` and `$id`; a `$ref` leads nowhere, and `$values` replaces its object. The library gives up an object whose `$id`
 * is none, and fails over such a `$type`.
 */
function withoutReferences(object: JsonObject): JsonValue {
  const rest = new Map(object)
  for (const [name, value] of object) {
    if (name === '$values' && Array.isArray(value)) return rest.size === 1 ? value : undefined
    if (name === '$type' && (value === null || isContainer(value))) return null
    if ((name === '$id' && isContainer(value)) || (name === '$ref' && value !== null)) return undefined
    if (name !== '$type' && name !== '$id' && name !== '$ref') break
    rest.delete(name)
  }
  return rest
}
