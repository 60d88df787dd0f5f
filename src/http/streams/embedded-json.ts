// Reads JSON inside a string in a list of events, with the dates and references of the reference's library (streams-http §8.4).

import { readJson } from '../../base/json/read.ts'
import { isJsonObject } from '../../base/json/value.ts'
import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { withDatesRespelled } from '../../streams/metadata/dotnet-dates.ts'

/** @returns the object or the array; undefined for every other string, which stays a string. */
export function embeddedJson(text: string): JsonValue {
  const read = /^\s*[[{/]/.test(text) ? readJson(text) : undefined
  if (read?.kind !== 'value') return undefined
  const value = isJsonObject(read.value) ? withoutReferences(read.value) : read.value
  return isJsonObject(value) || Array.isArray(value) ? withDatesRespelled(value) : undefined
}

/** Drops the leading `$type` and `$id`; a `$ref` leads nowhere, and `$values` replaces its object. */
function withoutReferences(object: JsonObject): JsonValue {
  const rest = new Map(object)
  for (const [name, value] of object) {
    if (name === '$values' && Array.isArray(value)) return rest.size === 1 ? value : undefined
    if (name === '$ref' && value !== null) return undefined
    if (name !== '$type' && name !== '$id' && name !== '$ref') break
    rest.delete(name)
  }
  return rest
}
