// Describes syntax errors as the server's parser does (projection-language §17.4).

import type { ParseProblem } from './tolerant-parser.ts'

const illegal = 'Unexpected token ILLEGAL'

/** Patterns of our parser's messages with the server's texts; `$1` is the first group. */
const wordings: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^Unterminated (?:string constant|template.*)$|^Unexpected character |^Identifier directly after number$|^Invalid number$/, illegal],
  [/^Expected number in radix |^Expecting Unicode escape sequence/, illegal],
  [/^'import' and 'export' may/, 'Unexpected token'],
  [/^(Missing initializer in .* declaration)$/, '$1'],
  [/^Complex binding patterns require an initialization value$/, 'Missing initializer in destructuring declaration'],
  [/^Missing catch or finally clause$/, 'Missing catch or finally after try'],
  [/^Label '(.*)' is already declared$/, 'Label "$1" has already been declared'],
  [/^Multiple default clauses$/, 'More than one default clause in switch statement'],
  [/^Duplicate constructor in the same class$/, 'A class may only have one constructor'],
  [/^Bad (?:character )?escape sequence/, 'Invalid hexadecimal escape sequence'],
  [/^Invalid Unicode escape$/, 'Invalid Unicode escape sequence'],
  [/^Code point out of bounds$/, 'Undefined Unicode code-point'],
  [/^(?:Invalid|Duplicate) regular expression flag$/, 'Invalid regular expression flags'],
  [/^Unterminated regular expression$/, 'Invalid regular expression: missing /'],
  [/^Numeric separator /, 'Numeric separator is not allowed here'],
  [/^'with' in strict mode$/, 'Strict mode code may not include a with statement'],
  [/^Binding (?:eval|arguments) in strict mode$/, 'Variable name may not be eval or arguments in strict mode'],
  [/^Assigning to (?:eval|arguments) in strict mode$/, 'Assignment to eval or arguments is not allowed in strict mode'],
  [/^Octal literal in strict mode$/, 'Octal literals are not allowed in strict mode.'],
  [/^Argument name clash$/, 'Duplicate parameter name not allowed in this context'],
  [/^The keyword 'enum' is reserved$/, 'Unexpected reserved word'],
  [/^The keyword '.*' is reserved$/, 'Use of future reserved word in strict mode'],
  [/^Unexpected keyword '(.*)'$/, 'Unexpected token $1'],
  [/^Logical expressions and coalesce expressions cannot be mixed/, 'Unexpected token ??'],
  [/^Shorthand property assignments are valid only/, 'Unexpected token ='],
  [/^super\(\) call outside constructor of a subclass$/, "'super' keyword unexpected here"],
  [/^Constructor can't have get\/set modifier$/, 'Class constructor may not be an accessor'],
  [/^Constructor can't be an async method$/, 'Class constructor may not be an async method'],
  [/^Classes may not have a static property named prototype$/, 'Classes may not have static property named prototype'],
  [/^Redefinition of __proto__ property$/, 'Duplicate __proto__ fields are not allowed in object literals'],
  [/^Optional chaining cannot appear in the tag of tagged template/, 'Invalid tagged template on optional chain'],
  // The server lacks the closing quote as well.
  [/^(for-(?:of|in) loop variable declaration may not have an initializer)$/, "'$1"],
  [/^Comma is not permitted after the rest element$/, 'Unexpected token ,'],
  [/^Assigning to rvalue$|^Binding /, 'Invalid destructuring assignment target'],
]

/** @param problem the place where our parser failed, and its message. @returns the description without `Line <n>: `. */
export function describeProblem(text: string, { message, offset }: Pick<ParseProblem, 'message' | 'offset'>): string {
  if (message === 'Unexpected token') return unexpected(text.slice(offset))
  if (message === 'Invalid number' && /^0\d/.test(text.slice(offset))) return 'Decimals with leading zeros are not allowed in strict mode.'
  const expression = /^Invalid regular expression: \/([^]*)\/: (.*)$/.exec(message)
  if (expression) return `Invalid regular expression: /${expression[1]}/${flagsBehind(text, offset, expression[1]!)}: ${expression[2]}`
  const jump = /^Unsyntactic (break|continue)$/.exec(message)?.[1]
  if (jump !== undefined) return strayJump(jump, text.slice(offset))
  const wording = wordings.find(([pattern]) => pattern.test(message))
  return wording ? wording[1].replace('$1', wording[0].exec(message)![1] ?? '') : message
}

const flagsBehind = (text: string, offset: number, pattern: string): string =>
  /^\w*/.exec(text.slice(text.indexOf(pattern, offset - 1) + pattern.length + 1))![0]

function strayJump(jump: string, rest: string): string {
  const label = /^\w+[^\S\r\n\u2028\u2029]+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(rest)?.[1]
  return label === undefined ? `Illegal ${jump} statement` : `Undefined label "${label}"`
}

const keywords = new Set(
  (
    'break case catch class const continue debugger default delete do else export extends false finally for function if import in ' +
    'instanceof let new null return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
)
const punctuator =
  /^(?:>>>=|\.\.\.|===|!==|>>>|<<=|>>=|\*\*=|&&=|\|\|=|\?\?=|&&|\|\||\?\?|\?\.|==|!=|\+=|-=|\*=|\/=|\+\+|--|<<|>>|&=|\|=|\^=|%=|<=|>=|=>|\*\*|#[\p{ID_Start}$_][\p{ID_Continue}$]*|.)/u

/** @param rest the text from the unexpected token on. */
function unexpected(rest: string): string {
  if (rest === '') return 'Unexpected end of input'
  const word = /^[\p{ID_Start}$_\\](?:[\p{ID_Continue}$\\]|\u200c|\u200d|(?<=\\u)\{[^}]*\})*/u.exec(rest)?.[0]
  if (word !== undefined) {
    if (word === 'enum') return 'Unexpected reserved word'
    return keywords.has(word) ? `Unexpected token ${word}` : 'Unexpected identifier'
  }
  if (/^\.?\d/.test(rest)) return 'Unexpected number'
  if (/^["']/.test(rest)) return 'Unexpected string'
  if (rest.startsWith('`')) return `Unexpected quasi ${/^`[^`$]*`?/.exec(rest)![0]}`
  const mark = punctuator.exec(rest)![0]
  return isUnreadable(rest.slice(mark.length)) && !/[)\]}]/.test(mark) ? illegal : `Unexpected token ${mark}`
}

/** The server reads one more token before it reports an error, and fails at that one first. */
const isUnreadable = (rest: string): boolean =>
  /^\s*(?:\d[\w.]*(?<!^\s*(?:0[xXoObB][\da-fA-F_]+|[\d._]+(?:[eE]\d+)?n?))(?=\W|$)|@)/.test(rest)
