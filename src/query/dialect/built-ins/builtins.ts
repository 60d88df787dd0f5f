// Makes a fresh sandbox's built-ins behave like the server's.

import { bridgeArrays } from './objects/arrays.ts'
import { bridgeBigInts } from './objects/big-ints.ts'
import { bridgeDates } from './objects/dates.ts'
import type { DialectHost } from './dialect-host.ts'
import { bridgeErrors } from './errors.ts'
import { bridgeFunctions } from './objects/functions.ts'
import { bridgeGlobals } from './objects/globals.ts'
import type { Helpers } from './helpers.ts'
import { makeHelpers } from './helpers.ts'
import { bridgeJson } from './objects/json.ts'
import { bridgeLibrary } from './library.ts'
import { bridgeNumbers } from './objects/numbers.ts'
import { bridgeRegExps } from './objects/regexps.ts'
import { bridgeStrings } from './objects/strings.ts'

/**
 * Replaces the built-ins.
 *
 * The language captures its primordials BEFORE it calls this (it needs the engine's own `Function.prototype.toString` and
 * `JSON.parse`), binds the result to the global constant `helpersName`, and only then evaluates the query. It passes every exception
 * that leaves the script through `Helpers.caught` before it reads the message.
 */
export function installDialect(host: DialectHost): Helpers {
  bridgeGlobals()
  bridgeLibrary()
  bridgeFunctions()
  bridgeBigInts()
  bridgeNumbers(host)
  bridgeStrings(host)
  bridgeArrays()
  bridgeRegExps(host.fail)
  bridgeJson(host.readJson)
  bridgeDates(host.fail)
  bridgeErrors()
  return makeHelpers(host)
}
