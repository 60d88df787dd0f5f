// Lists the lines of a query that events can run, and where its handlers begin: for coverage.

import type { LanguageFacts } from '../../base/release/facts.ts'
import { passMarks } from '../dialect/source/passes/marks.ts'
import { readLines } from '../dialect/source/positions.ts'
import { parseSource } from '../dialect/source/prepare.ts'
import { walk } from '../dialect/source/syntax-tree.ts'
import { readQuery } from './query-model.ts'

export interface CodeLines {
  /** Lines inside of functions on which a statement begins, from 1, in order. */
  readonly lines: readonly number[]
  /** Handlers of events that are written out, in the order of the text. */
  readonly handlers: readonly { readonly name: string; readonly line: number }[]
}

/** @returns none of a text that does not parse. */
export async function codeLines(text: string, language?: LanguageFacts): Promise<CodeLines> {
  const parsed = await parseSource(text, language)
  if ('kind' in parsed) return { lines: [], handlers: [] }
  const { place } = readLines(text)
  const lines = new Set<number>()
  const nothing = { before: () => undefined, after: () => undefined }
  walk(
    parsed.program,
    passMarks(
      nothing,
      (offset) => place(offset).line,
      (line) => lines.add(line),
    ),
  )
  const handlers = readQuery(parsed)
    .handlers.filter(({ text: name }) => !name.startsWith('$init'))
    .map(({ text: name, at }) => ({ name, line: place(at.start).line }))
  return { lines: [...lines].sort((one, other) => one - other), handlers }
}
