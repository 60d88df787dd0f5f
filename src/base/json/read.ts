// Parses JSON as leniently as the server does, and keeps all digits and the order of names.

import { isErrorNamed } from '../platform/realms.ts'
import { readPlain } from './plain.ts'
import { Scanner, sign, unreadable } from './scan.ts'
import type { JsonObject, JsonValue } from './value.ts'
import { isJsonObject } from './value.ts'

export type ReadOutcome = Outcome<JsonValue>

type Outcome<T> = { readonly kind: 'value'; readonly value: T } | { readonly kind: 'unreadable' }

/** Default limit for nested arrays and objects (streams-http §7.1). */
const deepest = 64

interface ReaderOptions {
  /** Deepest nesting of arrays and objects. */
  readonly levels: number
  /** Whether a repeated name keeps its first place instead of moving to the last. */
  readonly keepsPlaces: boolean
}

const defaults: ReaderOptions = { levels: deepest, keepsPlaces: false }

/**
 * Parses the whole text as one value (streams-http §7.1, "Input"). Of repeated names the last counts, at its own place.
 *
 * @param levels limit for nested arrays and objects.
 */
export function readJson(text: string, levels = deepest): ReadOutcome {
  const value = readPlain(text, levels)
  return value === undefined ? readWhole(text, { ...defaults, levels }, readValue) : { kind: 'value', value }
}

/** Parses as the server loads a document: a repeated name keeps its first place. */
export const loadJson = (text: string): ReadOutcome => readWhole(text, { ...defaults, keepsPlaces: true }, readValue)

/** A value whose members come one by one, repeated ones included, if it is an object. */
type Item =
  | { readonly kind: 'object'; readonly members: Iterable<Member> }
  | { readonly kind: 'other'; readonly value: Exclude<JsonValue, JsonObject> }

/** Parses the whole text as one object. @returns undefined for every other text. */
export function readJsonObject(text: string): Iterable<Member> | undefined {
  const plain = readPlain(text, deepest)
  const item = plain === undefined ? readItem(text) : itemOf(plain)
  return item?.kind === 'object' ? item.members : undefined
}

const itemOf = (value: JsonValue): Item => (isJsonObject(value) ? { kind: 'object', members: value } : { kind: 'other', value })

const readItem = (text: string): Item | undefined => valueIn(readWhole(text, defaults, (reader) => reader.item()))

/** Reads a long text as `readJsonObject` does, so many members at a time. */
export class ObjectReader {
  readonly #reader: Reader
  #hasBegun = false

  constructor(text: string) {
    this.#reader = new Reader(text, defaults)
  }

