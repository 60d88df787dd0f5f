// Parses JSON as leniently as the server does, and keeps all digits and the order of names.

import { isErrorNamed } from '../platform/realms.ts'
import { withRoom } from './maps/long-map.ts'
import { readPlain } from './plain.ts'
import type { Codes } from './scan.ts'
import { Scanner, codesInSteps, sign, unreadable } from './scan.ts'
import type { Steps } from '../time/steps.ts'
import { inSlices } from '../time/steps.ts'
import type { TimeSlice } from '../time/time-slice.ts'
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
  /** Gets the members of the outermost object, repeated ones included; without it they become an object. */
  readonly take?: TakeMember
  /** The members of objects to keep; undefined where that is all of them. */
  readonly wanted?: Wanted
  /** Whether comments beside the members of the outermost object are errors. */
  readonly refusesComments?: boolean
}

/**
 * Names of the members to keep, in lower case, each with the members to keep of an object there (undefined: all). A body may have millions
 * of others, which are read and dropped.
 */
export type Wanted = ReadonlyMap<string, Wanted | undefined>

const defaults: ReaderOptions = { levels: deepest, keepsPlaces: false }

/**
 * Parses the whole text as one value (streams-http §7.1, "Input"). Of repeated names the last counts, at its own place.
 *
 * @param levels limit for nested arrays and objects.
 */
export function readJson(text: string, levels = deepest): ReadOutcome {
  const value = readPlain(text, levels)
  return value === undefined ? attempt(() => new Reader(text, { ...defaults, levels }).whole()) : { kind: 'value', value }
}

/** Parses as the server loads a document: a repeated name keeps its first place. */
export const loadJson = (text: string): ReadOutcome => attempt(() => new Reader(text, { ...defaults, keepsPlaces: true }).whole())

/** Parses the whole text as one object, and hands over its members one by one, repeated ones included. @returns false for every other text. */
export function readJsonObject(text: string, take: TakeMember): boolean {
  const plain = readPlain(text, deepest)
  if (plain === undefined) return valueIn(attempt(() => new Reader(text, { ...defaults, take }).whole())) === taken
  if (!isJsonObject(plain)) return false
  for (const [name, value] of plain) take(name, value)
  return true
}

/** Characters of a text that is read in slices; a shorter one is read in a few milliseconds. */
const longText = 2 ** 16
/** Values to read between two looks at the clock. */
const stride = 500
/** Of a long string so many characters count as a value. */
const charactersOfValue = 500

/** The same as `readJson`, but lets others run while it reads a long text. */
export const readJsonInSlices = (text: string, slice: TimeSlice): ReadOutcome | Promise<ReadOutcome> =>
  text.length < longText ? readJson(text) : inSlices(readOn(text, defaults), slice)

/** The same in steps. */
export function* readJsonSteps(text: string): Steps<ReadOutcome> {
  return text.length < longText ? readJson(text) : yield* readOn(text, defaults)
}

/**
 * The same as `readJsonObject`, but lets others run while it reads a long text.
 *
 * @param wanted a short text is read with all that its members hold.
 */
export async function readJsonObjectInSlices(text: string, wanted: Wanted, take: TakeMember, slice: TimeSlice): Promise<boolean> {
  if (text.length < longText) return readJsonObject(text, (name, value) => wanted.has(name.toLowerCase()) && take(name, value))
  return valueIn(await inSlices(readOn(text, { ...defaults, take, wanted }), slice)) === taken
}

/** @param isPrefix whether something may stand behind the value. */
function* readOn(text: string, options: ReaderOptions, isPrefix = false): Steps<ReadOutcome> {
  const reader = new Reader(text, options, yield* codesInSteps(text))
  for (;;) {
    const outcome = attempt(() => (reader.run(stride) ? { value: isPrefix ? reader.value() : reader.ended() } : undefined))
    if (outcome.kind === 'unreadable') return outcome
    if (outcome.value) return { kind: 'value', value: outcome.value.value }
    yield
  }
}

/** Loads the value at the start of the text and ignores the rest (streams-http §7.3, "pretty"). */
export const readJsonPrefix = (text: string): ReadOutcome => attempt(() => new Reader(text, prefixOptions).value())

/** The same in steps. */
export function* readJsonPrefixSteps(text: string): Steps<ReadOutcome> {
  return text.length < longText ? readJsonPrefix(text) : yield* readOn(text, prefixOptions, true)
}

const prefixOptions: ReaderOptions = { ...defaults, keepsPlaces: true }

/**
 * The members of the object at the start of the text, repeated ones included, as a streaming reader meets them: text behind the object is
 * ignored, and comments beside members are errors (streams-http §12.4).
 */
export function readMembers(text: string): readonly Member[] | undefined {
  const members: Member[] = []
  const take: TakeMember = (name, value) => members.push([name, value])
  return valueIn(attempt(() => new Reader(text, { ...defaults, take, refusesComments: true }).value())) === taken ? members : undefined
}

export type Member = readonly [name: string, value: JsonValue]

type TakeMember = (name: string, value: JsonValue) => unknown

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

/** Stands for the object whose members were handed over. */
const taken: JsonObject = new Map()

