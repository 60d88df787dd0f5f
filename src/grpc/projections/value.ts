// Turns the JSON of states and results into the messages that gRPC has for values (grpc §11).

import type { JsonObject, JsonValue } from '../../base/json/value.ts'
import { Double, isJsonObject } from '../../base/json/value.ts'
import { loadJson } from '../../base/json/read.ts'
import type { MessageInit } from '../messages/shapes.ts'

type Value = MessageInit<'Value'>

/** Numbers become doubles; an empty text, or one that is no JSON, is an object without members. */
export function valueOf(text: string): Value {
  const read = loadJson(text)
  return read.kind === 'value' && read.value !== undefined ? toValue(read.value) : structOf(new Map())
}

const structOf = (object: JsonObject): Value => ({
  kind: { case: 'structValue', value: { fields: Object.fromEntries([...object].map(([name, member]) => [name, toValue(member)])) } },
})

function toValue(value: JsonValue): Value {
  if (value === null || value === undefined) return { kind: { case: 'nullValue', value: 0 } }
  if (typeof value === 'boolean') return { kind: { case: 'boolValue', value } }
  if (typeof value === 'string') return { kind: { case: 'stringValue', value } }
  if (typeof value === 'bigint') return { kind: { case: 'numberValue', value: Number(value) } }
  if (value instanceof Double) return { kind: { case: 'numberValue', value: value.value } }
  if (isJsonObject(value)) return structOf(value)
  return { kind: { case: 'listValue', value: { values: value.map(toValue) } } }
}
