// The command `check`: says what is wrong in query files before they run; exit code 1 where anything is an error or a warning.

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { factsOf } from '../../base/release/releases.ts'
import { textOf } from '../../base/bytes.ts'
import type { SeenEvents } from '../../engine/queries/diagnostics.ts'
import { EventNames, diagnose } from '../../engine/queries/diagnostics.ts'
import type { CheckCommand } from '../arguments.ts'
import type { CheckedFile } from '../check/report.ts'
import { jsonReport, printReport, sarifReport } from '../check/report.ts'
import { Failure } from '../failure.ts'
import { readEventLines } from '../files/source.ts'
import { sourceEvents } from '../files/source-events.ts'
import type { Tools } from '../tools.ts'

/** @returns the exit code. */
export async function runCheck(command: CheckCommand, { terminal, version, isColoured }: Tools): Promise<0 | 1> {
  const paths = command.paths.flatMap(filesAt)
  if (paths.length === 0)
    throw new Failure(`There is no query in ${command.paths.map((path) => `"${path}"`).join(' or ')}: queries are files named *.js.`)
  const seen = command.events === undefined ? undefined : namesIn(command.events)
  const { language } = factsOf(command.release)
  const files: CheckedFile[] = []
  for (const file of paths) {
    const text = readFileSync(file, 'utf8')
    files.push({ file, text, diagnostics: await diagnose(text, { seen, language, emitEnabled: command.emit, engine: command.engine }) })
  }
  if (command.format === 'json') await terminal.print(jsonReport(files))
  else if (command.format === 'sarif') await terminal.print(sarifReport(files, version))
  else for (const line of printReport(files, { isColoured })) await terminal.print(line)
  return files.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity !== 'hint')) ? 1 : 0
}

/** A folder stands for the scripts in it, at any depth, in the order of their names. */
function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name) && !/(^|[\\/])node_modules[\\/]/.test(name))
    .sort()
    .map((name) => join(path, name))
}

function namesIn(file: string): SeenEvents {
  const names = new EventNames(true)
  const defaults = { created: 0, uuid: () => crypto.randomUUID() }
  for (const { read, line } of sourceEvents(readEventLines(file), defaults)) {
    if (read.kind === 'problem') throw new Failure(`${file}:${line}: ${read.message}`)
    if (read.kind === 'deletion') continue
    const { stream, type, data, metadata, isJson } = read.event
    names.note({ stream, type, data: isJson ? textOf(data) : null, metadata: textOf(metadata) })
  }
  return names
}
