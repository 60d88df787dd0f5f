// Packs what the events of a record have of one kind, and hands it out again one by one (docs/decisions/116).

import type { JoinedTexts } from '../base/joined-texts.ts'
import { joinTexts, textsReader } from '../base/joined-texts.ts'

/** One value for all, or one for each. No value is a list itself. */
export type Column<T> = T | readonly T[]

/** One text for all, or one for each. */
export type TextColumn = string | JoinedTexts

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

export const contentColumn = (contents: readonly (string | Uint8Array)[]): ContentColumn =>
  areTexts(contents) ? textColumn(contents) : column(contents)

/** @returns a function that gives the next text at each call, from the first one on. */
export const textReader = (texts: TextColumn): (() => string) => (typeof texts === 'string' ? () => texts : textsReader(texts))

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
