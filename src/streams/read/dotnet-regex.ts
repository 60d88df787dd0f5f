// Translates a .NET regular expression to the platform's, where the platform can express it.

import { isErrorNamed } from '../../base/platform/realms.ts'

/** Escapes that cover more in .NET, as parts of a character class. */
const classes: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}',
  a: '\\x07',
  e: '\\x1b',
}

const start = '(?<![\\s\\S])'
const end = '(?![\\s\\S])'
const lastLineEnd = '(?=\\n?(?![\\s\\S]))'

/** Escapes with another spelling on the platform. */
const escapes: Readonly<Record<string, string>> = {
  ...classes,
  A: start,
  G: start,
  z: end,
  Z: lastLineEnd,
  w: `[${classes['w']}]`,
  W: `[^${classes['w']}]`,
}

/** Letters and digits that .NET accepts behind a backslash; every other one is an error, while signs stand for themselves. */
const knownEscape = /^[abcdefknprstuvwxzABDGPSWZ0-9]$/
const knownEscapeInClass = /^[abcdefnprstuvwxDPSW0-7]$/
const wordCharacter = /^[\p{L}\p{Mn}\p{Nd}\p{Pc}]$/u

const leadingOptions = /^\(\?([imsnx]*)(?:-[imsnx]*)?\)/
/** A comment, the start of a named group, a reference to one, a class, a property, a quantifier, an escape, or a character. */
const token =
  /\(\?#[^)]*\)|\(\?'(?<group>\w+)'|\\k'(?<reference>\w+)'|\[(?<negation>\^?)(?<characters>\]?(?:\\[\s\S]|[^\]\\])*)\]|(?<property>\\[pP]\{[^}]*\})|\{\d+(?:,\d*)?\}|\\(?<escaped>[\s\S])|[\s\S]/gu
/** General categories only: .NET has its own names for scripts and blocks. */
const category = /^\\[pP]\{[CLMNPSZ][a-z]?\}$/

/**
 * @param source a .NET expression, with options at its start only (`(?i)`).
 * @returns undefined if it is invalid, or the platform cannot express it.
 */
export function fromDotNet(source: string): RegExp | undefined {
  const [head = '', options = ''] = leadingOptions.exec(source) ?? []
  if (/[nx]/.test(options)) return undefined
  try {
    return new RegExp(translate(source.slice(head.length), options), `${[...new Set(options)].join('')}u`)
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) return undefined
    throw error
  }
}

/** @throws SyntaxError if .NET refuses a construct that the platform accepts. */
function translate(source: string, options: string): string {
  const signs = signsFor(options)
  return Array.from(source.matchAll(token), ({ 0: whole, groups = {} }) => {
    const { group, reference, negation = '', characters, property, escaped } = groups
    if (whole.startsWith('(?#')) return ''
    if (group !== undefined) return `(?<${group}>`
    if (reference !== undefined) return `\\k<${reference}>`
    if (characters !== undefined) return `[${negation}${translateClass(characters)}]`
    if (property !== undefined) return checked(property)
    if (escaped !== undefined) return escapes[escaped] ?? literal(escaped, knownEscape)
    return signs[whole] ?? whole
  }).join('')
}

/** Signs to translate: a lone bracket is literal in .NET, and `\r` ends no line there, so that `.`, `^` and `$` match elsewhere. */
const signsFor = (options: string): Readonly<Record<string, string>> => ({
  '{': '\\{',
  '}': '\\}',
  ']': '\\]',
  ...(!options.includes('s') && { '.': '[^\\n]' }),
  ...(options.includes('m') ? { '^': `(?<=\\n|${start})`, $: `(?=\\n|${end})` } : { $: lastLineEnd }),
})

/** A leading bracket is literal, so an empty class is an error. */
function translateClass(characters: string): string {
  if (characters === '') throw new SyntaxError('The character class is empty.')
  const body = characters.startsWith(']') ? `\\${characters}` : characters
  return body.replaceAll(/(\\[pP]\{[^}]*\})|\\([\s\S])/gu, (_, property?: string, letter = '') =>
    property === undefined ? (classes[letter] ?? literal(letter, knownEscapeInClass)) : checked(property),
  )
}

function checked(property: string): string {
  if (!category.test(property)) throw new SyntaxError(`${property} is no general category.`)
  return property
}

/** Unicode mode rejects needless escapes. */
function literal(letter: string, known: RegExp): string {
  if (known.test(letter)) return `\\${letter}`
  if (wordCharacter.test(letter)) throw new SyntaxError(`\\${letter} means nothing.`)
  if (letter === '-') return '\\x2d'
  return /[\\^$.*+?()[\]{}|/]/.test(letter) ? `\\${letter}` : letter
}
