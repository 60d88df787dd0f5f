// Reads JSON text into a tree of positions in that text, so that the display keeps every digit and every spelling.

/** A value and its range in the text, in UTF-16 units: `from` is inclusive, `to` exclusive. */
export type JsonNode = JsonScalar | JsonContainer

export interface JsonScalar {
  readonly kind: 'string' | 'number' | 'word'
  readonly from: number
  readonly to: number
}

export interface JsonContainer {
  readonly kind: 'object' | 'array'
  readonly from: number
  readonly to: number
  readonly members: readonly JsonMember[]
}

export interface JsonMember {
  /** The name as spelled, with its quotes; undefined in arrays. */
  readonly name: string | undefined
  readonly value: JsonNode
}

/** A problem of a text: the name of a sentence, and the word in it where it has one. */
export type JsonProblem =
  | {
      readonly kind:
        'noValue' | 'moreText' | 'extraComma' | 'noName' | 'noColon' | 'noEscape' | 'openString' | 'controlCharacter' | 'singleQuotes'
    }
  | { readonly kind: 'noComma' | 'noJson'; readonly word: string }

/** `at`: where reading stopped, in UTF-16 units from the start. */
export type JsonReading =
  { readonly kind: 'value'; readonly root: JsonNode } | { readonly kind: 'fault'; readonly at: number; readonly problem: JsonProblem }

export const isContainer = (node: JsonNode): node is JsonContainer => node.kind === 'object' || node.kind === 'array'

/** Reads strict JSON (RFC 8259), nested to any depth. */
export function readJsonText(text: string): JsonReading {
  try {
    return { kind: 'value', root: new Reading(text).whole() }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'fault', at: error.at, problem: error.problem }
    throw error
  }
}

/** @returns line and column from 1, as editors count them. */
export function placeOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

class Unreadable extends Error {
  readonly at: number
  readonly problem: JsonProblem

  constructor(at: number, problem: JsonProblem) {
    super(problem.kind)
    this.at = at
    this.problem = problem
  }
}

interface Open {
  readonly kind: 'object' | 'array'
  readonly from: number
  readonly members: JsonMember[]
  name: string | undefined
}

const blanks = /[ \t\r\n]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const word = /(?:true|false|null)(?![\w$])/y
const plain = /[^"\\\u0000-\u001f]*/y // oxlint-disable-line no-control-regex -- JSON strings exclude exactly these
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Reads the text in one pass, with an explicit stack: values may be nested deeper than calls can be. */
class Reading {
  readonly #text: string
  readonly #open: Open[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): JsonNode {
    this.#take(blanks)
    for (;;) {
      const value = this.#begin()
      if (!value) continue
      const root = this.#finish(value)
      if (!root) continue
      this.#take(blanks)
      if (this.#at < this.#text.length) this.#fail({ kind: 'moreText' })
      return root
    }
  }

  /** Reads a scalar or an empty container. Opens any other container, and returns undefined. */
  #begin(): JsonNode | undefined {
    const from = this.#at
    const first = this.#text[from]
    if (first === '{' || first === '[') {
      this.#at += 1
      this.#take(blanks)
      const kind = first === '{' ? 'object' : 'array'
      if (this.#text[this.#at] === (kind === 'object' ? '}' : ']')) {
        this.#at += 1
        return { kind, from, to: this.#at, members: [] }
      }
      this.#open.push({ kind, from, members: [], name: kind === 'object' ? this.#name() : undefined })
      return undefined
    }
    if (first === '"') return this.#string()
    if (this.#take(number)) return { kind: 'number', from, to: this.#at }
    if (this.#take(word)) return { kind: 'word', from, to: this.#at }
    return this.#fail(first === undefined ? { kind: 'noValue' } : valueProblem(this.#text.slice(from, from + 20)))
  }

  /** Adds a value to the innermost open container, and closes the containers it completes. @returns the outermost value once it is complete. */
  #finish(value: JsonNode): JsonNode | undefined {
    let done = value
    for (;;) {
      const open = this.#open.at(-1)
      if (!open) return done
      open.members.push({ name: open.name, value: done })
      this.#take(blanks)
      if (this.#text[this.#at] === ',') {
        this.#at += 1
        this.#take(blanks)
        this.#refuseTrailingComma(open)
        if (open.kind === 'object') open.name = this.#name()
        return undefined
      }
      const end = open.kind === 'object' ? '}' : ']'
      if (this.#text[this.#at] !== end) this.#fail({ kind: 'noComma', word: end })
      this.#at += 1
      this.#open.pop()
      done = { kind: open.kind, from: open.from, to: this.#at, members: open.members }
    }
  }

  #refuseTrailingComma({ kind }: Open): void {
    if (this.#text[this.#at] === (kind === 'object' ? '}' : ']')) this.#fail({ kind: 'extraComma' })
  }

  #name(): string {
    if (this.#text[this.#at] !== '"') this.#fail({ kind: 'noName' })
    const { from, to } = this.#string()
    this.#take(blanks)
    if (this.#text[this.#at] !== ':') this.#fail({ kind: 'noColon' })
    this.#at += 1
    this.#take(blanks)
    return this.#text.slice(from, to)
  }

  #string(): JsonScalar {
    const from = this.#at
    this.#at += 1
    for (;;) {
      this.#take(plain)
      const next = this.#text[this.#at]
      if (next === '"') break
      if (next === '\\') {
        if (!this.#take(escape)) this.#fail({ kind: 'noEscape' })
      } else if (next === undefined) this.#fail({ kind: 'openString' }, from)
      else this.#fail({ kind: 'controlCharacter' })
    }
    this.#at += 1
    return { kind: 'string', from, to: this.#at }
  }

  /** @returns whether the sticky pattern matched anything. */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found !== ''
  }

  #fail(problem: JsonProblem, at = this.#at): never {
    throw new Unreadable(at, problem)
  }
}

function valueProblem(rest: string): JsonProblem {
  if (rest.startsWith("'")) return { kind: 'singleQuotes' }
  const [word] = /^[\w$+.-]+/.exec(rest) ?? []
  return word === undefined ? { kind: 'noValue' } : { kind: 'noJson', word }
}
