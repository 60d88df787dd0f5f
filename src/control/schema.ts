// The JSON schemas of control requests and answers, and the check of a request's body against one.

import { isRecord } from '../base/platform/realms.ts'
import { firstTime, lastTime } from '../engine/clock/clock.ts'
import type { Check, Problem } from '../engine/shape.ts'
import { flag, list, members, record, text, when } from '../engine/shape.ts'

/** The part of JSON Schema (2020-12) that the tables use. Objects have no members but those named, unless they say otherwise. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly enum?: readonly (string | number)[]
  readonly const?: string | number | boolean
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: string | number | boolean
  readonly $ref?: string
}

/** An object with these members; those whose name ends with a question mark may be missing. */
export function object(given: Readonly<Record<string, Schema>>, description?: string): Schema {
  const properties = Object.fromEntries(Object.entries(given).map(([name, schema]) => [name.replace(/\?$/, ''), schema]))
  const required = Object.keys(given).filter((name) => !name.endsWith('?'))
  return { type: 'object', ...(description !== undefined && { description }), properties, required, additionalProperties: false }
}

export const array = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
})
export const string = (description?: string): Schema => ({ type: 'string', ...(description !== undefined && { description }) })
export const integer = (description?: string): Schema => ({ type: 'integer', ...(description !== undefined && { description }) })
export const boolean = (description?: string): Schema => ({ type: 'boolean', ...(description !== undefined && { description }) })
/** An object that another page of the documentation describes. */
export const open = (description: string): Schema => ({ type: 'object', description, additionalProperties: true })

/** @returns everything that is wrong with a value, with its path. */
export const problemsIn = (schema: Schema, value: unknown): readonly Problem[] => checkOf(schema)('', value)

function checkOf(schema: Schema): Check {
  if (schema.anyOf) return anyOf(schema.anyOf.map(checkOf))
  if (schema.enum)
    return when(`one of ${schema.enum.map((name) => JSON.stringify(name)).join(', ')}`, (value) => schema.enum!.includes(value as string))
  switch (schema.type) {
    case 'object':
      return checkObject(schema)
    case 'array':
      return list(checkOf(schema.items ?? {}))
    case 'string':
      return checkText(schema)
    case 'boolean':
      return flag
    case 'integer':
    case 'number':
      return checkNumber(schema)
    default:
      return () => []
  }
}

function checkObject({ properties = {}, required = [], additionalProperties = false }: Schema): Check {
  if (additionalProperties === true) return when('an object', isRecord)
  if (additionalProperties !== false) return record(text, checkOf(additionalProperties))
  return members(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        required.includes(name) ? { required: true as const, check: checkOf(schema) } : { check: checkOf(schema) },
      ]),
    ),
  )
}

function checkText({ minLength = 0, pattern, format, description }: Schema): Check {
  // The rule in words is the first sentence of the description.
  const rule = description === undefined ? '' : ` (${description.split(/\.(?:\s|$)/)[0]!.replace(/^./, (first) => first.toLowerCase())})`
  if (format === 'date-time') return when('a time like 2026-01-01T09:00:00Z, from the year 1 to the year 9999', isShownTime)
  if (pattern !== undefined)
    return when(`a text that fits ${pattern}${rule}`, (value) => typeof value === 'string' && new RegExp(pattern, 'u').test(value))
  return minLength > 0 ? when('a text that is not empty', (value) => typeof value === 'string' && value !== '') : text
}

/** Of RFC 3339, or its day alone: without a zone a time would be another one on each machine. */
const instantForm = /^\d{4}-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/i

function isShownTime(value: unknown): boolean {
  const [, month, day] = (typeof value === 'string' && instantForm.exec(value)) || []
  if (typeof value !== 'string' || month === undefined) return false
  // The platform takes the 30th of February for the second of March.
  const date = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  const isDay = date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month)
  return isDay && Date.parse(value) >= firstTime && Date.parse(value) <= lastTime
}

function checkNumber({ type, minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }: Schema): Check {
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  const range = `${minimum > -Number.MAX_VALUE ? ` from ${minimum}` : ''}${maximum < Number.MAX_VALUE ? ` to ${maximum}` : ''}`
  return when(
    `${kind}${range}`,
    (value) => typeof value === 'number' && (type === 'number' || Number.isInteger(value)) && value >= minimum && value <= maximum,
  )
}

/** The problems of the form that fits best: of the fewest. */
const anyOf =
  (checks: readonly Check[]): Check =>
  (path, value) =>
    checks.map((check) => check(path, value)).toSorted((one, other) => one.length - other.length)[0] ?? []
