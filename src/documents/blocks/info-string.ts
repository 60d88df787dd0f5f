// Reads the info string of a fenced block: whether the block is executable, and the options behind the word `rillbox`.

import { closestWord } from '../../base/closest-word.ts'
import type { Release } from '../../base/release/facts.ts'
import { releases } from '../../base/release/releases.ts'
import type { QueryBlockOptions, RequestBlockOptions } from './block.ts'

export type InfoString =
  | { readonly kind: 'other' }
  | { readonly kind: 'query'; readonly options: QueryBlockOptions; readonly problems: readonly string[] }
  | { readonly kind: 'request'; readonly options: RequestBlockOptions; readonly problems: readonly string[] }

interface OptionKind {
  /** Completes "takes". */
  readonly expected: string
  /** @returns undefined for a text that is none. */
  readonly read: (text: string) => string | number | undefined
}

const anyText: OptionKind = { expected: 'a text', read: (text) => (text === '' ? undefined : text) }
const oneOf = (texts: readonly string[]): OptionKind => ({
  expected: `one of ${texts.join(', ')}`,
  read: (text) => texts.find((known) => known === text),
})
const path: OptionKind = {
  expected: 'a path like ./cart.json, relative to the document',
  read: (text) => (/^\.\.?\/./.test(text) ? text : undefined),
}
const name: OptionKind = {
  expected: 'a name of letters, digits, - and _, which begins with a letter',
  read: (text) => (/^[A-Za-z][\w-]*$/.test(text) ? text : undefined),
}
/** Of the playground, which takes a block over. */
export const panelWords = ['lesson', 'editor', 'result', 'log', 'streams', 'map', 'requests', 'steps', 'compare']
export const hiddenWords = [...panelWords, 'header', 'reset', 'share']
const hidden: OptionKind = {
  expected: `some of ${hiddenWords.join(', ')}`,
  read: (text) => (text.split(/[\s,]+/).every((word) => hiddenWords.includes(word)) ? text : undefined),
}
const release = oneOf(releases satisfies readonly Release[])
const engine: OptionKind = { expected: '1 or 2', read: (text) => (text === '1' || text === '2' ? Number(text) : undefined) }

export const queryOptions = {
  id: name,
  scenario: path,
  query: path,
  projection: anyText,
  release,
  engine,
  partition: anyText,
  faults: anyText,
  title: anyText,
  hide: hidden,
  panel: oneOf(panelWords),
  height: anyText,
  loading: oneOf(['lazy', 'click', 'eager']),
} as const satisfies Record<keyof QueryBlockOptions, OptionKind>

const page: OptionKind = {
  expected: 'a path like ./first.md, relative to the document',
  read: (text) => (/^\.\.?\/.*\.mdx?$/.test(text) ? text : undefined),
}

export const requestOptions = {
  id: name,
  scenario: path,
  release,
  after: page,
  store: name,
} as const satisfies Record<keyof RequestBlockOptions, OptionKind>

/** What editors and sites colour as a query: the word `rillbox` then stands behind it. */
const scripts = ['js', 'javascript']

export function readInfoString(info: string): InfoString {
  const [language = '', second, ...others] = splitInfo(info)
  if (isMeant(language) || (second !== undefined && second !== 'rillbox' && second.toLowerCase() === 'rillbox'))
    return { kind: 'query', options: {}, problems: [`"${info}" is no block that runs: the word is rillbox.`] }
  if (language === 'rillbox') return { kind: 'query', ...readOptions(second === undefined ? [] : [second, ...others], queryOptions) }
  if (second !== 'rillbox') return { kind: 'other' }
  if (scripts.includes(language)) return { kind: 'query', ...readOptions(others, queryOptions) }
  if (language === 'http') return { kind: 'request', ...readOptions(others, requestOptions) }
  return {
    kind: 'query',
    options: {},
    problems: [`A block of "${language}" cannot be run: blocks begin with \`rillbox\`, \`js rillbox\` or \`http rillbox\`.`],
  }
}

/** No language is called nearly so. */
const isMeant = (language: string): boolean => language !== 'rillbox' && closestWord(language, ['rillbox']) !== undefined

/** Words, where a value may stand in quotation marks; `{1,3}`, `:line-numbers` and `[cart.js]` are for the site that shows the block. */
const splitInfo = (info: string): string[] =>
  [...info.replace(/^([\w-]+)(?::[\w-]+(?:=\d+)?)?(?:\{[^}]*\})?/, '$1').matchAll(/\{[^}]*\}|\[[^\]]*\]|(?:[^\s"]|"(?:[^"\\]|\\.)*"|")+/g)]
    .map(([word]) => word)
    .filter((word) => !/^[{[]/.test(word))

function readOptions(words: readonly string[], known: Readonly<Record<string, OptionKind>>) {
  const options: Record<string, string | number> = {}
  const problems: string[] = []
  for (const word of words) {
    const [, key = '', given] = /^([^=]*)(?:=([^]*))?$/.exec(word)!
    if (!Object.hasOwn(known, key)) problems.push(unknownOption(key, known))
    else if (given === undefined) problems.push(`The option ${key} lacks its value: ${key}=…, which is ${known[key]!.expected}.`)
    else if (Object.hasOwn(options, key)) problems.push(`The option ${key} is given twice.`)
    else {
      const text = unquoted(given)
      const value = text === undefined ? undefined : known[key]!.read(text)
      if (value === undefined) problems.push(`The option ${key} takes ${known[key]!.expected}, not ${given}.`)
      else options[key] = value
    }
  }
  return { options, problems }
}

function unknownOption(key: string, known: Readonly<Record<string, OptionKind>>): string {
  const meant = closestWord(key, Object.keys(known))
  return `There is no option "${key}". ${meant ? `Did you mean ${meant}?` : `Options are ${Object.keys(known).join(', ')}.`}`
}

/** @returns undefined for a quotation mark that does not end. */
function unquoted(given: string): string | undefined {
  if (!given.startsWith('"')) return given
  return /^"(?:[^"\\]|\\.)*"$/.test(given) ? given.slice(1, -1).replaceAll(/\\(.)/g, '$1') : undefined
}
