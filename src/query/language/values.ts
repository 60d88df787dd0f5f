// Classifies values as the reference does.

import type { Handler } from './definition.ts'
import type { Primordials } from './primordials.ts'

export type Values = ReturnType<typeof testValues>

/** Runs inside the sandbox; refers to nothing outside itself. */
export function testValues({ expression, fileName }: Primordials, sourceName: string) {
  /** White space of .NET, which is not quite that of JavaScript. */
  const blank = expression(/^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/)

  return {
    isObject: (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function',
    isBlank: (text: string): boolean => blank.exec(text) !== null,
    /** Only functions that the script wrote count; bound and built-in ones do not (projection-language §3.4). */
    isScriptFunction: (value: unknown): value is Handler => typeof value === 'function' && fileName(value) === sourceName,
  }
}
