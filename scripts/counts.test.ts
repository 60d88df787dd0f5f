import { describe, expect, test } from 'vitest'
import { asOneCheck, conformanceCounts, judge, none, playwrightCounts, print, printStep, sum, vitestCounts } from './counts.ts'

const finished = { exitCode: 0, output: '', report: undefined }
const vitestReport = { numPassedTests: 12, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 }

describe('counts', () => {
  test('reads the reports of the test runners', () => {
    expect(vitestCounts({ ...finished, report: vitestReport })).toEqual({ passed: 12, failed: 1, skipped: 2 })
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 0 }
    expect(playwrightCounts({ ...finished, report: { stats } })).toEqual({ passed: 8, failed: 1, skipped: 0, retried: 1 })
  })

  test('reads the output of the conformance run', () => {
    const output = [
      'language     scenarios: 3/5 agree; steps: 20/25 agree',
      'streams      scenarios: 9/10 agree; steps: 99/100 agree',
      '2 unexpected differences, 1 unexpected passes, 4 reports, 0 unhandled errors in 3.1 s',
    ].join('\n')
    expect(conformanceCounts({ ...finished, output })).toEqual({ passed: 122, failed: 3, skipped: 0 })
  })

  test('adds up and prints', () => {
    expect(print(sum([{ passed: 1, failed: 0, skipped: 0 }, none, { passed: 2, failed: 1, skipped: 0 }]))).toBe('3 passed, 1 failed')
    expect(print({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
    expect(printStep({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
    expect(printStep({ passed: 3, failed: 0, skipped: 0, retried: 1 })).toContain('3 passed, 0 failed (1 of them at the second try')
  })
})

describe('judge', () => {
  test('takes a good run as it is', () => {
    expect(judge(asOneCheck, finished)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  test('fails a step that ran no test, whatever its exit code says', () => {
    expect(judge(vitestCounts, { ...finished, report: undefined }).failed).toBe(1)
    expect(judge(conformanceCounts, { ...finished, output: 'nothing of use' }).failed).toBe(1)
  })

  test('fails a step that ended badly although no test failed', () => {
    const report = { ...vitestReport, numFailedTests: 0 }
    expect(judge(vitestCounts, { ...finished, exitCode: 1, report })).toEqual({ passed: 12, failed: 1, skipped: 2 })
  })
})
