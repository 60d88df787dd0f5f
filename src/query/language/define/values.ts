// Classifies values as the server does.

import { sourceName } from '../../dialect/built-ins/guest-names.ts'
import type { Handler } from './definition.ts'
import { expression, fileName } from '../primordials.ts'

/** White space of .NET, which is not quite that of JavaScript. */
const blank = expression(/^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/)

export const isObjectOrFunction = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

export const isBlank = (text: string): boolean => blank.exec(text) !== null

/** Only functions that the script wrote count; bound and built-in ones do not (projection-language §3.4). */
export const isScriptFunction = (value: unknown): value is Handler => typeof value === 'function' && fileName(value) === sourceName
