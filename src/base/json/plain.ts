// Reads plain JSON with the platform's parser, which is several times faster while its code is cold.

import { Double } from './value.ts'
import type { JsonValue } from './value.ts'

/**
 * Texts that the platform prints again just as they are mean the same to the server. Repeated names, digits that a double loses, and
 * every spelling beyond plain JSON do not come back, and are left to the server's own rules.
 *
 * @param levels limit for nested arrays and objects.
 * @returns undefined if those rules decide.
 */
export function readPlain(text: string, levels: number): JsonValue {
  // Only escapes can spell half of a surrogate pair, which the server replaces.
  if (text.includes('\\u')) return undefined
  const parsed = parsedIfSame(text)
  return parsed === undefined ? undefined : valueOf(parsed, levels)
}

function parsedIfSame(text: string): unknown {
  // Bodies that were stored here are indented.
  const indentation = text[1] === '\n' ? 2 : 0
  // Python's default has a blank behind each colon: not worth parsing, because it does not come back.
  if (indentation === 0 && text[text.indexOf('":') + 2] === ' ') return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return JSON.stringify(parsed, undefined, indentation) === text ? parsed : undefined
  } catch {
    // It is no JSON, or too deep for the platform.
    return undefined
  }
}

/** @returns undefined if it is nested too deep, or holds an integer that a double may have rounded. */
function valueOf(parsed: unknown, levels: number): JsonValue {
  if (typeof parsed === 'number') return numberOf(parsed)
  if (typeof parsed !== 'object' || parsed === null) return parsed as JsonValue
  if (levels === 0) return undefined
  if (Array.isArray(parsed)) {
    const items: JsonValue[] = []
    for (const each of parsed) {
      const item = valueOf(each, levels - 1)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }
  const members = new Map<string, JsonValue>()
  for (const name of Object.keys(parsed)) {
    const member = valueOf((parsed as Record<string, unknown>)[name], levels - 1)
    if (member === undefined) return undefined
    members.set(name, member)
  }
  return members
}

function numberOf(number: number): JsonValue {
  if (!Number.isInteger(number)) return new Double(number)
  return Number.isSafeInteger(number) ? BigInt(number) : undefined
}
