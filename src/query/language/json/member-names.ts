// Lists the names of an object's members in insertion order.

import { host } from '../guest.ts'
import { defineProperty, expression, getOwnPropertyDescriptor, isArray, list, ownKeys, parse } from '../primordials.ts'

const index = expression(/^(?:0|[1-9]\d*)$/)

/** The engine lists index-like names first, ascending; the server keeps insertion order. */
export function memberNames(value: object): readonly PropertyKey[] {
  const names = ownKeys(value)
  const first = names[0]
  if (typeof first !== 'string' || first > ':' || names.length < 2 || index.exec(first) === null) return names
  const order = host.orderNames(value)
  const found = order === '' ? list<string>() : (parse(order) as string[])
  if (found.length === names.length) return found
  const orderOfNames = isArray(value) ? '' : orderWithoutValues(value, names)
  return orderOfNames === '' ? completed(found, names) : completed(parse(orderOfNames) as string[], names)
}

/** The host reads no objects with functions, maps and the like, and no hidden members, so this sets them aside during its read. */
function orderWithoutValues(value: object, names: readonly PropertyKey[]): string {
  const taken = list<PropertyDescriptor | undefined>()
  for (let i = 0; i < names.length; i += 1) {
    const member = getOwnPropertyDescriptor(value, names[i]!)
    const isSetAside = member?.configurable === true ? !(member.enumerable === true && isPlain(member.value)) : member?.writable === true
    taken[i] = isSetAside ? member : undefined
    if (isSetAside) defineProperty(value, names[i]!, { __proto__: null, value: null, enumerable: true } as PropertyDescriptor)
  }
  const order = host.orderNames(value)
  for (let i = 0; i < names.length; i += 1) if (taken[i] !== undefined) defineProperty(value, names[i]!, taken[i]!)
  return order
}

const isPlain = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'

/** Adds the members that the order lacks, for example symbols, at the end. */
function completed(order: string[], names: readonly PropertyKey[]): readonly PropertyKey[] {
  if (order.length === names.length) return order
  const known: Record<PropertyKey, true> = { __proto__: null as never }
  const all = list<PropertyKey>()
  for (let i = 0; i < order.length; i += 1) {
    known[order[i]!] = true
    all[i] = order[i]!
  }
  for (let i = 0; i < names.length; i += 1) if (known[names[i]!] === undefined) all[all.length] = names[i]!
  return all
}
