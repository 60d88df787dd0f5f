// The command `profile`: runs a query over events and prints what its handlers cost, and which of its lines no event has run.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { factsOf } from '../../../base/release/releases.ts'
import type { HandlerProfile, QueryProfile } from '../../../engine/queries/profile.ts'
import { lcovRecord, profileQuery } from '../../../engine/queries/profile.ts'
import { firstLine } from '../../../engine/observe/query-problem.ts'
import { createStore } from '../../../engine/store.ts'
import type { ProfileCommand } from '../../arguments.ts'
import { Failure } from '../../failure.ts'
import { readText } from '../../files/text-file.ts'
import { counted } from '../../terminal.ts'
import type { Tools } from '../../tools.ts'
import { openEventsAtRest } from '../opened-events.ts'

/** @returns the exit code: 1 where the query faults. */
export async function runProfile({ query: file, source, release, engine, lcov, isJson }: ProfileCommand, tools: Tools): Promise<0 | 1> {
  const { terminal } = tools
  const text = readText(file)
  const inputs = [file, ...(source.kind === 'file' && source.file !== undefined ? [source.file] : [])]
  const lost = lcov === undefined ? undefined : inputs.find((input) => resolve(input) === resolve(lcov))
  if (lost !== undefined) throw new Failure(`--lcov would write over "${lost}".`)
  const storage = await openEventsAtRest(source, tools)
  const store = createStore({ storage, systemProjections: false, release, queries: 'in-process' })
  try {
    await store.ready()
    const profile = await profileQuery(text, (options) => store.trace(text, { engine, ...options }), factsOf(release).language)
    terminal.done()
    if (lcov !== undefined) {
      const handlers = profile.handlers.flatMap(({ handler: name, line, calls }) => (line === undefined ? [] : [{ name, line, calls }]))
      mkdirSync(dirname(lcov), { recursive: true })
      writeFileSync(lcov, lcovRecord({ file, lines: profile.lines, handlers }))
    }
    if (isJson) await terminal.print(JSON.stringify(profile, null, 2))
    else for (const line of printProfile(profile, text)) await terminal.print(line)
    return profile.fault ? 1 : 0
  } finally {
    terminal.done()
    await store.close()
  }
}

const inMilliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : 0)} ms`

function* printProfile(
  { handled, milliseconds, handlers, slowest, longestState, lines, fault }: QueryProfile,
  text: string,
): Iterable<string> {
  yield `${counted(handled, 'event')} handled in ${inMilliseconds(milliseconds)}; the longest state has ${counted(longestState.length, 'character')}${longestState.partition === '' ? '' : `, of ${longestState.partition}`}`
  const width = Math.max(7, ...handlers.map(({ handler }) => handler.length))
  yield `${'handler'.padEnd(width)}  ${['calls', 'time', 'each', 'slowest', 'growth'].map((name) => name.padStart(9)).join('  ')}`
  for (const each of handlers)
    yield `${each.handler.padEnd(width)}  ${cells(each)
      .map((cell) => cell.padStart(9))
      .join('  ')}`
  yield 'Slowest events:'
  for (const { stream, number, type, milliseconds: time } of slowest.slice(0, 5))
    yield `  ${inMilliseconds(time)}  ${number}@${stream} (${type})`
  const missed = lines.filter(({ times }) => times === 0)
  yield `${lines.length - missed.length} of ${counted(lines.length, 'line')} ran${missed.length === 0 ? '' : '; never:'}`
  const source = text.split(/\r\n|[\r\n]/)
  for (const { line } of missed) yield `  ${line}: ${source[line - 1]!.trim()}`
  if (fault) yield `Faulted: ${firstLine(fault.message)}`
}

const cells = ({ calls, milliseconds, slowest, growth }: HandlerProfile): readonly string[] => [
  String(calls),
  inMilliseconds(milliseconds),
  inMilliseconds(calls === 0 ? 0 : milliseconds / calls),
  inMilliseconds(slowest),
  growth > 0 ? `+${growth}` : String(growth),
]
