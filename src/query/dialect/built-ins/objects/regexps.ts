// Regular expressions: `test` does not search from behind the end, and expressions that the server cannot convert are refused.

import { language } from '../facts.ts'
import { inconvertible } from './inconvertible.ts'
import type { DialectHost } from '../dialect-host.ts'
import { method, remove, replace, replaceConstructor, textOf } from '../replace.ts'

const { RegExp, SyntaxError } = globalThis
const { apply, construct } = Reflect
const indexOf = method(String.prototype, 'indexOf')
const isMatch = method(RegExp.prototype, 'test')

/** Checks an expression that the engine accepted. */
function checked(expression: RegExp): RegExp {
  const message = inconvertible(expression.source, expression.flags)
  if (message !== undefined) throw new SyntaxError(message)
  return expression
}

/** Words the engine's errors as the server does; unknown ones stay as they are. */
function described(error: SyntaxError, [pattern, flags]: readonly unknown[]): SyntaxError {
  const { message } = error
  const isOld = language.parser === 'esprima'
  if (message === 'invalid regular expression flags') {
    return new SyntaxError(isOld ? 'Line 1: Invalid regular expression flags' : 'Invalid regular expression flags (1:1)')
  }
  const detail = details[message]
  if (detail === undefined) return error
  const source = pattern instanceof RegExp ? pattern.source : textOf(pattern)
  const text = 'Invalid regular expression: /' + source + '/' + textOf(flags ?? '') + ': ' + detail
  return new SyntaxError(isOld ? 'Line 1: ' + text : text + ' (1:' + (placeOf(detail, source) + 1) + ')')
}

/** The place in a pattern that the server shows, as far as it follows from the pattern's end or its first bracket. */
function placeOf(detail: string, pattern: string): number {
  if (detail === 'Nothing to repeat') return 0
  const bracket = detail === "Unmatched ')'" ? ')' : detail === 'Invalid group' ? '(' : ''
  return bracket === '' ? pattern.length : indexOf(pattern, bracket)
}

const details: Record<string, string> = {
  __proto__: null as never,
  "expecting ')'": 'Unterminated group',
  'unexpected end': 'Unterminated character class',
  'nothing to repeat': 'Nothing to repeat',
  'extraneous characters at the end': "Unmatched ')'",
  'invalid group': 'Invalid group',
  'invalid class range': 'Range out of order in character class',
  'invalid repetition count': 'numbers out of order in {} quantifier',
  'invalid escape sequence in regular expression': 'Invalid escape',
  'duplicate group name': 'Duplicate capture group name',
  'syntax error': 'Nothing to repeat',
}

function make(this: unknown, ...given: unknown[]): unknown {
  const [pattern, flags] = given
  if (!new.target && flags === undefined && pattern instanceof RegExp && pattern.constructor === make) return pattern
  const target = new.target === undefined || new.target === make ? RegExp : new.target
  try {
    return checked(construct(RegExp, given, target) as RegExp)
  } catch (error) {
    throw error instanceof SyntaxError ? described(error, given) : error
  }
}

const hostTypes: Record<string, string> = {
  string: 'JsString',
  number: 'JsNumber',
  boolean: 'JsBoolean',
  bigint: 'JsBigInt',
  symbol: 'JsSymbol',
}

const outside = "Start index cannot be less than 0 or greater than input length. (Parameter 'startat')"

export function bridgeRegExps(fail: DialectHost['fail']): void {
  replace(RegExp.prototype, {
    test(this: RegExp, given: string) {
      if (this.lastIndex === 0 || !(this instanceof RegExp) || this.unicode) return isMatch(this, given)
      const text = textOf(given)
      if (!this.global && !this.sticky) this.lastIndex = 0
      else if (text !== '' && this.lastIndex >= text.length) return false
      else if (text === '' && this.lastIndex > 0) fail(outside)
      return isMatch(this, text)
    },
  })
  remove(RegExp.prototype, 'compile')
  remove(RegExp, 'escape')
  replaceConstructor(RegExp, make)

  const { match, matchAll, search } = String.prototype
  const converted = (pattern: unknown): string => (typeof pattern === 'string' ? construct(make, [pattern]) : pattern) as string
  replace(String.prototype, {
    match(this: string, pattern: unknown) {
      return apply(match, this, [converted(pattern)])
    },
    search(this: string, pattern: unknown) {
      return apply(search, this, [converted(pattern)])
    },
    /** The server looks for a method of the pattern before it converts the pattern, which fails for primitives. */
    matchAll(this: string, pattern: RegExp) {
      const type = pattern === null ? undefined : hostTypes[typeof pattern]
      if (type === undefined) return apply(matchAll, this, [pattern])
      return fail("Unable to cast object of type 'Jint.Native." + type + "' to type 'Jint.Native.Object.ObjectInstance'.")
    },
  })
}
