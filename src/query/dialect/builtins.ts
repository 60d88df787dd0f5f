// The text that makes a fresh sandbox's built-ins behave like the reference's, composed of functions that run in it.

import { bridgeArrays } from './arrays.ts'
import { makeDateParser } from './date-parser.ts'
import { bridgeDates } from './dates.ts'
import { bridgeErrors } from './errors.ts'
import { makeExactMath } from './exact-math.ts'
import { bridgeFunctions } from './functions.ts'
import { bridgeGlobals } from './globals.ts'
import { makeHelpers } from './helpers.ts'
import { makeIntroSort } from './intro-sort.ts'
import { bridgeJson } from './json.ts'
import { bridgeMath } from './maths.ts'
import { makeTranslator } from './messages.ts'
import { bridgeNumbers } from './numbers.ts'
import { bridgeRegExps, inconvertible } from './regexps.ts'
import { makeReplacer } from './replace.ts'
import { bridgeStrings } from './strings.ts'

/** The functions of the language that the dialect needs, inside the sandbox. */
export interface DialectHost {
  /** Raises an API error, which a script cannot catch (projection-language §3.9). */
  fail(message: string): never
  /** Reads JSON as the reference's parser does (§9.2); throws a SyntaxError that a script can catch. */
  readJson(text: string): unknown
  /** Runs the pending reactions of promises. */
  runJobs(): void
}

/**
 * Text of an expression: a function that takes a `DialectHost`, replaces the built-ins and returns the `Helpers`.
 *
 * The language captures its primordials BEFORE it calls this (it needs the engine's own `Function.prototype.toString` and
 * `JSON.parse`), binds the result to the global constant `helpersName`, and only then evaluates the query. It passes every exception
 * that leaves the script through `Helpers.caught` before it reads the message.
 */
export const builtinsText = `(function (host) {
'use strict'
const replacer = (${String(makeReplacer)})()
const exactMath = (${String(makeExactMath)})()
;(${String(bridgeGlobals)})(replacer)
;(${String(bridgeFunctions)})(replacer)
;(${String(bridgeNumbers)})(replacer)
;(${String(bridgeMath)})(replacer, exactMath)
;(${String(bridgeStrings)})(replacer)
;(${String(bridgeArrays)})(replacer, (${String(makeIntroSort)})(host.fail))
;(${String(bridgeRegExps)})(replacer, ${String(inconvertible)}, host.fail)
;(${String(bridgeJson)})(replacer, host.readJson)
;(${String(bridgeDates)})(replacer, (${String(makeDateParser)})(replacer))
;(${String(bridgeErrors)})(replacer)
return (${String(makeHelpers)})(replacer, host, (${String(makeTranslator)})(replacer), exactMath)
})`
