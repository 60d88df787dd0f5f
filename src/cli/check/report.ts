// Prints diagnostics of queries: for people with the line and a caret, as JSON, or as SARIF.

import { styleText } from 'node:util'
import { changeCodes, pageOfChange } from '../../engine/queries/changes.ts'
import type { Change, ChangeCode } from '../../engine/queries/changes.ts'
import type { Code, Diagnostic, Severity } from '../../engine/queries/diagnostics.ts'
import { codes, pageOf, readLines } from '../../engine/queries/diagnostics.ts'

/** What is wrong, or what changes. */
export type CheckFinding = Diagnostic | Change

/** A query file with what was found in it. */
export interface CheckedFile {
  readonly file: string
  readonly text: string
  readonly diagnostics: readonly CheckFinding[]
}

export interface ReportOptions {
  readonly isColoured: boolean
}

const styles = { error: 'red', warning: 'yellow', hint: 'cyan' } as const satisfies Record<Severity, string>

/** Lines for a terminal: place, code and sentence, then the line of the query with the stretch underlined, then the fix. */
export function* printReport(files: readonly CheckedFile[], { isColoured }: ReportOptions): Iterable<string> {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  for (const { file, text, diagnostics } of files) {
    const lines = text.split(/\r\n|[\r\n\u2028\u2029]/)
    for (const diagnostic of diagnostics) {
      const { line, column, severity, code, message, fix } = diagnostic
      yield `${file}:${line}:${column} ${paint(styles[severity], severity)} ${message} ${paint('gray', code)}`
      yield* printExcerpt(lines[line - 1] ?? '', diagnostic, (marks) => paint(styles[severity], marks))
      if (fix) yield `      fix: ${describeFix(text, fix)}`
    }
  }
  yield summary(files)
}

/** Long lines, as of minified queries, are cut around the place. */
const excerptLength = 120

function* printExcerpt(
  whole: string,
  { line, column, endLine, endColumn }: CheckFinding,
  paint: (marks: string) => string,
): Iterable<string> {
  const from = whole.length > excerptLength ? Math.max(0, column - 1 - excerptLength / 3) : 0
  const shown = whole.slice(from, from + excerptLength).replaceAll('\t', ' ')
  const last = endLine === line ? endColumn : whole.length + 1
  const start = column - 1 - from
  const count = Math.max(1, Math.min(last - column, shown.length - start))
  yield `    ${from > 0 ? '…' : ''}${shown}`
  yield `    ${' '.repeat(start + (from > 0 ? 1 : 0))}${paint('^'.repeat(count))}`
}

function describeFix(text: string, { start, end, text: written }: NonNullable<CheckFinding['fix']>): string {
  const removed = text.slice(start, end)
  if (removed === '') return `add ${written.trim()}`
  return removed.includes('\n') ? `write ${written}` : `${removed} → ${written}`
}

function summary(files: readonly CheckedFile[]): string {
  const all = files.flatMap(({ diagnostics }) => diagnostics)
  const counts = (['error', 'warning', 'hint'] as const).map((severity) => {
    const count = all.filter((one) => one.severity === severity).length
    return `${count} ${severity}${count === 1 ? '' : 's'}`
  })
  return `${files.length} ${files.length === 1 ? 'query' : 'queries'}: ${counts.join(', ')}`
}

/** One array for all files; lines and columns count from 1, ends are behind the last character. */
export const jsonReport = (files: readonly CheckedFile[]): string =>
  JSON.stringify(
    files.flatMap(({ file, text, diagnostics }) =>
      diagnostics.map(({ start: _start, end: _end, fix, ...shown }) => ({
        file,
        ...shown,
        ...(fix && { fix: { ...placesOf(text, fix), text: fix.text } }),
      })),
    ),
    null,
    2,
  )

function placesOf(text: string, { start, end }: { start: number; end: number }) {
  const { place } = readLines(text)
  const [from, to] = [place(start), place(end)]
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}

const levels = { error: 'error', warning: 'warning', hint: 'note' } as const satisfies Record<Severity, string>

/** SARIF 2.1.0, which code hosts show beside the lines. */
export function sarifReport(files: readonly CheckedFile[], version: string): string {
  const rules = [
    ...Object.entries(codes).map(([id, { severity }]) => ruleOf(id, severity, pageOf(id as Code))),
    ...Object.entries(changeCodes).map(([id, { severity }]) => ruleOf(id, severity, pageOfChange(id as ChangeCode))),
  ]
  const results = files.flatMap(({ file, text, diagnostics }) => diagnostics.map((diagnostic) => resultOf(file, text, diagnostic)))
  const driver = { name: 'rillbox', version, informationUri: 'https://github.com/rillbox/rillbox', rules }
  const runs = [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }]
  return JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs }, null, 2)
}

const ruleOf = (id: string, severity: Severity, helpUri: string) => ({ id, defaultConfiguration: { level: levels[severity] }, helpUri })

function resultOf(file: string, text: string, { code, severity, message, line, column, endLine, endColumn, fix }: CheckFinding) {
  const artifactLocation = { uri: file.split('\\').join('/') }
  const region = { startLine: line, startColumn: column, endLine, endColumn }
  const deleted = fix && placesOf(text, fix)
  return {
    ruleId: code,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(fix && {
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation,
              replacements: [
                {
                  deletedRegion: {
                    startLine: deleted!.line,
                    startColumn: deleted!.column,
                    endLine: deleted!.endLine,
                    endColumn: deleted!.endColumn,
                  },
                  insertedContent: { text: fix.text },
                },
              ],
            },
          ],
        },
      ],
    }),
  }
}
