// Converts members of JSON bodies as leniently as the reference: undefined where they count as missing, `bad` where they do not convert.

import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { Double, isJsonObject } from '../../base/json/value.ts'
import { writeCompactJson } from '../../base/json/write.ts'

export function readInteger(value: JsonValue): number | 'bad' | undefined {
  if (value === null || value === '') return undefined
  const text = typeof value === 'bigint' ? value.toString() : value
  if (typeof text !== 'string' || !/^\s*[-+]?\d+\s*$/.test(text)) return 'bad'
  const number = Number(text)
  return Object.is(number | 0, number) || number === 0 ? number | 0 : 'bad'
}

export function readFlag(value: JsonValue): boolean | 'bad' | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value !== 0n
  if (value instanceof Double && Number.isFinite(value.value)) return value.value !== 0
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' ? true : word === 'false' ? false : 'bad'
}

/** Nulls in the list are left out; numbers and words become texts. */
export function readTexts(value: JsonValue): readonly string[] | 'bad' | undefined {
  if (isEmpty(value)) return undefined
  if (!Array.isArray(value)) return 'bad'
  const items = (value as readonly JsonValue[]).filter((item) => item !== null)
  return items.every(isScalar) ? items.map((item) => (typeof item === 'string' ? item : writeCompactJson(item))) : 'bad'
}

/** The member names of the result are in lower case, because names are case-insensitive. */
export function readObject(value: JsonValue): JsonObject | 'bad' | undefined {
  if (isEmpty(value)) return undefined
  return isJsonObject(value) ? new Map([...value].map(([name, member]) => [name.toLowerCase(), member])) : 'bad'
}

const isEmpty = (value: JsonValue): boolean => value === null || value === undefined || value === ''

const isScalar = (value: JsonValue): boolean => ['string', 'boolean', 'bigint'].includes(typeof value) || value instanceof Double
