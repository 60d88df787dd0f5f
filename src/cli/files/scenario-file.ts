// Reads a scenario from a file, with the queries beside it, or names its problem and the place.

import { dirname, resolve } from 'node:path'
import { readBeside } from '../../documents/run/read-beside.ts'
import type { Problem } from '../../engine/scenario/problems.ts'
import { scenarioProblems } from '../../engine/scenario/problems.ts'
import { homelessQueries, withQueryFiles } from '../../engine/scenario/query-files.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { Failure } from '../failure.ts'
import { lineOfError } from './json-line.ts'
import { readText } from './text-file.ts'
import { counted } from '../terminal.ts'

/** @throws Failure that names the problem, with its line or its path. */
export const readScenario = async (file: string): Promise<Scenario> =>
  await readQueries(file, checkedScenario(file, parse(file, readText(file))))

/**
 * Puts texts in place of paths.
 *
 * @param file from which the scenario was read; undefined for standard input, which has nothing beside it.
 * @throws Failure that names the scenario's file, and the path that cannot be read.
 */
export async function readQueries(file: string | undefined, scenario: Scenario): Promise<Scenario> {
  if (file === undefined) return withoutProblems('input', scenario, homelessQueries(scenario))
  const { document, problems } = await withQueryFiles(scenario, (path) => readBeside(resolve(dirname(file), path)))
  return withoutProblems(file, document, problems)
}

/** @throws Failure that names the file and the first problem. */
export function checkedScenario(file: string, document: unknown): Scenario {
  return withoutProblems(file, document as Scenario, scenarioProblems(document))
}

function withoutProblems(file: string, scenario: Scenario, [first, ...others]: readonly Problem[]): Scenario {
  if (!first) return scenario
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other problem')})`
  throw new Failure(`${file}: ${first.path === '' ? '' : `${first.path}: `}${first.message}${more}.`)
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new Failure(`${file}:${lineOfError(text)}: not JSON (${message.replace(/\s+/g, ' ')}).`)
  }
}
