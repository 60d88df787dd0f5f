// JSON values: numbers keep their kind of spelling, objects the order of their names.

import { isMap } from '../platform/realms.ts'

/**
 * A value of `readJson`. Integers are `bigint`, so that none loses digits; all other numbers are `Double`; `undefined` is the word
 * `undefined`, which the server's parser accepts (streams-http §7.1).
 */
export type JsonValue = null | undefined | boolean | string | bigint | Double | readonly JsonValue[] | JsonObject

export type JsonObject = ReadonlyMap<string, JsonValue>

/** A number with a fraction or an exponent; prints with one again (`100.0`). */
export class Double {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The input of `writeJson`: parsed values, and documents of plain objects. A plain `number` prints as in JavaScript. */
export type JsonDocument = JsonValue | number | readonly JsonDocument[] | { readonly [name: string]: JsonDocument }

export const isJsonObject = (value: unknown): value is JsonObject => isMap(value)

export const isContainer = (value: JsonValue): value is JsonObject | readonly JsonValue[] => isJsonObject(value) || Array.isArray(value)
