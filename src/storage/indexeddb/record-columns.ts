// Packs what the events of a record have of one kind, and hands it out again one by one (docs/performance.md).

import type { Column } from '../../base/column.ts'
import { isList } from '../../base/column.ts'
import type { JoinedTexts } from '../../base/joined-texts.ts'
import { joinTexts, textsReader } from '../../base/joined-texts.ts'
import { isBytes } from '../../base/realms.ts'

/** One text for all, or one for each. */
export type TextColumn = string | JoinedTexts | AlikeColumn

/** Texts that begin and end alike, as names of streams do that a projection writes by the thousands. */
interface AlikeColumn {
  readonly before: string
  readonly after: string
  /** What each has between them. */
  readonly rest: JoinedTexts
}

/** Bytes are kept one by one. */
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

/** What texts have in common is worth being kept once where it has so many characters: putting each together again costs more. */
const leastInCommon = 8

/** Stands between texts while they are taken apart; texts that hold it themselves are kept whole. */
const between = '\0'

/**
 * The same for texts that are likely to begin or end alike: if all do as three of them, cutting all of them at what stands between two of
 * them gives as many pieces as there are texts. That is found several times as fast as by looking at each.
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

/** @param most how many characters it may have. */
function commonEnd(one: string, other: string, most: number): string {
  let length = 0
  while (length < Math.min(most, one.length) && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length++
  return one.slice(one.length - length)
}

export const contentColumn = (contents: readonly (string | Uint8Array)[]): ContentColumn =>
  areTexts(contents) ? textColumn(contents) : column(contents)

/** @returns a function that gives the next text at each call, from the first one on. */
export function textReader(texts: TextColumn): () => string {
  if (typeof texts === 'string') return () => texts
  if ('joined' in texts) return textsReader(texts)
  const { before, after } = texts
  const next = textsReader(texts.rest)
  return () => before + next() + after
}

/** The same for contents. */
export function contentReader(contents: ContentColumn): () => string | Uint8Array {
  if (isBytes(contents)) return () => contents
  if (!isContents(contents)) return textReader(contents)
  let index = 0
  return () => contents[index++]!
}

const areTexts = (contents: readonly (string | Uint8Array)[]): contents is readonly string[] =>
  contents.every((content) => typeof content === 'string')

/** As `isList`. */
const isContents = (contents: ContentColumn): contents is readonly (string | Uint8Array)[] => Array.isArray(contents)
