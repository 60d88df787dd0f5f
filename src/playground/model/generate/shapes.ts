// Learns the shape of JSON values from examples: which members, what kinds of values, and between which bounds.

import type { Json } from '../steps/json-diff.ts'

export type Shape =
  /** One of the values seen, those that came often more often. */
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly digits: number }
  | { readonly kind: 'guid' }
  /** Milliseconds since 1970; `length` is that of the ISO 8601 text. */
  | { readonly kind: 'time'; readonly least: number; readonly most: number; readonly length: number }
  /** E.g. `order-007`: counts on. */
  | { readonly kind: 'counted'; readonly prefix: string; readonly width: number; readonly last: number }
  | { readonly kind: 'list'; readonly least: number; readonly most: number; readonly item: Shape | undefined }
  /** `share`: of the objects that have the member. */
  | { readonly kind: 'object'; readonly members: readonly { readonly name: string; readonly share: number; readonly shape: Shape }[] }
  /** Values of several kinds; `share`: of all. */
  | { readonly kind: 'mixed'; readonly parts: readonly { readonly share: number; readonly shape: Shape }[] }

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z)?$/
const numbered = /^(.*?\D|)(\d{1,9})$/s

/** @param values at least one. */
export function shapeOf(values: readonly Json[]): Shape {
  const kinds = Object.values(Object.groupBy(values, kindOf)) as Json[][]
  if (kinds.length === 1) return shapeOfKind(values)
  return { kind: 'mixed', parts: kinds.map((same) => ({ share: same.length / values.length, shape: shapeOfKind(same) })) }
}

const kindOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

function shapeOfKind(values: readonly Json[]): Shape {
  const [first] = values
  if (typeof first === 'string') return shapeOfTexts(values as readonly string[])
  if (typeof first === 'number') return shapeOfNumbers(values as readonly number[])
  if (Array.isArray(first)) return shapeOfLists(values as readonly (readonly Json[])[])
  if (typeof first === 'object' && first !== null) return shapeOfObjects(values as readonly Readonly<Record<string, Json>>[])
  return { kind: 'choice', values }
}

function shapeOfTexts(values: readonly string[]): Shape {
  if (values.every((value) => guid.test(value))) return { kind: 'guid' }
  if (values.every((value) => isoTime.test(value))) {
    const times = values.map((value) => Date.parse(value))
    return { kind: 'time', least: Math.min(...times), most: Math.max(...times), length: values[0]!.length }
  }
  const parts = values.map((value) => numbered.exec(value))
  const [, prefix = '', digits = ''] = parts[0] ?? []
  // Numbers that come again are names, e.g. of customers.
  if (new Set(values).size === values.length && values.length > 1 && parts.every((part) => part?.[1] === prefix))
    return {
      kind: 'counted',
      prefix,
      width: digits.startsWith('0') ? digits.length : 0,
      last: Math.max(...parts.map((part) => Number(part![2]))),
    }
  return { kind: 'choice', values }
}

function shapeOfNumbers(values: readonly number[]): Shape {
  const digits = Math.max(...values.map((value) => /\.(\d+)$/.exec(String(value))?.[1]!.length ?? 0))
  return { kind: 'number', least: Math.min(...values), most: Math.max(...values), digits }
}

function shapeOfLists(values: readonly (readonly Json[])[]): Shape {
  const lengths = values.map(({ length }) => length)
  const items = values.flat()
  return { kind: 'list', least: Math.min(...lengths), most: Math.max(...lengths), item: items.length > 0 ? shapeOf(items) : undefined }
}

function shapeOfObjects(values: readonly Readonly<Record<string, Json>>[]): Shape {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))]
  return {
    kind: 'object',
    members: names.map((name) => {
      const own = values.flatMap((value) => (Object.hasOwn(value, name) ? [value[name]!] : []))
      return { name, share: own.length / values.length, shape: shapeOf(own) }
    }),
  }
}
