// The shape of a diagnostic: the code of what is wrong in a query, the place, a sentence, and the edit that mends it.

import type { Code, Severity } from './codes.ts'
import type { Said } from './phrases.ts'

/** Offsets into the query's text, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Writes `text` in the place of a stretch of the query. */
export interface Fix extends Span {
  readonly text: string
}

/** One finding about a query; docs/server/diagnostics.md describes the codes. */
export interface Diagnostic<C extends string = Code> extends Span {
  readonly code: C
  readonly severity: Severity
  /** One or two sentences; English unless other words were asked for. */
  readonly message: string
  /** Lines and columns count from 1, columns in UTF-16 units; the end is the place behind the last character. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly fix?: Fix
  /** The paragraph of the documentation that describes the code. */
  readonly page: string
}

/** What a rule found; the code decides about severity and sentence. */
export interface RuleFinding {
  readonly code: Code
  readonly at: Span
  /** Words of the sentence, by name. */
  readonly facts?: Readonly<Record<string, string | Said | undefined>>
  /** Default: the severity of the code. */
  readonly severity?: Severity
  readonly fix?: Fix | undefined
}

type Place = (offset: number) => { line: number; column: number }

/** A stretch with its lines and columns. */
export function placeIn(place: Place, { start, end }: Span) {
  const [from, to] = [place(start), place(end)]
  return { start, end, line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}