/** An object or array whose end is still to come. */
type Open = OpenObject | { readonly end: typeof sign.closeList; readonly items: JsonValue[] }

interface OpenObject {
  readonly end: typeof sign.closeObject
  members: Map<string, JsonValue>
  /** Of the last member. */
  name: string
  readonly wanted: Wanted | undefined
}

/** Keeps open objects and arrays in a list of its own, so that it can stop between any two values. */
class Reader {
  readonly #scanner: Scanner
  readonly #options: ReaderOptions
  readonly #open: Open[] = []
  /** Before the first value and behind it, nothing is open. */
  #hasBegun = false
  /** What comes next in the innermost object or array. */
  #place: 'item' | 'value' | 'separator' = 'item'
  #value: JsonValue

  constructor(text: string, options: ReaderOptions, codes?: Codes) {
    this.#scanner = new Scanner(text, codes)
    this.#options = options
  }

  /** Reads about so many values. @returns whether the outermost one has ended. Nothing can be done with a reader that threw. */
  run(values: number): boolean {
    if (!this.#hasBegun) this.#begin()
    const ahead = values * charactersOfValue
    for (let left = values; left > 0 && this.#open.length > 0; left--) if (!this.#member(this.#open.at(-1)!, ahead)) break
    return this.#open.length === 0
  }

  value(): JsonValue {
    this.run(Number.POSITIVE_INFINITY)
    return this.#value
  }

  /** The value, where nothing stands behind it. */
  whole(): JsonValue {
    this.run(Number.POSITIVE_INFINITY)
    return this.ended()
  }

  /** The same once it has been read. */
  ended(): JsonValue {
    this.#scanner.skipBlanksAndComments()
    return this.#scanner.atEnd() ? this.#value : unreadable()
  }

  #begin(): void {
    const scanner = this.#scanner
    this.#hasBegun = true
    this.#skip()
    if (this.#options.take && !scanner.sees(sign.openObject)) unreadable()
    this.#read()
  }

  /**
   * Reads an item, or a member of an object, if one is left; a comma may stand behind the last.
   *
   * @param ahead characters of a long text to read at once.
   * @returns false where it stopped before: the text goes on with a long string, or with many blanks.
   */
  #member(open: Open, ahead: number): boolean {
    const scanner = this.#scanner
    if (this.#place === 'separator') {
      if (!this.#readsAhead(ahead)) return false
      this.#skip()
      if (!scanner.sees(open.end)) scanner.expect(sign.comma)
      this.#place = 'item'
    }
    if (this.#place === 'item') {
      if (!this.#readsAhead(ahead)) return false
      this.#skip()
      if (scanner.take(open.end)) {
        this.#close(open)
        return true
      }
      if (open.end === sign.closeObject) open.name = scanner.name()
      this.#place = 'value'
    }
    if (!this.#readsAhead(ahead)) return false
    this.#skip()
    // A comma where a value should stand counts as `undefined`, in arrays and in objects.
    if (scanner.sees(sign.comma)) this.#put(undefined)
    else this.#read()
    return true
  }

  /** Comments that are errors are left to be found. */
  #readsAhead(characters: number): boolean {
    return this.#options.refusesComments === true || this.#scanner.readsAhead(characters)
  }

  /** Reads a scalar, or begins an object or an array. */
  #read(): void {
    const scanner = this.#scanner
    if (scanner.take(sign.openObject)) this.#nest({ end: sign.closeObject, members: new Map(), name: '', wanted: this.#wanted() })
    else if (scanner.take(sign.openList)) this.#nest({ end: sign.closeList, items: [] })
    else this.#put(scanner.scalar())
  }

  /** What the object that begins here has to keep. */
  #wanted(): Wanted | undefined {
    const outer = this.#open.at(-1)
    if (outer === undefined) return this.#options.wanted
    return outer.end === sign.closeObject ? outer.wanted?.get(outer.name.toLowerCase()) : undefined
  }

  #nest(open: Open): void {
    if (this.#open.push(open) > this.#options.levels) unreadable()
    this.#place = 'item'
  }

  #close(open: Open): void {
    this.#open.pop()
    const isTaken = this.#options.take !== undefined && this.#open.length === 0
    this.#put(isTaken ? taken : open.end === sign.closeList ? open.items : open.members)
  }

  /** A value has ended. */
  #put(value: JsonValue): void {
    const open = this.#open.at(-1)
    if (open === undefined) this.#value = value
    else if (open.end === sign.closeList) open.items.push(value)
    else this.#set(open, value)
    this.#place = 'separator'
  }

  #set(object: OpenObject, value: JsonValue): void {
    const { take, keepsPlaces } = this.#options
    const { name, wanted } = object
    if (wanted && !wanted.has(name.toLowerCase())) return
    if (take && this.#open.length === 1) {
      take(name, value)
      return
    }
    if (!keepsPlaces) object.members.delete(name)
    object.members = withRoom(object.members).set(name, value)
  }

  #skip(): void {
    const scanner = this.#scanner
    if (!this.#options.refusesComments || this.#open.length > 1) return scanner.skipBlanksAndComments()
    scanner.skipBlanks()
    if (scanner.sees(sign.slash)) unreadable()
  }
}
