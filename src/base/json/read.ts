// Parses JSON as leniently as the reference does, and keeps all digits and the order of names.

import { isErrorNamed } from '../realms.ts'
import { readPlain } from './plain.ts'
import { Scanner, unreadable } from './scan.ts'
import type { JsonObject, JsonValue } from './value.ts'

export type ReadOutcome = { readonly kind: 'value'; readonly value: JsonValue } | { readonly kind: 'unreadable' }

/** Default limit for nested arrays and objects (streams-http §7.1). */
const deepest = 64

interface ReaderOptions {
  /** Deepest nesting of arrays and objects. */
  readonly levels: number
  /** Whether a repeated name keeps its first place instead of moving to the last. */
  readonly keepsPlaces: boolean
  /** Whether numbers are returned as spelled, as strings. */
  readonly spelled: boolean
}

const defaults: ReaderOptions = { levels: deepest, keepsPlaces: false, spelled: false }

/**
 * Parses the whole text as one value (streams-http §7.1, "Input"). Of repeated names the last counts, at its own place.
 *
 * @param levels limit for nested arrays and objects.
 */
export function readJson(text: string, levels = deepest): ReadOutcome {
  const value = readPlain(text, levels)
  return value === undefined ? readWhole(text, { ...defaults, levels }) : { kind: 'value', value }
}

/** Parses as the reference loads a document: a repeated name keeps its first place. */
export const loadJson = (text: string): ReadOutcome => readWhole(text, { ...defaults, keepsPlaces: true })

/** As `readJson`, but with numbers as strings, as they are spelled. */
export const readSpelledJson = (text: string): ReadOutcome => readWhole(text, { ...defaults, spelled: true })

/** Loads the value at the start of the text and ignores the rest (streams-http §7.3, "pretty"). */
export const readJsonPrefix = (text: string): ReadOutcome => attempt(() => new Reader(text, { ...defaults, keepsPlaces: true }).value())

/**
 * The members of the object at the start of the text, repeated ones included, as a streaming reader meets them: text behind the object is
 * ignored, and comments beside members are errors (streams-http §12.4).
 */
export function readMembers(text: string): readonly Member[] | undefined {
  const members: Member[] = []
  const outcome = attempt(() => new Reader(text, defaults).memberList(members))
  return outcome.kind === 'value' ? members : undefined
}

export type Member = readonly [name: string, value: JsonValue]

const readWhole = (text: string, options: ReaderOptions): ReadOutcome =>
  attempt(() => {
    const reader = new Reader(text, options)
    const value = reader.value()
    return reader.atEnd() ? value : unreadable()
  })

/** The scanner throws at the first error, which ends the parsing at any depth. */
function attempt(read: () => JsonValue): ReadOutcome {
  try {
    return { kind: 'value', value: read() }
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) return { kind: 'unreadable' }
    throw error
  }
}

class Reader {
  private readonly scanner: Scanner
  private readonly keepsPlaces: boolean
  private levelsLeft: number

  constructor(text: string, { levels, keepsPlaces, spelled }: ReaderOptions) {
    this.scanner = new Scanner(text, spelled)
    this.keepsPlaces = keepsPlaces
    this.levelsLeft = levels
  }

  value(): JsonValue {
    this.scanner.skipBlanksAndComments()
    if (this.scanner.take('{')) return this.nested(() => this.members())
    if (this.scanner.take('[')) return this.nested(() => this.items())
    return this.scanner.scalar()
  }

  atEnd(): boolean {
    this.scanner.skipBlanksAndComments()
    return this.scanner.atEnd()
  }

  /** Appends the members of an object to the list, and returns null at its end. */
  memberList(members: Member[]): null {
    this.scanner.skipBlanks()
    this.scanner.expect('{')
    this.levelsLeft -= 1
    for (;;) {
      this.scanner.skipBlanks()
      if (this.scanner.take('}')) return null
      const name = this.scanner.name()
      this.scanner.skipBlanks()
      members.push([name, this.scanner.sees('/') ? unreadable() : this.valueOrNothing()])
      this.scanner.skipBlanks()
      if (this.scanner.take('}')) return null
      this.scanner.expect(',')
    }
  }

  private nested<T>(read: () => T): T {
    if (this.levelsLeft === 0) unreadable()
    this.levelsLeft -= 1
    const value = read()
    this.levelsLeft += 1
    return value
  }

  private members(): JsonObject {
    const members = new Map<string, JsonValue>()
    for (;;) {
      this.scanner.skipBlanksAndComments()
      if (this.scanner.take('}')) return members
      const name = this.scanner.name()
      const value = this.valueOrNothing()
      if (!this.keepsPlaces) members.delete(name)
      members.set(name, value)
      this.scanner.skipBlanksAndComments()
      if (this.scanner.take('}')) return members
      this.scanner.expect(',')
    }
  }

  private items(): JsonValue[] {
    const items: JsonValue[] = []
    for (;;) {
      this.scanner.skipBlanksAndComments()
      if (this.scanner.take(']')) return items
      items.push(this.valueOrNothing())
      this.scanner.skipBlanksAndComments()
      if (this.scanner.take(']')) return items
      this.scanner.expect(',')
    }
  }

  /** A comma where a value should stand counts as `undefined`, in arrays and in objects. */
  private valueOrNothing(): JsonValue {
    this.scanner.skipBlanksAndComments()
    return this.scanner.sees(',') ? undefined : this.value()
  }
}
