// Words syntax errors as Acornima does, whose parser is a port of ours: most errors are raised at the same places, with other texts (26 §6.6).

/** Where our parser raised an error, and what it saw then. */
export interface Raised {
  readonly message: string
  readonly offset: number
  readonly text: string
  /** The current token, and the one before. */
  readonly start: number
  readonly lastStart: number
  readonly lastEnd: number
  readonly strict: boolean
}

/** A text of the server, and its place. */
export interface Worded {
  readonly text: string
  readonly offset: number
}

export const illegalToken = 'Invalid or unexpected token'

type Where = (raised: Raised) => number

const here: Where = ({ offset }) => offset
const tokenStart: Where = ({ start }) => start
const lastEnd: Where = ({ lastEnd: end }) => end
/** Behind the first dot, as in `new.target`. */
const behindDot: Where = ({ text, offset }) => offset + (/^\w+\s*\.\s*/.exec(text.slice(offset))?.[0].length ?? 0)
/** Of an operand, behind a word like `delete`. */
const operand: Where = ({ text, offset }) => offset + (/^\w+[\s(]*/.exec(text.slice(offset))?.[0].length ?? 0)
/** Of the first name that a declaration declares. */
const declared: Where = ({ text, offset }) => offset + (/^\w+\s*/.exec(text.slice(offset))?.[0].length ?? 0)
/** Of the backslash in front of an escape. */
const backslash: Where = ({ text, offset }) => Math.max(0, text.lastIndexOf('\\', offset))

/** Patterns of our parser's messages with the server's texts, where `$1` is the first group, and places. */
const wordings: readonly (readonly [pattern: RegExp, text: string, where?: Where])[] = [
  [/^Unterminated comment$|^Unterminated string constant$|^Unexpected character /, illegalToken],
  [/^Expected number in radix |^Identifier directly after number$/, illegalToken, tokenStart],
  [/^Expecting Unicode escape sequence |^Invalid Unicode escape$/, illegalToken, tokenStart],
  [/^Numeric separator is not allowed at the first of digits$/, illegalToken, tokenStart],
  [/^Numeric separator is not allowed in legacy octal/, 'Numeric separator can not be used after leading 0'],
  [/^Numeric separator must be exactly one underscore$/, 'Only one underscore is allowed as numeric separator'],
  [/^Numeric separator is not allowed at the last of digits$/, 'Numeric separators are not allowed at the end of numeric literals'],
  [/^Unterminated regular expression$/, 'Invalid regular expression: missing /', ({ offset }) => offset - 1],
  [/^Unterminated template/, 'Unexpected end of input', ({ text }) => text.length],
  [/^Octal literal in strict mode$/, 'Octal escape sequences are not allowed in strict mode', backslash],
  [/^Code point out of bounds$/, 'Undefined Unicode code-point', backslash],
  [/^Yield expression cannot be a default value$/, 'Yield expression not allowed in formal parameter'],
  [/^Await expression cannot be a default value$/, 'Illegal await-expression in formal parameters of async function'],
  [/^Shorthand property assignments are valid only/, 'Invalid shorthand property initializer'],
  [/^Redefinition of __proto__ property$/, 'Duplicate __proto__ fields are not allowed in object literals'],
  [/^The left-hand side of a for-of loop may not start with 'let'/, "The left-hand side of a for-of loop may not start with 'let'"],
  [/^Multiple default clauses$/, 'More than one default clause in switch statement', tokenStart],
  [/^Illegal newline after throw$/, 'Illegal newline after throw'],
  [/^Missing catch or finally clause$/, 'Missing catch or finally after try', lastEnd],
  [/^'with' in strict mode$/, 'Strict mode code may not include a with statement'],
  [/^Label '(.*)' is already declared$/, "Label '$1' has already been declared"],
  [/^(for-\w+ loop variable declaration may not have an initializer)$/, '$1', declared],
  [/^Complex binding patterns require an initialization value$/, 'Missing initializer in destructuring declaration'],
  [/^'super' keyword outside a method$|^super\(\) call outside/, "'super' keyword unexpected here"],
  [/^Optional chaining cannot appear in the callee of new/, 'Invalid optional chain from new expression'],
  [
    /^Optional chaining cannot appear in the tag/,
    'Invalid tagged template on optional chain',
    ({ text, offset }) => text.lastIndexOf('?.', offset),
  ],
  [/^Escape sequence in keyword /, 'Keyword must not contain escaped characters'],
  [/^'(new\.target|import\.meta)' must not contain escaped/, "'$1' must not contain escaped characters", behindDot],
  [/^'new\.target' can only be used/, 'new.target expression is not allowed here', behindDot],
  [/^Cannot use 'import\.meta' outside a module$/, "Cannot use 'import.meta' outside a module", behindDot],
  [/^getter should have no params$/, 'Getter must not have any formal parameters'],
  [/^setter should have exactly one param$/, 'Setter must have exactly one formal parameter'],
  [
    /^Setter cannot use rest params$/,
    'Setter function argument must not be a rest parameter',
    ({ text, offset }) => text.lastIndexOf('(', offset),
  ],
  [/^Argument name clash$/, 'Duplicate parameter name not allowed in this context'],
  [/^let is disallowed as a lexically bound name$/, 'let is disallowed as a lexically bound name'],
  [/^(?:Binding|Assigning to) (?:eval|arguments) in strict mode$/, 'Unexpected eval or arguments in strict mode'],
  [/^(?:Binding|Assigning to) .* in strict mode$/, 'Unexpected strict mode reserved word'],
  [/^Binding member expression$/, 'Illegal property in declaration context'],
  [/^Binding parenthesized expression$|^Parenthesized pattern$/, 'Invalid destructuring assignment target'],
  [
    /^Object pattern can't contain getter or setter$/,
    'Invalid destructuring assignment target',
    ({ text, offset }) => text.lastIndexOf('et', offset) - 1,
  ],
  [/^Only '=' operator can be used/, 'Invalid destructuring assignment target'],
  [/^Duplicate constructor in the same class$/, 'A class may only have one constructor'],
  [/^Constructor can't have get\/set modifier$/, 'Class constructor may not be an accessor'],
  [/^Constructor can't be a generator$/, 'Class constructor may not be a generator'],
  [/^Constructor can't be an async method$/, 'Class constructor may not be an async method'],
  [/^Classes can't have an element named '#constructor'$/, 'Class constructor may not be a private method'],
  [/^Classes can't have a field named 'constructor'$/, "Classes may not have a field named 'constructor'"],
  [
    /^Classes (?:may not have a static property named prototype|can't have a static field named 'prototype')$/,
    "Classes may not have a static property named 'prototype'",
  ],
  [/^Deleting local variable in strict mode$/, 'Delete of an unqualified identifier in strict mode', operand],
  [/^Private fields can not be deleted$/, 'Private fields can not be deleted', operand],
  [/^Illegal 'use strict' directive/, "Illegal 'use strict' directive in function with non-simple parameter list"],
  [
    /^Cannot use 'arguments' in class field|^Cannot use arguments in class static/,
    "'arguments' is not allowed in class field initializer or static initialization block",
  ],
  [/^Cannot use await in class static/, 'Unexpected reserved word'],
  [/^Cannot use (?:keyword )?'await'/, 'Unexpected reserved word'],
  [/^Unexpected keyword '(.*)'$/, "Unexpected token '$1'"],
  [/^(?:Invalid|Duplicate) regular expression flag$/, 'Invalid regular expression flags'],
]

const strictWords = /^(?:implements|interface|let|package|private|protected|public|static|yield)$/

/** @returns undefined if the parser itself must decide. */
export function wordingOf(raised: Raised): Worded | undefined {
  const { message, offset, text } = raised
  const reserved = /^The keyword '(.*)' is reserved$/.exec(message)?.[1]
  if (reserved !== undefined) return { text: reservedText(reserved), offset }
  if (message === "Cannot use 'yield' as identifier inside a generator")
    return { text: raised.strict ? reservedText('yield') : "Unexpected identifier 'yield'", offset }
  if (message === 'Invalid number') return { text: numberText(text.slice(offset), raised.strict), offset }
  if (/^Bad (?:character )?escape sequence/.test(message)) return badEscape(raised)
  const jump = /^Unsyntactic (break|continue)$/.exec(message)?.[1]
  if (jump !== undefined) return strayJump(jump, text, offset)
  for (const [pattern, worded, where = here] of wordings) {
    const found = pattern.exec(message)
    if (found) return { text: worded.replace('$1', () => found[1]!), offset: where(raised) }
  }
  return undefined
}

const reservedText = (word: string): string =>
  strictWords.test(word) ? 'Unexpected strict mode reserved word' : 'Unexpected reserved word'

function numberText(rest: string, isStrict: boolean): string {
  if (isStrict && /^0[0-7]+(?![\d.eE])/.test(rest)) return 'Octal literals are not allowed in strict mode'
  return isStrict && /^0\d/.test(rest) ? 'Decimals with leading zeros are not allowed in strict mode' : illegalToken
}

/** In templates, and `\x` and `\u` in strings. */
function badEscape({ message, text, offset, start }: Raised): Worded {
  const isTemplate = message.includes('template')
  const found = isTemplate ? /(?:[^\\`]|\\(?![xu\d])[^])*?(?=\\[xu\d])/y : undefined
  if (found) found.lastIndex = start
  const at = found ? start + (found.exec(text)?.[0].length ?? 0) : text.lastIndexOf('\\', offset)
  const escape = text[at + 1] ?? ''
  if (escape === 'x') return { text: 'Invalid hexadecimal escape sequence', offset: at }
  if (escape === 'u') return { text: 'Invalid Unicode escape sequence', offset: at }
  if (/[89]/.test(escape)) return { text: '\\8 and \\9 are not allowed in template strings', offset: at }
  return { text: 'Octal escape sequences are not allowed in template strings', offset: at }
}

function strayJump(jump: string, text: string, offset: number): Worded {
  const [, space, label] = /^\w+([^\S\r\n\u2028\u2029]+)([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(text.slice(offset)) ?? []
  if (label !== undefined) return { text: `Undefined label '${label}'`, offset: offset + jump.length + space!.length }
  return { text: jump === 'break' ? 'Illegal break statement' : 'Illegal continue statement: no surrounding iteration statement', offset }
}
