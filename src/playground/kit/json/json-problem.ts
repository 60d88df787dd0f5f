// Says in words why a text is not JSON, and where.

import { json as texts } from '../../strings/english/json.ts'
import type { JsonProblem } from './json-text.ts'
import { placeOf, readJsonText } from './json-text.ts'

/** @returns undefined if the text is JSON. Line and column count from 1, `at` counts UTF-16 units from the start. */
export function jsonFaultText(text: string) {
  const reading = readJsonText(text)
  if (reading.kind === 'value') return undefined
  const { line, column } = placeOf(text, reading.at)
  return { message: texts.place(line, column, problemText(reading.problem)), place: { line, column, at: reading.at } }
}

export const problemText = (problem: JsonProblem): string =>
  'word' in problem ? texts.problems[problem.kind](problem.word) : texts.problems[problem.kind]
