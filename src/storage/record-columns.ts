// Packs what the events of a record have of one kind, and hands it out again one by one (docs/decisions/116).

/** One value for all, or one for each. No value is a list itself. */
export type Column<T> = T | readonly T[]

/**
 * One text for all, or all of them in one: databases take and give a long text many times as fast as a list of short ones, and
 * cutting a piece out of it copies nothing.
 */
export type TextColumn = string | JoinedTexts

export interface JoinedTexts {
  readonly joined: string
  /** In UTF-16 units: of each, or of all where they are equally long. */
  readonly lengths: Column<number>
}

/** Bytes are kept one by one. */
export type ContentColumn = TextColumn | Uint8Array | readonly (string | Uint8Array)[]

export const column = <T>(values: readonly T[]): Column<T> =>
  values.length > 0 && values.every((value) => value === values[0]) ? values[0]! : values

export const valueAt = <T>(values: Column<T>, index: number): T => (isList(values) ? values[index]! : values)

export function textColumn(texts: readonly string[]): TextColumn {
  const [first] = texts
  if (first !== undefined && texts.every((text) => text === first)) return first
  return { joined: texts.join(''), lengths: column(texts.map(({ length }) => length)) }
}

export const contentColumn = (contents: readonly (string | Uint8Array)[]): ContentColumn =>
  areTexts(contents) ? textColumn(contents) : column(contents)

/** @returns a function that gives the next text at each call, from the first one on. */
export function textReader(texts: TextColumn): () => string {
  if (typeof texts === 'string') return () => texts
  const { joined, lengths } = texts
  let index = 0
  let at = 0
  return () => {
    const start = at
    at += valueAt(lengths, index++)
    return joined.slice(start, at)
  }
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
