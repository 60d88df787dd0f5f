// Describes a text that does not parse: the sign that is missing or one too many, if one edit mends it, beside the server's words.

import type { LanguageFacts } from '../../base/release/facts.ts'
import { loadParser, parseSource } from '../dialect/source/prepare.ts'
import { readLines } from '../dialect/source/positions.ts'
import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import type { QueryFault } from '../query.ts'
import type { RuleFinding, Span } from './diagnostic.ts'
import type { Said } from './phrases.ts'
import { say } from './phrases.ts'

/** Longer texts take too long to be parsed time after time. */
const longest = 50_000

/** Braces to try on both sides: an object in a handler stands near its arrow. */
const mostBraces = 4

/** Commas that are looked for behind one another: a text may lack several. */
const mostCommas = 8

/** @returns one finding: at the place that an edit mends, or at the word or sign where the parser stopped. */
export async function syntaxFinding(text: string, fault: QueryFault, language: LanguageFacts): Promise<RuleFinding> {
  const stop = offsetOf(text, fault)
  const said = saidOf(fault.message)
  if (/^(?:import|export)\b/.test(text.slice(stop, stop + 7)))
    return { code: 'syntax', at: wordAt(text, stop), facts: { said, sentence: say('no-modules') } }
  const mended = text.length > longest ? undefined : await mend(new SyntaxProblem(text, language, stop))
  if (!mended) return { code: 'syntax', at: wordAt(text, stop), facts: { said } }
  const { sentence, at, fix } = mended
  return { code: 'syntax', at, facts: { said, sentence }, fix }
}

const mend = async (problem: SyntaxProblem): Promise<Mended | undefined> =>
  (await problem.bareObject()) ?? (await problem.missingComma()) ?? (await problem.missingBracket()) ?? (await problem.surplusSign())

/** The server's words without the place, which a finding has already. */
const saidOf = (message: string): string => message.replace(/^Line \d+: /, '').replace(/ \(<anonymous>:\d+:\d+\)$/, '')

interface Mended {
  readonly sentence: Said
  readonly at: Span
  readonly fix: Span & { readonly text: string }
}

class SyntaxProblem {
  readonly #text: string
  readonly #language: LanguageFacts
  /** Where the parser stopped. */
  readonly #stop: number

  constructor(text: string, language: LanguageFacts, stop: number) {
    this.#text = text
    this.#language = language
    this.#stop = stop
  }

  /** An arrow's body in braces that is an object: parentheses are missing around it. */
  async bareObject(): Promise<Mended | undefined> {
    const text = this.#text
    if (!/^(?::|\.\.\.)/.test(text.slice(this.#stop, this.#stop + 3))) return undefined
    const opened = Array.from(text.slice(0, this.#stop).matchAll(/=>\s*\{/g), ({ index, 0: found }) => index + found.length - 1)
    const closed = Array.from(text.slice(this.#stop).matchAll(/\}/g), ({ index }) => this.#stop + index + 1)
    for (const start of opened.toReversed().slice(0, mostBraces)) {
      for (const end of closed.slice(0, mostBraces)) {
        const fix = { start, end, text: `(${text.slice(start, end)})` }
        if (await this.#parses(text.slice(0, start) + fix.text + text.slice(end)))
          return { sentence: say('braces-are-block'), at: { start, end }, fix }
      }
    }
    return undefined
  }

  /** A comma between members of an object or a list, or between arguments; others would be missing further on. */
  async missingComma(): Promise<Mended | undefined> {
    const first = await endBefore(this.#text, this.#stop)
    let text = this.#text
    let stop = this.#stop
    for (let count = 0; count < mostCommas && first !== undefined; count++) {
      const end = await endBefore(text, stop)
      if (end === undefined) return undefined
      text = `${text.slice(0, end)},${text.slice(end)}`
      const parsed = await parseSource(text, this.#language)
      if (!('kind' in parsed)) {
        if (parsed.overlooked.length > 0) return undefined
        const list = listAround(parsed.program, first)
        return list === undefined ? undefined : inserted(say('comma-missing', list), first, ',')
      }
      const next = offsetOf(text, parsed)
      if (next <= stop + 1) return undefined
      stop = next
    }
    return undefined
  }

  async missingBracket(): Promise<Mended | undefined> {
    const end = await endBefore(this.#text, this.#stop)
    if (end === undefined) return undefined
    for (const sign of [')', '}', ']', '})', '});']) {
      const text = `${this.#text.slice(0, end)}${sign}${this.#text.slice(end)}`
      if (await this.#parses(text)) return inserted(say('sign-missing', sign), end, sign)
    }
    return undefined
  }

  async surplusSign(): Promise<Mended | undefined> {
    const at = wordAt(this.#text, this.#stop)
    const sign = this.#text.slice(at.start, at.end)
    if (!/^([)\]},;.]|=>)$/.test(sign)) return undefined
    const parses = await this.#parses(this.#text.slice(0, at.start) + this.#text.slice(at.end))
    return !parses ? undefined : { sentence: say('sign-too-many', sign), at, fix: { ...at, text: '' } }
  }

  /** Whether the whole text parses, without an error that a release overlooks. */
  async #parses(text: string): Promise<boolean> {
    const parsed = await parseSource(text, this.#language)
    return !('kind' in parsed) && parsed.overlooked.length === 0
  }
}

const inserted = (sentence: Said, end: number, text: string): Mended => ({
  sentence,
  at: { start: end, end },
  fix: { start: end, end, text },
})

function offsetOf(text: string, { line, column }: { readonly line?: number; readonly column?: number }): number {
  const start = line === undefined ? 0 : readLines(text).offset(line, column ?? 1)
  return Math.min(start, text.length)
}

/** @returns where the last token in front of the offset ends; undefined where there is none, or it cannot be read. */
async function endBefore(text: string, offset: number): Promise<number | undefined> {
  const { tokenizer } = await loadParser()
  let end: number | undefined
  try {
    for (const token of tokenizer(text, { ecmaVersion: 'latest', allowHashBang: true })) {
      if (token.end > offset || token.start >= offset) break
      end = token.end
    }
  } catch {
    return undefined
  }
  return end
}

/** Words for what a comma behind the offset separates: it counts only in lists, where it is no operator. */
function listAround(program: AnyNode, offset: number): string | undefined {
  let innermost: AnyNode | undefined
  walk(program, (node) => {
    if (node.start < offset && offset < node.end) innermost = node
  })
  switch (innermost?.type) {
    case 'ObjectExpression':
      return innermost.properties.some(
        (one) => one.type === 'Property' && one.end === offset && one.value.type.endsWith('FunctionExpression'),
      )
        ? 'handler'
        : 'property'
    case 'ObjectPattern':
      return 'property'
    case 'ArrayExpression':
    case 'ArrayPattern':
      return 'item'
    case 'CallExpression':
    case 'NewExpression':
      return 'argument'
    default:
      return innermost && isFunction(innermost) && offset < innermost.body.start ? 'parameter' : undefined
  }
}

/** The word or sign at a place. */
function wordAt(text: string, start: number): Span {
  const found = /^(?:[\w$]+|=>|\S)/.exec(text.slice(start, start + 100))
  return { start, end: start + (found?.[0].length ?? 0) }
}
