// A column: one field of many rows, stored as a constant, sequence, list, dictionary or joined text.

import { idsFrom } from './counted-ids.ts'
import { isBytes, isObject } from '../platform/realms.ts'

/**
 * Plain data that structured cloning copies as it is. A value that is neither a list nor one of the forms below stands for all things;
 * no value is a list or a plain object itself.
 */
export type Column<T> = T | readonly T[] | Sequence<T> | Dictionary<T> | Texts<T>

/** Numbers, or counted ids (`idsFrom`), of which each follows the one before. */
interface Sequence<T> {
  readonly from: T
}

/** Few different values, and the index of each thing's own. */
interface Dictionary<T> {
  readonly values: readonly T[]
  readonly at: readonly number[]
}

/** Only texts have these forms. */
type Texts<T> = T extends string ? JoinedTexts | AlikeTexts : never

/**
 * Databases take and give one long text many times as fast as a list of short ones, and cutting a piece out of it copies nothing
 * (docs/inside/performance.md).
 */
export interface JoinedTexts {
  readonly joined: string
  /** In UTF-16 units: of each, or of all where they are equally long. */
  readonly lengths: number | readonly number[]
}

/** Texts with a common start and end, for example names of streams that a projection writes by the thousands. */
export interface AlikeTexts {
  readonly before: string
  readonly after: string
  /** The part of each text between them. */
  readonly rest: JoinedTexts
}

/** The forms that are objects, whatever their values. */
type Packed<T> = Sequence<T> | Dictionary<T> | JoinedTexts | AlikeTexts

/** `Array.isArray` drops the type of read-only lists. */
const isList = <T>(column: Column<T>): column is readonly T[] => Array.isArray(column)

/** @param column no list. */
const packedForm = <T>(column: Column<T>): Packed<T> | undefined =>
  isObject(column) && !isBytes(column) ? (column as unknown as Packed<T>) : undefined

export const isSequence = <T>(column: Column<T>): column is Sequence<T> & Column<T> =>
  isObject(column) && !Array.isArray(column) && 'from' in column

/** @returns a function from the index of a thing to its value; cheap in any order. */
export function reader<T>(column: Column<T>): (index: number) => T {
  if (isList(column)) return (index) => column[index]!
  const packed = packedForm(column)
  if (packed === undefined) return () => column as T
  if ('values' in packed) return (index) => packed.values[packed.at[index]!]!
  if ('from' in packed) return sequenceReader(packed.from)
  return textReader(packed) as (index: number) => unknown as (index: number) => T
}

export const valueAt = <T>(column: Column<T>, index: number): T => (isList(column) ? column[index]! : reader(column)(index))

/** @returns the values of all things. */
export const valuesOf = <T>(column: Column<T>, count: number): readonly T[] => {
  if (isList(column)) return column
  const read = reader(column)
  return Array.from({ length: count }, (_, index) => read(index))
}

function sequenceReader<T>(from: T): (index: number) => T {
  if (typeof from === 'number') return ((index: number) => from + index) as (index: number) => unknown as (index: number) => T
  return idsFrom(from as string) as (index: number) => unknown as (index: number) => T
}

function textReader(texts: JoinedTexts | AlikeTexts): (index: number) => string {
  if ('joined' in texts) return joinedReader(texts)
  const { before, after } = texts
  const rest = joinedReader(texts.rest)
  return (index) => before + rest(index) + after
}

function joinedReader({ joined, lengths }: JoinedTexts): (index: number) => string {
  if (typeof lengths === 'number') return (index) => joined.slice(index * lengths, (index + 1) * lengths)
  const starts = startsOf(lengths)
  return (index) => joined.slice(starts[index], starts[index + 1])
}

/** @returns where each text starts, and where the last one ends. */
function startsOf(lengths: readonly number[]): number[] {
  const starts = [0]
  let at = 0
  for (const length of lengths) starts.push((at += length))
  return starts
}

/** @returns the values from `start` up to `end`. */
export function slice<T>(column: Column<T>, start: number, end: number): Column<T> {
  if (isList(column)) return column.slice(start, end)
  const packed = packedForm(column)
  if (packed === undefined) return column
  if ('values' in packed) return { values: packed.values, at: packed.at.slice(start, end) }
  if ('from' in packed) return { from: sequenceReader(packed.from)(start) }
  const texts = 'joined' in packed ? sliceTexts(packed, start, end) : { ...packed, rest: sliceTexts(packed.rest, start, end) }
  return texts as unknown as Column<T>
}

