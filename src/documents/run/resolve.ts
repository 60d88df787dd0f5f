// Completes a query's block with the files that it names: the content of its store, and the query with the place where it stands.

import { printProblems } from '../../engine/shape.ts'
import { scenarioProblems } from '../../engine/scenario/problems.ts'
import { withQueryFiles } from '../../engine/scenario/query-files.ts'
import type { Scenario, ScenarioProjection } from '../../engine/scenario/scenario.ts'
import { queryOf } from '../../engine/scenario/scenario.ts'
import type { BlockProblem, QueryBlock } from '../blocks/block.ts'

/** Reads a text by its path relative to the document; its error says why it cannot be read. */
export type ReadBeside = (path: string) => Promise<string>

/** A query with everything that it needs to run. */
export interface ResolvedQuery {
  /** Its first projection is the block's. Undefined: the block has no events of its own, and runs over those of the page's store. */
  readonly scenario: Scenario | undefined
  readonly projection: ScenarioProjection
  readonly query: string
  /** The file with the query, and the line there on which it begins; without a file, of the document. */
  readonly place: { readonly file: string | undefined; readonly line: number }
}

export type Resolved<T> = { readonly kind: 'resolved'; readonly value: T } | { readonly kind: 'problem'; readonly problem: BlockProblem }

/** The name of a projection that the block does not name. */
const unnamed = 'totals'

export async function resolveQuery(block: QueryBlock, read: ReadBeside): Promise<Resolved<ResolvedQuery>> {
  const { options, line, events } = block
  const found = options.scenario === undefined ? undefined : await readScenarioBeside(options.scenario, line, read)
  if (found?.kind === 'problem') return found
  const chosen = found && chooseProjection(block, found.value)
  if (chosen?.kind === 'problem') return chosen
  const given = await queryText(block, read)
  if (given.kind === 'problem') return given
  const ofScenario = chosen?.value
  const own = given.value
  const query = own?.text ?? (ofScenario && queryOf(ofScenario)) ?? ''
  const projection: ScenarioProjection = { ...(ofScenario ?? { name: options.id ?? unnamed }), query }
  const others = found?.value.projections?.filter((each) => each !== ofScenario) ?? []
  const base: Scenario | undefined = found?.value ?? (events && { version: 1, events })
  const place = { file: own === undefined ? options.scenario : own.file, line: own?.line ?? 1 }
  return { kind: 'resolved', value: { scenario: base && { ...base, projections: [projection, ...others] }, projection, query, place } }
}

const problemAt = (line: number, message: string) => ({ kind: 'problem', problem: { line, message } }) as const

async function queryText(
  { query, options, line }: QueryBlock,
  read: ReadBeside,
): Promise<Resolved<{ text: string; line: number; file?: string } | undefined>> {
  if (options.query === undefined) return { kind: 'resolved', value: query }
  try {
    return { kind: 'resolved', value: { text: (await read(options.query)).replace(/^\ufeff/, ''), line: 1, file: options.query } }
  } catch (error) {
    return problemAt(line, `The query "${options.query}" cannot be read: ${(error as Error).message}.`)
  }
}

/** @param line of the block that names it. */
export async function readScenarioBeside(path: string, line: number, read: ReadBeside): Promise<Resolved<Scenario>> {
  let text: string
  try {
    text = await read(path)
  } catch (error) {
    return problemAt(line, `The scenario "${path}" cannot be read: ${(error as Error).message}.`)
  }
  let document: unknown
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    return problemAt(line, `The scenario "${path}" is not JSON (${(error as Error).message.replaceAll(/\s+/g, ' ')}).`)
  }
  const problems = scenarioProblems(document)
  if (problems.length > 0) return problemAt(line, `The scenario "${path}": ${printProblems(problems).replaceAll('\n', '; ')}.`)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const withQueries = await withQueryFiles(document as Scenario, (query) => read(folder + query.replace(/^\.\//, '')))
  return withQueries.problems.length > 0
    ? problemAt(line, `The scenario "${path}": ${printProblems(withQueries.problems).replaceAll('\n', '; ')}.`)
    : { kind: 'resolved', value: withQueries.document }
}

/** A scenario without projections has none to choose where the block has a query. */
function chooseProjection({ options, query, line }: QueryBlock, { projections = [] }: Scenario): Resolved<ScenarioProjection | undefined> {
  const { projection: name, scenario } = options
  const chosen = name === undefined ? projections[0] : projections.find((each) => each.name === name)
  if (!chosen && name !== undefined)
    return problemAt(
      line,
      `The scenario "${scenario}" has no projection "${name}"${projections.length > 0 ? `, but ${projections.map((each) => each.name).join(', ')}` : ''}.`,
    )
  const hasQuery = chosen !== undefined || query !== undefined || options.query !== undefined
  return hasQuery
    ? { kind: 'resolved', value: chosen }
    : problemAt(line, `The scenario "${scenario}" has no projection: the block needs a query.`)
}
