// The values that JSON text stands for here: numbers keep their spelling class, objects keep the order of their names.

import { isMap } from '../realms.ts'

/**
 * A JSON value as `readJson` gives it. Integers are `bigint` so that none of them loses digits, all other numbers are
 * `Double`; `undefined` is the word `undefined`, which the reference's parser accepts (streams-http §7.1).
 */
export type JsonValue = null | undefined | boolean | string | bigint | Double | readonly JsonValue[] | JsonObject

export type JsonObject = ReadonlyMap<string, JsonValue>

/** A number written with a fraction or an exponent; it keeps one when it is printed (`100.0`). */
export class Double {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** What `writeJson` prints: parsed values, and documents made of plain objects. A plain `number` is printed as JavaScript does. */
export type JsonDocument = JsonValue | number | readonly JsonDocument[] | { readonly [name: string]: JsonDocument }

export const isJsonObject = (value: unknown): value is JsonObject => isMap(value)
