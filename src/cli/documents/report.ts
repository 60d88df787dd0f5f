// Prints tests of documents: for people as a test runner does, as JSON, or as the XML that JUnit writes.

import { styleText } from 'node:util'
import { counted } from '../terminal.ts'

/** A file with its tests. */
export interface ReportedDocument {
  /** As it was given. */
  readonly file: string
  readonly tests: readonly ReportedTest[]
  /** Whether new expectations were written into it. */
  readonly isUpdated: boolean
}

export interface ReportedTest {
  readonly kind: 'block' | 'lesson'
  readonly name: string
  /** From 1. */
  readonly line: number
  readonly milliseconds: number
  /** The file may be one that the document names. */
  readonly problems: readonly { readonly file: string; readonly line: number; readonly message: string }[]
}

const hasFailed = ({ problems }: ReportedTest): boolean => problems.length > 0

/** Lines for a terminal: each file, below it the tests that fail, and the sum. */
export function* printTests(documents: readonly ReportedDocument[], isColoured: boolean): Iterable<string> {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  for (const { file, tests, isUpdated } of documents) {
    const failed = tests.filter(hasFailed)
    const mark = failed.length === 0 ? paint('green', '✓') : paint('red', '✗')
    yield `${mark} ${file} ${paint('gray', `(${counted(tests.length, 'test')}${isUpdated ? ', updated' : ''})`)}`
    for (const test of failed) {
      yield `  ${paint('red', '✗')} ${file}:${test.line} ${test.name}`
      for (const problem of test.problems) yield `      ${problem.file}:${problem.line}: ${problem.message}`
    }
  }
  const all = documents.flatMap(({ tests }) => tests)
  const failed = all.filter(hasFailed).length
  yield `${counted(documents.length, 'document')}, ${counted(all.length, 'test')}: ${failed === 0 ? 'all passed' : `${all.length - failed} passed, ${failed} failed`}`
}

/** One array with an object for each test. */
export const testsAsJson = (documents: readonly ReportedDocument[]): string =>
  JSON.stringify(
    documents.flatMap(({ file, tests }) =>
      tests.map(({ kind, name, line, milliseconds, problems }) => ({
        file,
        line,
        kind,
        name,
        passed: problems.length === 0,
        milliseconds: Math.round(milliseconds),
        problems,
      })),
    ),
    null,
    2,
  )

/** A suite for each document; build servers show it. */
export function testsAsJUnit(documents: readonly ReportedDocument[]): string {
  const all = documents.flatMap(({ tests }) => tests)
  const attributes = (tests: readonly ReportedTest[]) =>
    `tests="${tests.length}" failures="${tests.filter(hasFailed).length}" errors="0" time="${seconds(tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0))}"`
  const suites = documents.map(({ file, tests }) =>
    [`  <testsuite name="${escaped(file)}" ${attributes(tests)}>`, ...tests.map((test) => testCase(file, test)), '  </testsuite>'].join(
      '\n',
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rillbox test-docs" ${attributes(all)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(file: string, { name, line, milliseconds, problems }: ReportedTest): string {
  const opening = `    <testcase name="${escaped(`${name} (line ${line})`)}" classname="${escaped(file)}" file="${escaped(file)}" line="${line}" time="${seconds(milliseconds)}"`
  const [first] = problems
  if (!first) return `${opening}/>`
  const lines = problems.map((problem) => `${problem.file}:${problem.line}: ${problem.message}`).join('\n')
  return `${opening}>\n      <failure message="${escaped(first.message)}">${escaped(lines)}</failure>\n    </testcase>`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

/** Characters that XML has no form for are left out. */
const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- XML 1.0 has none of these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
