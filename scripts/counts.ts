// Reads from a step's exit code, output and report how many of its tests passed and failed.

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Of those that passed: tests that failed at the first try. Default: 0. */
  readonly retried?: number
}

export interface Finished {
  readonly exitCode: number
  readonly output: string
  /** Parsed JSON of the step's report; undefined where it wrote none. */
  readonly report: unknown
}

export type Count = (finished: Finished) => Counts

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export const sum = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    none,
  )

/** The closing line of a run. */
export const print = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** The same for one step, with the tests that nobody should trust. */
export const printStep = (counts: Counts): string =>
  counts.retried ? `${print(counts)} (${counts.retried} of them at the second try: look above for why)` : print(counts)

/** Types, lint, format, a build: one thing that holds or does not. */
export const asOneCheck: Count = ({ exitCode }) => (exitCode === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 })

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

export const vitestCounts: Count = ({ report }) => {
  if (!report) return none
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
}

/** A test that held only when it was tried again has passed, and is told apart: its reason is still to be found. */
export const playwrightCounts: Count = ({ report }) => {
  if (!report) return none
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats
  return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky }
}

/** Recorded steps: an expected deviation is as good as agreement, everything unexpected is a failure. */
export const conformanceCounts: Count = ({ output }) => {
  const played = [...output.matchAll(/steps: \d+\/(\d+) agree/g)].reduce((total, [, count]) => total + Number(count), 0)
  const [, ...wrong] = /(\d+) unexpected differences, (\d+) unexpected passes, \d+ reports, (\d+) unhandled errors/.exec(output) ?? []
  const failed = Math.min(
    played,
    wrong.reduce((total, count) => total + Number(count), 0),
  )
  return { passed: played - failed, failed, skipped: 0 }
}

/** What a step is worth to the total: a step that failed without a failed test, or ran no test at all, counts as one failure. */
export function judge(count: Count, finished: Finished): Counts {
  const counts = count(finished)
  const silent = counts.passed + counts.failed === 0
  return (finished.exitCode !== 0 && counts.failed === 0) || silent ? { ...counts, failed: counts.failed + 1 } : counts
}
