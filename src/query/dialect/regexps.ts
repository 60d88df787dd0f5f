// Regular expressions: `test` keeps `lastIndex`, and expressions that the reference cannot convert are refused.

import type { DialectHost } from './builtins.ts'
import type { Replacer } from './replace.ts'

/**
 * Runs inside the sandbox and outside; refers to nothing outside itself.
 *
 * @returns the end of the reference's message; undefined where it can convert the expression (projection-language §17.5).
 */
export function inconvertible(pattern: string, flags: string): string | undefined {
  if (flags.includes('v')) return 'Unicode sets mode (flag v) is not supported currently'
  const unicode = flags.includes('u')
  const general =
    /^(?:(?:General_Category|gc)=)?(?:[LMNPSZC]|L[ultmo&]|LC|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cfson]|(?:Cased_)?Letter|(?:Upper|Lower|Title)case_Letter|(?:Modifier|Other)_Letter|(?:Combining_)?Mark|(?:Nonspacing|Spacing|Enclosing)_Mark|Number|(?:Decimal|Letter|Other)_Number|digit|[Pp]unct(?:uation)?|(?:Connector|Dash|Open|Close|Initial|Final|Other)_Punctuation|Symbol|(?:Math|Currency|Modifier|Other)_Symbol|Separator|(?:Space|Line|Paragraph)_Separator|Other|Control|cntrl|Format|Surrogate|Private_Use|Unassigned)$/
  let groups = 0
  let inClass = false
  let reference = 0
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern[i]!
    if (character === '\\') {
      i += 1
      const escaped = pattern[i] ?? ''
      if (unicode && (escaped === 'p' || escaped === 'P')) {
        const name = /^\{([^}]*)\}/.exec(pattern.slice(i + 1))?.[1]
        if (name !== undefined && !general.test(name)) return 'Inconvertible Unicode property escape'
      }
      const digits = inClass ? undefined : /^[1-9]\d*/.exec(pattern.slice(i))?.[0]
      // A reference to a group that is not open yet; the end of the pattern shows whether the group exists.
      if (digits !== undefined && Number(digits) > groups && reference === 0) reference = Number(digits)
    } else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '(' && !inClass && (pattern[i + 1] !== '?' || /^\?<[^=!]/.test(pattern.slice(i + 1)))) groups += 1
  }
  return reference > 0 && reference <= groups ? 'Inconvertible forward reference' : undefined
}

/** Runs inside the sandbox; refers to nothing outside itself. */
export function bridgeRegExps(
  { replace, replaceConstructor, remove, method, textOf }: Replacer,
  refusal: typeof inconvertible,
  fail: DialectHost['fail'],
): void {
  const { RegExp, SyntaxError } = globalThis
  const { apply, construct } = Reflect
  const isMatch = method(RegExp.prototype, 'test')

  replace(RegExp.prototype, 'test', () => {
    return {
      test(this: RegExp, text: string) {
        const { lastIndex } = this
        const found = isMatch(this, text)
        if (!found && this.global && !this.sticky) this.lastIndex = lastIndex
        return found
      },
    }
  })
  remove(RegExp.prototype, 'compile')
  remove(RegExp, 'escape')

  /** Checks an expression that the engine accepted. */
  function checked(expression: RegExp): RegExp {
    const { source, flags } = expression
    const reason = refusal(source, flags)
    if (reason === undefined) return expression
    throw new SyntaxError(
      'Unsupported regular expression. Cannot convert regular expression to an equivalent ' +
        'System.Text.RegularExpressions.Regex: /' +
        source +
        '/' +
        flags +
        ': ' +
        reason,
    )
  }

  /** Words the engine's errors as the reference does; unknown ones stay as they are. */
  function described(error: SyntaxError, [pattern, flags]: readonly unknown[]): SyntaxError {
    const { message } = error
    if (message === 'invalid regular expression flags') return new SyntaxError('Line 1: Invalid regular expression flags')
    const detail = details[message]
    if (detail === undefined) return error
    const source = pattern instanceof RegExp ? pattern.source : textOf(pattern)
    return new SyntaxError('Line 1: Invalid regular expression: /' + source + '/' + textOf(flags ?? '') + ': ' + detail)
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
  replaceConstructor(RegExp, make)

  for (const name of ['match', 'search']) {
    replace(String.prototype, name, (original: (this: string, pattern: unknown) => unknown) => {
      return {
        match(this: string, pattern: unknown) {
          return apply(original, this, [typeof pattern === 'string' ? construct(make, [pattern]) : pattern])
        },
      }
    })
  }

  const hostTypes: Record<string, string> = {
    string: 'JsString',
    number: 'JsNumber',
    boolean: 'JsBoolean',
    bigint: 'JsBigInt',
    symbol: 'JsSymbol',
  }
  /** The reference looks for a method of the pattern before it converts the pattern, which fails for primitives. */
  replace(String.prototype, 'matchAll', (original: (this: string, pattern: unknown) => unknown) => {
    return {
      matchAll(this: string, pattern: unknown) {
        const type = pattern === null ? undefined : hostTypes[typeof pattern]
        if (type === undefined) return apply(original, this, [pattern])
        return fail("Unable to cast object of type 'Jint.Native." + type + "' to type 'Jint.Native.Object.ObjectInstance'.")
      },
    }
  })
}
