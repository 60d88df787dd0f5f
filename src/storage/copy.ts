// Copies a value as structured cloning does, with a fast path for plain data, which nearly every row is.

import type { RecordedEvent } from '../base/events/events.ts'
import { isPlainObject } from '../base/platform/realms.ts'

/** Deeper values, and cyclic ones, go to `structuredClone`. */
const deepest = 24

/**
 * Six to ten times as fast as `structuredClone` for the rows and heads of the product (decision 7).
 *
 * @throws DOMException `DataCloneError` for values that cannot be cloned, e.g. functions.
 */
export function copy<T>(value: T): T {
  try {
    return copyTo(deepest, value) as T
  } finally {
    longLists = undefined
  }
}

/** The row of a run has the list of its streams in five positions. */
const longList = 1000
/** The lists of the value that is being copied, and their copies: as with structured cloning, one list stays one. */
let longLists: Map<readonly unknown[], readonly unknown[]> | undefined

function copyList(list: readonly unknown[]): readonly unknown[] {
  if (list.length < longList) return list.slice()
  const copied = list.slice()
  longLists = (longLists ?? new Map<readonly unknown[], readonly unknown[]>()).set(list, copied)
  return copied
}

function copyTo(depth: number, value: unknown): unknown {
  if (isCopiedByValue(value)) return value
  if (depth === 0) return structuredClone(value)
  if (Array.isArray(value))
    return longLists?.get(value) ?? (isFlat(value) ? copyList(value) : value.map((item: unknown) => copyTo(depth - 1, item)))
  if (!isPlainObject(value)) return structuredClone(value)
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    // Assigning this name would set the prototype instead of a member.
    if (name === '__proto__') return structuredClone(value)
    result[name] = copyTo(depth - 1, value[name])
  }
  return result
}

/** A position may have a hundred thousand streams and numbers: a call for each of them would take most of the time. */
function isFlat(list: readonly unknown[]): boolean {
  for (const item of list) {
    const type = typeof item
    if (type !== 'string' && type !== 'number' && !isCopiedByValue(item)) return false
  }
  return true
}

function isCopiedByValue(value: unknown): boolean {
  const type = typeof value
  return type === 'object' ? value === null : type !== 'function' && type !== 'symbol'
}

export const copyEvent = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  data: copyContent(event.data),
  metadata: copyContent(event.metadata),
})

/** Copies only the visible bytes: cloning a view would clone its whole buffer. */
const copyContent = (content: string | Uint8Array): string | Uint8Array => (typeof content === 'string' ? content : new Uint8Array(content))
