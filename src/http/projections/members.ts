// Converts members of JSON bodies as leniently as the server: undefined where they count as missing, `bad` where they do not convert.

import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { toFlag, toInteger, toTexts } from '../pipeline/request/body-members.ts'

const orMissing =
  <T>(convert: (value: JsonValue) => T | undefined) =>
  (value: JsonValue): T | 'bad' | undefined =>
    value === null || value === '' ? undefined : (convert(value) ?? 'bad')

export const readInteger = orMissing(toInteger)

export const readFlag = orMissing(toFlag)

/** Without nulls. The word `undefined` counts as missing here, and for objects. */
export const readTexts = (value: JsonValue): readonly string[] | 'bad' | undefined =>
  value === undefined ? undefined : orMissing((list) => toTexts(list)?.filter((text) => text !== null))(value)

/** Member names are case-insensitive: of several that differ in case the last counts. @returns the members by their names in lower case. */
export function readObject(value: JsonValue): JsonObject | 'bad' | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return isJsonObject(value) ? new Map(Array.from(value, ([name, member]) => [name.toLowerCase(), member])) : 'bad'
}