  /** Hands over at most so many members. Nothing can be done with a reader that found an unreadable text. */
  read(members: number, take: TakeMember): 'more' | 'end' | 'unreadable' {
    const outcome = attempt(() => {
      if (!this.#hasBegun) this.#reader.open()
      this.#hasBegun = true
      for (let left = members; left > 0; left--) if (!this.#reader.member(take)) return this.#reader.atEnd() ? 'end' : unreadable()
      return 'more'
    })
    return outcome.kind === 'value' ? outcome.value : 'unreadable'
  }
}

/** Loads the value at the start of the text and ignores the rest (streams-http §7.3, "pretty"). */
export const readJsonPrefix = (text: string): ReadOutcome => attempt(() => new Reader(text, { ...defaults, keepsPlaces: true }).value())

/**
 * The members of the object at the start of the text, repeated ones included, as a streaming reader meets them: text behind the object is
 * ignored, and comments beside members are errors (streams-http §12.4).
 */
export const readMembers = (text: string): readonly Member[] | undefined => valueIn(attempt(() => new Reader(text, defaults).memberList()))

export type Member = readonly [name: string, value: JsonValue]

type TakeMember = (name: string, value: JsonValue) => void

const readValue = (reader: Reader): JsonValue => reader.value()

const readWhole = <T>(text: string, options: ReaderOptions, read: (reader: Reader) => T): Outcome<T> =>
  attempt(() => {
    const reader = new Reader(text, options)
    const value = read(reader)
    return reader.atEnd() ? value : unreadable()
  })

const valueIn = <T>(outcome: Outcome<T>): T | undefined => (outcome.kind === 'value' ? outcome.value : undefined)

/** The scanner throws at the first error, which ends the parsing at any depth. */
function attempt<T>(read: () => T): Outcome<T> {
  try {
    return { kind: 'value', value: read() }
  } catch (error) {
    if (isErrorNamed(error, 'SyntaxError')) return { kind: 'unreadable' }
    throw error
  }
}

class Reader {
  readonly #scanner: Scanner
  readonly #keepsPlaces: boolean
  #levelsLeft: number

  constructor(text: string, { levels, keepsPlaces }: ReaderOptions) {
    this.#scanner = new Scanner(text)
    this.#keepsPlaces = keepsPlaces
    this.#levelsLeft = levels
  }

  value(): JsonValue {
    this.#scanner.skipBlanksAndComments()
    if (this.#scanner.take(sign.openObject)) return this.#nested(() => this.#object())
    if (this.#scanner.take(sign.openList)) return this.#nested(() => this.#items(() => this.#valueOrNothing()))
    return this.#scanner.scalar()
  }

  /** A value, with all members of an object. */
  item(): Item {
    this.#scanner.skipBlanksAndComments()
    if (!this.#scanner.take(sign.openObject)) return itemOf(this.#valueOrNothing())
    const members: Member[] = []
    this.#nested(() => this.#eachMember((name, value) => members.push([name, value])))
    return { kind: 'object', members }
  }

  /** Begins an object, whose members come one by one. */
  open(): void {
    this.#scanner.skipBlanksAndComments()
    this.#scanner.expect(sign.openObject)
    this.#levelsLeft -= 1
  }

  atEnd(): boolean {
    this.#scanner.skipBlanksAndComments()
    return this.#scanner.atEnd()
  }

  /** The members of an object, with no comment beside them. */
  memberList(): Member[] {
    const members: Member[] = []
    const skip = (): void => {
      this.#scanner.skipBlanks()
      if (this.#scanner.sees(sign.slash)) unreadable()
    }
    skip()
    this.#scanner.expect(sign.openObject)
    this.#nested(() => this.#eachMember((name, value) => members.push([name, value]), skip))
    return members
  }

  #nested<T>(read: () => T): T {
    if (this.#levelsLeft === 0) unreadable()
    this.#levelsLeft -= 1
    const value = read()
    this.#levelsLeft += 1
    return value
  }

  #object(): JsonObject {
    const members = new Map<string, JsonValue>()
    this.#eachMember((name, value) => {
      if (!this.#keepsPlaces) members.delete(name)
      members.set(name, value)
    })
    return members
  }

  /** Reads the members of an object behind its opening brace. */
  #eachMember(take: TakeMember, skip?: () => void): void {
    while (this.member(take, skip));
  }

  /** Reads a member of an object, if one is left. @returns whether another may follow. */
  member(take: TakeMember, skip = (): void => this.#scanner.skipBlanksAndComments()): boolean {
    skip()
    if (this.#scanner.take(sign.closeObject)) return false
    const name = this.#scanner.name()
    skip()
    take(name, this.#valueOrNothing())
    skip()
    if (this.#scanner.take(sign.closeObject)) return false
    this.#scanner.expect(sign.comma)
    return true
  }

  /** Reads the items of an array behind its opening bracket. */
  #items<T>(read: () => T): T[] {
    const items: T[] = []
    for (;;) {
      this.#scanner.skipBlanksAndComments()
      if (this.#scanner.take(sign.closeList)) return items
      items.push(read())
      this.#scanner.skipBlanksAndComments()
      if (this.#scanner.take(sign.closeList)) return items
      this.#scanner.expect(sign.comma)
    }
  }

  /** A comma where a value should stand counts as `undefined`, in arrays and in objects. */
  #valueOrNothing(): JsonValue {
    this.#scanner.skipBlanksAndComments()
    return this.#scanner.sees(sign.comma) ? undefined : this.value()
  }
}
