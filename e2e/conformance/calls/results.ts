// Reads the kept score of the official client's tests, and finds what is not expected in it.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface FileScore {
  readonly passed: number
  /** Full names of the tests. */
  readonly failed: readonly string[]
}

/** By release, and by the file's path without its ending. */
export type Results = Readonly<Record<string, Readonly<Record<string, FileScore>>>>

/** A failure that is known. */
export interface ExpectedFailure {
  readonly test: string
  readonly releases: readonly string[]
  readonly reason: string
  /** A race decides whether it fails. */
  readonly mayPass?: boolean
}

export const resultsFile = join(import.meta.dirname, 'results.json')

export const readResults = (): Results => (existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : {})

export const readExpected = (): readonly ExpectedFailure[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'expected.json'), 'utf8')) as readonly ExpectedFailure[]

export function totalOf(scores: Results[string]): { readonly passed: number; readonly failed: number } {
  const all = Object.values(scores)
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed.length, 0),
  }
}

/** @returns a sentence for each failure without a reason, and for each reason without its failure. */
export function problemsIn(results: Results, expected: readonly ExpectedFailure[]): readonly string[] {
  const isListed = (release: string, test: string): boolean => expected.some((of) => of.test === test && of.releases.includes(release))
  return Object.entries(results).flatMap(([release, scores]) => {
    const failed = new Set(Object.values(scores).flatMap((score) => score.failed))
    const unknown = [...failed].filter((test) => !isListed(release, test)).map((test) => `${release}: fails without a reason: ${test}`)
    const passing = expected
      .filter(({ test, releases, mayPass }) => mayPass !== true && releases.includes(release) && !failed.has(test))
      .map(({ test }) => `${release}: passes, although expected.json says that it fails: ${test}`)
    return [...unknown, ...passing]
  })
}