function sliceTexts({ joined, lengths }: JoinedTexts, start: number, end: number): JoinedTexts {
  if (typeof lengths === 'number') return { joined: joined.slice(start * lengths, end * lengths), lengths }
  const starts = startsOf(lengths)
  return { joined: joined.slice(starts[start], starts[end]), lengths: lengths.slice(start, end) }
}

/** @returns the values at these indexes, in their order. */
export function select<T>(column: Column<T>, indexes: readonly number[]): Column<T> {
  if (!isList(column) && packedForm(column) === undefined) return column
  const read = reader(column)
  return indexes.map((index) => read(index))
}

/** @returns one value for all where all are the same; the list otherwise. */
export const column = <T>(values: readonly T[]): T | readonly T[] =>
  values.length > 0 && values.every((value) => value === values[0]) ? values[0]! : values

/** Makes the `column` of values that come one by one: a list only where two of them differ. */
export class ColumnBuilder<T> {
  readonly #count: number
  #added = 0
  #first: T | undefined
  #list: T[] | undefined

  /** @param count of the values that will come. */
  constructor(count: number) {
    this.#count = count
  }

  add(value: T): void {
    if (this.#list) this.#list.push(value)
    else if (this.#added === 0) this.#first = value
    else if (value !== this.#first) this.#list = [...Array.from<T>({ length: this.#added }).fill(this.#first as T), value]
    this.#added += 1
  }

  column(): T | readonly T[] {
    return this.#list ?? (this.#count === 0 ? [] : (this.#first as T))
  }
}

/** Like `column`, for numbers that may follow each other. */
export function numberColumn(values: readonly number[]): Column<number> {
  const [first] = values
  if (first === undefined || values.length === 1) return first ?? values
  return values.every((value, index) => value === first + index) ? { from: first } : column(values)
}

/** Like `column`, for texts of which there are probably few. @param most different ones. */
export function dictionaryColumn(texts: readonly string[], most: number): string | readonly string[] | Dictionary<string> {
  const places = new Map<string, number>()
  const at: number[] = []
  for (const text of texts) {
    let place = places.get(text)
    if (place === undefined) {
      if (places.size === most) return texts
      places.set(text, (place = places.size))
    }
    at.push(place)
  }
  return places.size === 1 ? texts[0]! : { values: [...places.keys()], at }
}

export function joinTexts(texts: readonly string[]): JoinedTexts {
  const lengths = texts.map(({ length }) => length)
  const [first] = lengths
  return { joined: texts.join(''), lengths: first !== undefined && lengths.every((length) => length === first) ? first : lengths }
}

export function textColumn(texts: readonly string[]): string | JoinedTexts {
  const [first] = texts
  return first !== undefined && texts.every((text) => text === first) ? first : joinTexts(texts)
}

/** A shorter common part is not worth joining each text again. */
const leastInCommon = 8

/** Separates texts while they are cut; texts that contain it are kept whole. */
const between = '\0'

/**
 * Like `textColumn`, for texts that probably share a start or an end. It takes the common part of three texts and splits the joined
 * texts at it: if there are as many pieces as texts, all share it. That is several times faster than comparing each.
 */
export function alikeColumn(texts: readonly string[]): string | JoinedTexts | AlikeTexts {
  const [first, middle, last] = [texts[0], texts[texts.length >> 1], texts.at(-1)]
  if (first === undefined || middle === undefined || last === undefined || first === last) return textColumn(texts)
  const before = commonStart(commonStart(first, middle), last)
  const room = Math.min(first.length, middle.length, last.length) - before.length
  const after = commonEnd(commonEnd(first, middle, room), last, room)
  if (before.length + after.length < leastInCommon || (before + after).includes(between)) return textColumn(texts)
  const whole = texts.join(between)
  const pieces = whole.slice(before.length, whole.length - after.length).split(after + between + before)
  const rest = joinTexts(pieces)
  return pieces.length === texts.length && !rest.joined.includes(between) ? { before, after, rest } : textColumn(texts)
}

function commonStart(one: string, other: string): string {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return one.slice(0, length)
}

/** @param most characters to compare. */
function commonEnd(one: string, other: string, most: number): string {
  let length = 0
  while (length < Math.min(most, one.length) && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length++
  return one.slice(one.length - length)
}
