// Makes a fresh sandbox's built-ins behave like the reference's.

import { bridgeArrays } from './objects/arrays.ts'
import { bridgeDates } from './objects/dates.ts'
import { bridgeErrors } from './errors.ts'
import { bridgeFunctions } from './objects/functions.ts'
import { bridgeGlobals } from './objects/globals.ts'
import type { Helpers } from './helpers.ts'
import { makeHelpers } from './helpers.ts'
import { bridgeJson } from './objects/json.ts'
import { bridgeMath } from './objects/maths.ts'
import { bridgeNumbers } from './objects/numbers.ts'
import { bridgeRegExps } from './objects/regexps.ts'
import { bridgeStrings } from './objects/strings.ts'

/** The functions of the language that the dialect needs. */
export interface DialectHost {
  /** Raises an API error, which a script cannot catch (projection-language §3.9). */
  fail(message: string): never
  /** Reads JSON as the reference's parser does (§9.2); throws a SyntaxError that a script can catch. */
  readJson(text: string): unknown
  /** Runs the pending reactions of promises. */
  runJobs(): void
  /** Takes the reports of a query that was prepared with marks. */
  markLine(line: number): void
  markValue(site: number, line: number, name: string, value: unknown): void
}

/**
 * Replaces the built-ins.
 *
 * The language captures its primordials BEFORE it calls this (it needs the engine's own `Function.prototype.toString` and
 * `JSON.parse`), binds the result to the global constant `helpersName`, and only then evaluates the query. It passes every exception
 * that leaves the script through `Helpers.caught` before it reads the message.
 */
export function installDialect(host: DialectHost): Helpers {
  bridgeGlobals()
  bridgeFunctions()
  bridgeNumbers()
  bridgeMath()
  bridgeStrings()
  bridgeArrays(host.fail)
  bridgeRegExps(host.fail)
  bridgeJson(host.readJson)
  bridgeDates(host.fail)
  bridgeErrors()
  return makeHelpers(host)
}
