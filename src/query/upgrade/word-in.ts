// Finds the stretch to mark for a place that a fault names: the word or sign that stands there.

import { readLines } from '../dialect/source/positions.ts'
import type { Span } from '../diagnostics/diagnostic.ts'

/** @param line from 1. Default: where the text begins. */
export function wordIn(text: string, line?: number, column = 1): Span {
  const start = line === undefined ? 0 : Math.min(readLines(text).offset(line, column), text.length)
  return { start, end: start + (/^(?:[\w$]+|\S)/.exec(text.slice(start, start + 100))?.[0].length ?? 0) }
}
