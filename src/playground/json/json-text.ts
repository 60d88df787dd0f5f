// Reads JSON text into a tree of places in that text, so that what is shown is what was written: no digit, no spelling is lost.

/** A value, and where it stands in the text: from the first character to the one behind the last. */
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
  /** The name as it is spelled, with its quotes; undefined in arrays. */
  readonly name: string | undefined
  readonly value: JsonNode
}

export interface JsonFault {
  /** Where reading stopped, in UTF-16 units from the start. */
  readonly at: number
  readonly message: string
}

export type JsonReading = { readonly kind: 'value'; readonly root: JsonNode } | ({ readonly kind: 'fault' } & JsonFault)

export const isContainer = (node: JsonNode): node is JsonContainer => node.kind === 'object' || node.kind === 'array'

/** Reads strict JSON (RFC 8259), nested as deep as it likes. */
export function readJsonText(text: string): JsonReading {
  try {
    return { kind: 'value', root: new Reading(text).whole() }
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'fault', at: error.at, message: error.message }
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

  constructor(at: number, message: string) {
    super(message)
    this.at = at
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

/** Goes through the text once, with a stack of its own: a value may be nested deeper than calls can be. */
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
      if (this.#at < this.#text.length) this.#fail('The value ends here; there is something behind it.')
      return root
    }
  }

  /** Reads a scalar or an empty container; of any other container only its beginning, and gives nothing. */
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
    return this.#fail(first === undefined ? 'A value is missing.' : valueFault(this.#text.slice(from, from + 20)))
  }

  /** Puts a value where it belongs, and closes what it completes. @returns the outermost value, when that is complete. */
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
      if (this.#text[this.#at] !== end) this.#fail(`A comma or ${end} is missing.`)
      this.#at += 1
      this.#open.pop()
      done = { kind: open.kind, from: open.from, to: this.#at, members: open.members }
    }
  }

  #refuseTrailingComma({ kind }: Open): void {
    if (this.#text[this.#at] === (kind === 'object' ? '}' : ']')) this.#fail('There is a comma before this, but nothing follows it.')
  }

  #name(): string {
    if (this.#text[this.#at] !== '"') this.#fail('A name in double quotes is missing.')
    const { from, to } = this.#string()
    this.#take(blanks)
    if (this.#text[this.#at] !== ':') this.#fail('A colon is missing.')
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
        if (!this.#take(escape)) this.#fail('This is no escape that JSON knows.')
      } else if (next === undefined) this.#fail('The text that begins here has no closing quote.', from)
      else this.#fail('A line break or control character cannot stand in a text; write \\n or \\t.')
    }
    this.#at += 1
    return { kind: 'string', from, to: this.#at }
  }

  /** @returns whether the sticky pattern took anything. */
  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found !== ''
  }

  #fail(message: string, at = this.#at): never {
    throw new Unreadable(at, message)
  }
}

function valueFault(rest: string): string {
  if (rest.startsWith("'")) return 'Texts stand in double quotes.'
  const [found] = /^[\w$+.-]+/.exec(rest) ?? []
  return found ? `${found} is no JSON value.` : 'A value is missing.'
}
