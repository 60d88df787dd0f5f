// Reads JSON text as leniently as the reference's parser does, without losing digits or the order of names.

import { isErrorNamed } from '../realms.ts'
import { Scanner, unreadable } from './scan.ts'
import type { JsonObject, JsonValue } from './value.ts'

export type ReadOutcome = { readonly kind: 'value'; readonly value: JsonValue } | { readonly kind: 'unreadable' }

/** How many levels of arrays and objects may be nested unless the caller says otherwise (streams-http §7.1). */
const deepest = 64

interface ReadOptions {
  /** How many levels of arrays and objects may be nested. */
  readonly levels: number
  /** A repeated name stays where it first stood, and does not move to where it stands last. */
  readonly keepsPlaces: boolean
  /** Numbers are given as the texts that spell them. */
  readonly spelled: boolean
}

const usual: ReadOptions = { levels: deepest, keepsPlaces: false, spelled: false }

/**
 * Reads the whole text as one value (streams-http §7.1, "Input"). The last of a name's values counts, and stands where it was read.
 *
 * @param levels how many levels of arrays and objects may be nested.
 */
export const readJson = (text: string, levels = deepest): ReadOutcome => readWhole(text, { ...usual, levels })

/** The same, as the reference loads a document: a repeated name keeps its place. */
export const loadJson = (text: string): ReadOutcome => readWhole(text, { ...usual, keepsPlaces: true })

/** The same as `readJson`, with numbers as they are spelled. */
export const readSpelledJson = (text: string): ReadOutcome => readWhole(text, { ...usual, spelled: true })

/** Loads the value that the text begins with and drops what follows it (streams-http §7.3, "pretty"). */
export const readJsonPrefix = (text: string): ReadOutcome => attempt(() => new Reader(text, { ...usual, keepsPlaces: true }).value())

/**
 * The members of the object that the text begins with, each as often as it stands there, as a reader meets them that goes from one to
 * the next: what follows the object is never looked at, and comments beside the members are not expected (streams-http §12.4).
 */
export function readMembers(text: string): readonly Member[] | undefined {
  const members: Member[] = []
  const outcome = attempt(() => new Reader(text, usual).memberList(members))
  return outcome.kind === 'value' ? members : undefined
}

export type Member = readonly [name: string, value: JsonValue]

const readWhole = (text: string, options: ReadOptions): ReadOutcome =>
  attempt(() => {
    const reader = new Reader(text, options)
    const value = reader.value()
    return reader.atEnd() ? value : unreadable()
  })

/** The scanner throws where a text stops being JSON: the whole reading ends there, however deep it is. */
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

  constructor(text: string, { levels, keepsPlaces, spelled }: ReadOptions) {
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

  /** Puts the members of an object into the list; null where it has been read to its end. */
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
