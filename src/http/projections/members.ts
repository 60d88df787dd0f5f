// Converts members of JSON bodies as leniently as the server: undefined where they count as missing, `bad` where they do not convert.

import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { isJsonObject } from '../../base/json/value.ts'
import { pause } from '../../base/time/steps.ts'
import type { TimeSlice } from '../../base/time/time-slice.ts'
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

/**
 * Member names are case-insensitive: of several that differ in case the last counts.
 *
 * @param names of the members to keep, in lower case; a body may have a million others.
 */
export async function readObject(value: JsonValue, names: ReadonlySet<string>, slice: TimeSlice): Promise<JsonObject | 'bad' | undefined> {
  if (value === undefined || value === null || value === '') return undefined
  if (!isJsonObject(value)) return 'bad'
  const members = new Map<string, JsonValue>()
  for (const [name, member] of value) {
    const lower = name.toLowerCase()
    if (names.has(lower)) members.set(lower, member)
    if (pause()) await slice.end()
  }
  return members
}
