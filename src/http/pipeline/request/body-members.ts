// Reads the members of a JSON body as the server binds them: case-insensitive names, converted values (server-http §2.9).

import type { Wanted } from '../../../base/json/read.ts'
import { readJsonObjectInSlices } from '../../../base/json/read.ts'
import type { JsonValue } from '../../../base/json/value.ts'
import { Double } from '../../../base/json/value.ts'
import { writeDouble } from '../../../base/json/write.ts'
import type { TimeSlice } from '../../../base/time/time-slice.ts'
import { createTimeSlice } from '../../../base/time/time-slice.ts'

/** Thrown for a value without a conversion, which makes the whole body unusable. */
export class UnusableBody extends Error {
  override readonly name = 'UnusableBody'
}

/**
 * Each method returns undefined for a missing or null member, and throws `UnusableBody` for a value without a conversion. Of a name given
 * several times the last value that is not missing counts, but each must have a conversion.
 */
export interface BodyMembers<Name extends string = string> {
  text(name: Name): string | undefined
  texts(name: Name): (string | null)[] | undefined
  /** 32 bits; fractions and exponents have no conversion, and an empty text counts as missing. */
  integer(name: Name): number | undefined
  /** 64 bits; rounds fractions half to even, and takes flags for 1 and 0. */
  long(name: Name): bigint | undefined
  /** An empty text counts as missing. */
  flag(name: Name): boolean | undefined
}

/**
 * Lets others run while it reads a long body.
 *
 * @param names of the members that it will be asked for. @throws UnusableBody where the body is no JSON object.
 */
export async function readBodyMembers<const Name extends string>(
  body: Uint8Array,
  names: readonly Name[],
  slice = createTimeSlice(),
): Promise<BodyMembers<Name>> {
  const wanted: Wanted = new Map(names.map((name) => [name.toLowerCase(), undefined]))
  const values = await valuesByName(new TextDecoder().decode(body), wanted, slice)
  const member = <T>(
    name: string,
    convert: (value: NonNullable<JsonValue>) => T | undefined,
    isMissing: (value: JsonValue) => boolean = () => false,
  ): T | undefined => {
    let last: T | undefined
    for (const value of values.get(name.toLowerCase()) ?? []) {
      if (value === null || isMissing(value)) continue
      last = value === undefined ? undefined : convert(value)
      if (last === undefined) throw new UnusableBody(`The value of ${name} cannot be used.`)
    }
    return last
  }
  return {
    text: (name) => member(name, toText),
    texts: (name) => member(name, toTexts, (value) => value === undefined),
    integer: (name) => member(name, toInteger, isEmpty),
    long: (name) => member(name, toLong),
    flag: (name) => member(name, toFlag, isEmpty),
  }
}

/** @returns the values of each name in lower case, in their order. */
async function valuesByName(text: string, wanted: Wanted, slice: TimeSlice): Promise<ReadonlyMap<string, readonly JsonValue[]>> {
  const values = new Map<string, JsonValue[]>()
  const add = (spelled: string, value: JsonValue): void => {
    const name = spelled.toLowerCase()
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  return (await readJsonObjectInSlices(text, wanted, add, slice)) ? values : unusable()
}

function unusable(): never {
  throw new UnusableBody('The body is no JSON object.')
}

const isEmpty = (value: JsonValue): boolean => value === ''

function toText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return value instanceof Double ? writeDouble(value.value).replaceAll('"', '') : undefined
}

/** @returns undefined where the list has no conversion, as those below. */
export function toTexts(value: JsonValue): (string | null)[] | undefined {
  if (!Array.isArray(value)) return undefined
  const texts = value.map((item) => (item === null ? null : toText(item)))
  return texts.every((text) => text !== undefined) ? texts : undefined
}

export function toInteger(value: JsonValue): number | undefined {
  const whole = toWhole(value)
  return whole === undefined || BigInt.asIntN(32, whole) !== whole ? undefined : Number(whole)
}

function toLong(value: JsonValue): bigint | undefined {
  const whole = typeof value === 'boolean' ? BigInt(value) : value instanceof Double ? toRounded(value.value) : toWhole(value)
  return whole === undefined || BigInt.asIntN(64, whole) !== whole ? undefined : whole
}

function toWhole(value: JsonValue): bigint | undefined {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace('+', '')) : undefined
}

const toRounded = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(roundHalfToEven(value)) : undefined)

function roundHalfToEven(value: number): number {
  const rounded = Math.round(value)
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

export function toFlag(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value !== 0n
  if (value instanceof Double) return Number.isFinite(value.value) ? value.value !== 0 : undefined
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' ? true : word === 'false' ? false : undefined
}
