// Packs what the events of a record have of one kind, and hands it out again one by one (docs/decisions/116).

import type { JoinedTexts } from '../base/joined-texts.ts'
import { joinTexts, textsReader } from '../base/joined-texts.ts'

/** One value for all, or one for each. No value is a list itself. */
export type Column<T> = T | readonly T[]

/** One text for all, or one for each. */
export type TextColumn = string | JoinedTexts | AlikeTexts

/** Texts that begin and end alike, as names of streams do that a projection writes by the thousands. */
interface AlikeTexts {
  readonly before: string
  readonly after: string
  readonly between: JoinedTexts
}

/** Bytes are kept one by one. */
export type ContentColumn = TextColumn | Uint8Array | readonly (string | Uint8Array)[]

export const column = <T>(values: readonly T[]): Column<T> =>
  values.length > 0 && values.every((value) => value === values[0]) ? values[0]! : values

export const valueAt = <T>(values: Column<T>, index: number): T => (isList(values) ? values[index]! : values)

export function textColumn(texts: readonly string[]): TextColumn {
  const [first] = texts
  if (first !== undefined && texts.every((text) => text === first)) return first
  return joinTexts(texts)
}

/** What texts have in common is worth being kept once where it has so many characters: putting each together again costs more. */
const leastInCommon = 8

/** The same for texts that are likely to begin or end alike. */
export function alikeColumn(texts: readonly string[]): TextColumn {
  const [first, last] = [texts[0], texts.at(-1)]
  if (first === undefined || last === undefined || first === last) return textColumn(texts)
  let before = commonStart(first, last)
  let after = commonEnd(first, last, before.length)
  for (const text of texts) {
    if (!text.startsWith(before)) before = commonStart(first, text)
    if (text.length < before.length + after.length || !text.endsWith(after)) after = commonEnd(first, text, before.length)
    if (before.length + after.length < leastInCommon) return textColumn(texts)
  }
  return { before, after, between: joinTexts(texts.map((text) => text.slice(before.length, text.length - after.length))) }
}

function commonStart(one: string, other: string): string {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return one.slice(0, length)
}

/** @param taken how many characters at the beginning are taken. */
function commonEnd(one: string, other: string, taken: number): string {
  const most = Math.min(one.length, other.length) - taken
  let length = 0
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)) length++
  return one.slice(one.length - length)
}

export const contentColumn = (contents: readonly (string | Uint8Array)[]): ContentColumn =>
  areTexts(contents) ? textColumn(contents) : column(contents)

/** @returns a function that gives the next text at each call, from the first one on. */
export function textReader(texts: TextColumn): () => string {
  if (typeof texts === 'string') return () => texts
  if ('joined' in texts) return textsReader(texts)
  const { before, after } = texts
  const next = textsReader(texts.between)
  return () => before + next() + after
}

/** The same for contents. */
export function contentReader(contents: ContentColumn): () => string | Uint8Array {
  if (contents instanceof Uint8Array) return () => contents
  if (!isContents(contents)) return textReader(contents)
  let index = 0
  return () => contents[index++]!
}

const areTexts = (contents: readonly (string | Uint8Array)[]): contents is readonly string[] =>
  contents.every((content) => typeof content === 'string')

/** `Array.isArray` forgets what it knows about read-only lists. */
const isList = <T>(values: Column<T>): values is readonly T[] => Array.isArray(values)
const isContents = (contents: ContentColumn): contents is readonly (string | Uint8Array)[] => Array.isArray(contents)
