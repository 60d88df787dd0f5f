// Reads a scenario from a file, or names its problem and the place.

import { readFileSync } from 'node:fs'
import { scenarioProblems } from '../../engine/scenario/problems.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { Failure } from '../failure.ts'
import { lineOfError } from './json-line.ts'
import { counted } from '../terminal.ts'

/** @throws Failure that names the problem, with its line or its path. */
export const readScenario = (file: string): Scenario =>
  checkedScenario(file, parse(file, readFileSync(file, 'utf8').replace(/^\ufeff/, '')))

/** @throws Failure that names the file and the first problem. */
export function checkedScenario(file: string, document: unknown): Scenario {
  const [first, ...others] = scenarioProblems(document)
  if (!first) return document as Scenario
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
