// Converts the engine's places (line and column from 1) into ranges of an editor, and into text.

import { shortReason } from '../../model/store/short-reason.ts'
import { editor as texts } from '../../strings/english/editor.ts'

export interface FaultPlace {
  readonly line?: number
  readonly column?: number
}

export interface TextRange {
  readonly from: number
  readonly to: number
}

/**
 * Finds the range to underline: the word at the place, with the dot of a member, or one character; without a column, the whole line.
 *
 * @returns undefined without a line. A place behind the end of the text becomes its end.
 */
export function rangeOf(text: string, { line, column }: FaultPlace): TextRange | undefined {
  if (line === undefined) return undefined
  const lines = text.split('\n')
  const index = Math.min(line, lines.length) - 1
  const start = lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0)
  const content = lines[index]!
  if (line > lines.length) return atLeastOne(text, start + content.length, start + content.length)
  if (column === undefined) return atLeastOne(text, start + indentOf(content), start + content.trimEnd().length)
  const from = Math.min(column - 1, content.length)
  return atLeastOne(text, start + from, start + from + /^\??\.?[\w$]*/.exec(content.slice(from))![0].length)
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Extends an empty, invisible range by the next character, or at the end of a line by the previous one. */
function atLeastOne(text: string, from: number, to: number): TextRange {
  if (to > from) return { from, to }
  if (from < text.length && text[from] !== '\n') return { from, to: from + 1 }
  return from > 0 && text[from - 1] !== '\n' ? { from: from - 1, to: from } : { from, to: from }
}

/** Place and message in one line, of a long message the first sentence: the result has all of it. */
export function faultText({ line, column, message }: FaultPlace & { readonly message: string }): string {
  if (line === undefined) return firstSentence(shortReason(message))
  return `${texts.place(line, column)}: ${firstSentence(shortReason(message))}`
}

/** Abbreviations and the like at the beginning are no sentence. */
const firstSentence = (text: string): string => /^.{20,}?\.(?=\s)/s.exec(text)?.[0] ?? text
