// Notes which lines of a projection's file the runs of tests reach, where RILLBOX_COVERAGE names a file: lcov, which editors and code hosts read.

import { StoreError } from '../base/errors.ts'
import { isError } from '../base/platform/realms.ts'
import type { LanguageFacts } from '../base/release/facts.ts'
import type { QueryStep } from '../query/query.ts'

interface ProcessOfTests {
  readonly env?: Readonly<Record<string, string | undefined>>
  getBuiltinModule?(name: string): unknown
}

const processOfTests = (): ProcessOfTests => (globalThis as { process?: ProcessOfTests }).process ?? {}

/** Where lcov goes; undefined where nobody asks, and outside of Node. */
export const coverageFile = (): string | undefined =>
  processOfTests().getBuiltinModule ? processOfTests().env?.['RILLBOX_COVERAGE'] || undefined : undefined

export interface CoveredRun {
  /** Path of the query's file. */
  readonly file: string
  readonly query: string
  readonly steps: readonly QueryStep[]
  readonly language: LanguageFacts
}

/**
 * Adds a record to the file, in one write: tests of other processes add theirs. Readers of lcov add the records of a file up.
 *
 * @throws StoreError `invalid-options` where the file cannot be written.
 */
export async function noteCoverage(to: string, { file, query, steps, language }: CoveredRun): Promise<void> {
  const { codeLines, lcovRecord, LineTally } = await import('../engine/queries/profile.ts')
  const code = await codeLines(query, language)
  const lines = new LineTally(code.lines)
  for (const step of steps) lines.count(step.lines)
  const calls = (name: string): number => steps.filter(({ handler }) => handler === name).length
  const handlers = code.handlers.map(({ name, line }) => ({ name, line, calls: calls(name) }))
  const files = processOfTests().getBuiltinModule!('node:fs') as {
    mkdirSync(path: string, options: { recursive: true }): void
    appendFileSync(path: string, text: string): void
  }
  try {
    files.mkdirSync(to.replace(/[^\\/]*$/, '') || '.', { recursive: true })
    files.appendFileSync(to, lcovRecord({ file, lines: lines.result(), handlers }))
  } catch (cause) {
    const why = isError(cause) ? cause.message : String(cause)
    throw new StoreError('invalid-options', `The variable RILLBOX_COVERAGE names "${to}", which cannot be written: ${why}.`, {
      hint: 'Name a file, in a folder that this user may write.',
      cause,
    })
  }
}
