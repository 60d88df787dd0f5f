// Reads the scenario of a test: from a file, an address, or the options themselves.

import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StoreError } from '../../base/errors.ts'
import { isError, isErrorNamed } from '../../base/platform/realms.ts'
import type { Scenario, ScenarioDocument } from '../../engine/scenario/scenario.ts'
import { scenarioProblems } from '../../engine/scenario/problems.ts'
import { homelessQueries, withQueryFiles } from '../../engine/scenario/query-files.ts'
import type { Problem } from '../../engine/shape.ts'
import { printProblems } from '../../engine/shape.ts'

/**
 * The scenario itself, a file, or an address. A path is relative to the working directory of the run, as for Playwright's `storageState`;
 * `new URL('cart.json', import.meta.url)` is the file beside the test.
 */
export type ScenarioSource = Scenario | ScenarioDocument | string | URL

/** @throws StoreError `invalid-scenario`, which names the file or the address, and the problem. */
export async function readScenario(source: ScenarioSource): Promise<Scenario> {
  if (typeof source !== 'string' && !isUrl(source)) return checked(source, 'The scenario', homelessQueries(source))
  const address = addressOf(source)
  const name = `The scenario ${typeof address === 'string' ? `"${address}"` : address.href}`
  let text: string
  try {
    text = await read(address)
  } catch (cause) {
    throw unreadable(name, reasonOf(cause), cause)
  }
  return await withQueries(parsed(text, name), name, address)
}

function parsed(text: string, name: string): Scenario {
  try {
    return checked(JSON.parse(text.replace(/^\ufeff/, '')), name)
  } catch (cause) {
    throw isErrorNamed(cause, 'SyntaxError') ? unreadable(name, `it is not JSON (${cause.message})`, cause) : cause
  }
}

/** Reads the queries that the scenario names by their paths. */
async function withQueries(scenario: Scenario, name: string, address: URL | string): Promise<Scenario> {
  const beside = (path: string) => (typeof address === 'string' ? resolve(dirname(address), path) : new URL(path, address))
  const { document, problems } = await withQueryFiles(scenario, (path) =>
    read(beside(path)).catch((cause: unknown) => {
      throw new Error(reasonOf(cause), { cause })
    }),
  )
  return checked(document, name, problems)
}

/** Where tests run, URLs may come from another realm. */
const isUrl = (source: object): source is URL => 'href' in source && 'protocol' in source

/** @returns a URL, or an absolute path. */
function addressOf(source: string | URL): URL | string {
  if (typeof source === 'string') return /^(?:https?|file):/i.test(source) ? new URL(source) : resolve(source)
  return new URL(source.href)
}

async function read(address: URL | string): Promise<string> {
  if (typeof address === 'string' || address.protocol === 'file:') return await readFile(address, 'utf8')
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd())
  return await response.text()
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return 'there is no such file'
  return isError(error.cause) ? `${error.message}, ${error.cause.message}` : error.message
}

const unreadable = (name: string, why: string, cause: unknown): StoreError =>
  new StoreError('invalid-scenario', `${name} cannot be read: ${why}.`, {
    hint: "A path is relative to the folder in which the tests were started; new URL('cart.json', import.meta.url) is the file beside the test.",
    cause,
  })

/** @param others problems beside those of its shape. */
function checked(document: unknown, name: string, others: readonly Problem[] = []): Scenario {
  const problems = [...scenarioProblems(document), ...others]
  if (problems.length === 0) return document as Scenario
  throw new StoreError('invalid-scenario', `${name} is not valid:\n${printProblems(problems)}\n`, {
    hint: 'docs/scenario.md describes the format.',
  })
}
