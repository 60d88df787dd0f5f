// The command `check`: says what is wrong in queries, or what a release or an engine changes; exit code 1 where anything is an error or a warning.

import { factsOf } from '../../../base/release/releases.ts'
import type { Change, UpgradeOptions } from '../../../engine/queries/changes.ts'
import { changeCodes, changesFor, pageOfChange } from '../../../engine/queries/changes.ts'
import { diagnose } from '../../../engine/queries/diagnostics.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { CheckCommand } from '../../arguments.ts'
import type { CheckedQuery } from '../../check/checked-queries.ts'
import { projectionsOf, queriesOf } from '../../check/checked-queries.ts'
import type { ComparedRules } from '../../../engine/queries/compare/compared-runs.ts'
import { compareRuns } from '../../../engine/queries/compare/compared-runs.ts'
import type { Comparison } from '../../../engine/queries/compare/compare.ts'
import { RunNotes, shownBy } from '../../../engine/queries/compare/run-notes.ts'
import type { CheckedFile } from '../../check/report.ts'
import { jsonReport, printReport, sarifReport } from '../../check/report.ts'
import type { Seen } from '../../check/seen.ts'
import { seenIn } from '../../check/seen.ts'
import type { Tools } from '../../tools.ts'
import { printComparison } from './compare.ts'
import { openEvents } from '../opened-events.ts'

/** @returns the exit code. */
export async function runCheck(command: CheckCommand, tools: Tools): Promise<0 | 1> {
  const { terminal, version, isColoured } = tools
  // Before events are read, which takes longer.
  const given = command.paths.length > 0 ? queriesOf(command.paths) : undefined
  const storage = command.source && (await openEvents(command.source, tools))
  const files: CheckedFile[] = []
  try {
    const queries = given ?? (await projectionsOf(command.source!, storage!))
    const seen = storage && (await seenIn(storage))
    for (const query of queries) files.push(await checked(query, command, seen, storage))
  } finally {
    terminal.done()
    await storage?.close()
  }
  if (command.format === 'json') await terminal.print(jsonReport(files))
  else if (command.format === 'sarif') await terminal.print(sarifReport(files, version))
  else for (const line of printReport(files, { isColoured })) await terminal.print(line)
  return files.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity !== 'hint')) ? 1 : 0
}

async function checked(
  query: CheckedQuery,
  command: CheckCommand,
  seen: Seen | undefined,
  storage: Storage | undefined,
): Promise<CheckedFile> {
  const { file, text, mode } = query
  const { release, engine, fromRelease, toRelease } = command
  const emitEnabled = command.emit ?? query.emitEnabled
  const [from, to] = [factsOf(fromRelease ?? release), factsOf(toRelease ?? release)]
  const isUpgrade = fromRelease !== undefined && toRelease !== undefined
  const runners = { from: { release: from.release, engine: 1 }, to: { release: to.release, engine } } as const
  const run = storage && (isUpgrade || engine === 2) ? await comparedRuns(storage, text, { ...runners, emit: emitEnabled }) : undefined
  const options = { from, to, toEngine: engine, mode, emitEnabled, bodies: seen?.bodies, shown: engine === 2 ? run?.shown : undefined }
  const changes = [...(run?.differs ? [run.differs] : []), ...(await changesFor(text, options))]
  if (isUpgrade) return { file, text, diagnostics: changes }
  const diagnostics = await diagnose(text, { seen: seen?.names, language: to.language, emitEnabled, engine, isDraft: false })
  return { file, text, diagnostics: [...diagnostics, ...changes] }
}

/** What the query comes to over the events by both. */
async function comparedRuns(
  storage: Storage,
  text: string,
  { from, to, emit }: { readonly from: ComparedRules; readonly to: ComparedRules; readonly emit: boolean | undefined },
): Promise<{ readonly differs: Change | undefined; readonly shown: UpgradeOptions['shown'] }> {
  const notes = [new RunNotes(), new RunNotes()] as const
  const comparison = await compareRuns(storage, [text, text], { from, to, emit: emit ?? true, notes })
  return { differs: differenceOf(comparison, text, [nameOf(from), nameOf(to)]), shown: await shownBy(storage, notes) }
}

function differenceOf(comparison: Comparison, text: string, names: readonly [string, string]): Change | undefined {
  if (comparison.agrees) return undefined
  const what = [...printComparison(comparison, names)].map((line) => line.trim()).join(' ')
  const length = /\S+/.exec(text)?.[0].length ?? 0
  const place = { start: 0, end: length, line: 1, column: 1, endLine: 1, endColumn: length + 1 }
  const { severity, text: sentence } = changeCodes.differs
  return { code: 'differs', severity, message: sentence({ what }), ...place, page: pageOfChange('differs') }
}

const nameOf = ({ release, engine }: ComparedRules): string => (engine === 2 ? `${release}, engine 2` : release)
