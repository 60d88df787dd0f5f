// Packs one member of all events of a record, and reads it again one by one (docs/performance.md).

import type { Column } from '../../base/column.ts'
import { isList } from '../../base/column.ts'
import type { JoinedTexts } from '../../base/joined-texts.ts'
import { joinTexts, textsReader } from '../../base/joined-texts.ts'
import { isBytes } from '../../base/realms.ts'

/** One string for all events, or one for each. */
export type TextColumn = string | JoinedTexts | AlikeColumn

/** Strings with a common start and end, such as names of streams that a projection writes by the thousands. */
interface AlikeColumn {
  readonly before: string
  readonly after: string
  /** The part of each string between them. */
  readonly rest: JoinedTexts
}

/** Byte arrays are not joined. */
export type ContentColumn = TextColumn | Uint8Array | readonly (string | Uint8Array)[]

export const column = <T>(values: readonly T[]): Column<T> =>
  values.length > 0 && values.every((value) => value === values[0]) ? values[0]! : values

/** @returns the part from `start` up to `end`. */
export const columnBetween = <T>(values: Column<T>, start: number, end: number): Column<T> =>
  isList(values) ? column(values.slice(start, end)) : values

export function textColumn(texts: readonly string[]): TextColumn {
  const [first] = texts
  if (first !== undefined && texts.every((text) => text === first)) return first
  return joinTexts(texts)
}

/** A shorter common part is not worth joining each string again. */
const leastInCommon = 8

/** Separates strings while they are cut; strings that contain it are kept whole. */
const between = '\0'

/**
 * Like `textColumn`, for strings that probably share a start or an end. It takes the common part of three strings and splits the joined
 * strings at it: if there are as many pieces as strings, all share it. That is several times faster than comparing each.
 */
export function alikeColumn(texts: readonly string[]): TextColumn {
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

export const contentColumn = (contents: readonly (string | Uint8Array)[]): ContentColumn =>
  areTexts(contents) ? textColumn(contents) : column(contents)

/** @returns a function whose next call returns the next string, from the first one on. */
export function textReader(texts: TextColumn): () => string {
  if (typeof texts === 'string') return () => texts
  if ('joined' in texts) return textsReader(texts)
  const { before, after } = texts
  const next = textsReader(texts.rest)
  return () => before + next() + after
}

/** Like `textReader`, for contents. */
export function contentReader(contents: ContentColumn): () => string | Uint8Array {
  if (isBytes(contents)) return () => contents
  if (!isContents(contents)) return textReader(contents)
  let index = 0
  return () => contents[index++]!
}

const areTexts = (contents: readonly (string | Uint8Array)[]): contents is readonly string[] =>
  contents.every((content) => typeof content === 'string')

/** `Array.isArray` narrows read-only arrays to mutable ones. */
const isContents = (contents: ContentColumn): contents is readonly (string | Uint8Array)[] => Array.isArray(contents)
