// Runs the blocks of a page in their order, each within a limit of time, and judges their outcomes.

import { isStoreError } from '../../base/errors.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { BlockProblem, DocumentBlock, QueryBlock, RequestBlock } from '../blocks/block.ts'
import { unmetAnswer } from './answer.ts'
import type { QueryOutcome } from './outcome.ts'
import { limitText, withinLimit } from './limit.ts'
import { unmet } from './outcome.ts'
import type { PrintedAnswer } from '../../renderings/http-text.ts'
import { DocumentStore } from './document-store.ts'
import type { PageBeginning } from '../../renderings/page-request.ts'
import type { PageFiles } from './earlier-pages.ts'
import { beginningOf } from './earlier-pages.ts'
import type { ReadBeside, ResolvedQuery } from './resolve.ts'
import { resolveQuery } from './resolve.ts'
import { runQuery } from './run-query.ts'

/** A problem of a run: in the document, or in a file that the block names. */
export interface RunProblem extends BlockProblem {
  /** As the block names it; undefined for the document. */
  readonly file?: string
}

/** A block that has run. Without problems it is as it says. */
export type RunBlock =
  | {
      readonly kind: 'query'
      readonly block: QueryBlock
      readonly problems: readonly RunProblem[]
      readonly resolved: ResolvedQuery
      /** Of the store that the query read; its first projection is that of the block. */
      readonly content: Scenario
      readonly outcome: QueryOutcome
    }
  | {
      readonly kind: 'request'
      readonly block: RequestBlock
      readonly problems: readonly RunProblem[]
      readonly answer: PrintedAnswer
      /** Of the page, with its first request. */
      readonly beginning: PageBeginning | undefined
    }
  /** It could not run to its end. */
  | { readonly kind: 'unfinished'; readonly block: DocumentBlock; readonly problems: readonly RunProblem[] }

export interface RunPageOptions extends PageFiles {
  /** Milliseconds for each block. Default: 10,000. */
  readonly limit?: number
}

const defaultLimit = 10_000

/** Runs the blocks one after the other: requests of a page share a store, and a query without events of its own reads it. */
export async function* runPage(
  blocks: readonly DocumentBlock[],
  { limit = defaultLimit, ...files }: RunPageOptions,
): AsyncGenerator<RunBlock, void> {
  const page = new DocumentStore()
  let isBegun = false
  try {
    for (const block of blocks) {
      const begin: boolean = block.kind === 'request' && !isBegun
      isBegun ||= begin
      const run = block.kind === 'query' ? runQueryBlock(block, page, files.read) : runRequestBlock(block, page, begin ? files : undefined)
      yield await finished(limit, run, block)
    }
  } finally {
    // One that never ends need not be waited for.
    await withinLimit(limit, page.close())
  }
}

const unfinished = (block: DocumentBlock, problem: RunProblem): RunBlock => ({ kind: 'unfinished', block, problems: [problem] })

async function finished(limit: number, work: Promise<RunBlock>, block: DocumentBlock): Promise<RunBlock> {
  try {
    const run = await withinLimit(limit, work)
    return run === 'late' ? unfinished(block, { line: block.line, message: `The block ${limitText(limit)}.` }) : run
  } catch (error) {
    if (!isStoreError(error)) throw error
    return unfinished(block, { line: block.line, message: error.message.trim().replaceAll(/\s*\n\s*/g, ' ') })
  }
}

async function runQueryBlock(block: QueryBlock, page: DocumentStore, read: ReadBeside): Promise<RunBlock> {
  const found = await resolveQuery(block, read)
  if (found.kind === 'problem') return unfinished(block, found.problem)
  const resolved = found.value
  const content = resolved.scenario ?? { version: 1, events: await page.events(), projections: [resolved.projection] }
  const outcome = await runQuery(block, content, resolved)
  return {
    kind: 'query',
    block,
    resolved,
    content,
    outcome,
    problems: problemsOf(block, resolved, outcome),
  }
}

/** What a query that breaks has not come to is no second problem. */
function problemsOf(block: QueryBlock, resolved: ResolvedQuery, outcome: QueryOutcome): readonly RunProblem[] {
  const ofFault = faultProblems(block, resolved, outcome)
  return ofFault.length > 0 ? ofFault : unmet(block, outcome)
}

function faultProblems({ line, options }: QueryBlock, { place }: ResolvedQuery, { fault }: QueryOutcome): RunProblem[] {
  if (!fault)
    return options.faults === undefined ? [] : [{ line, message: `The query should fault with "${options.faults}", and does not.` }]
  if (options.faults !== undefined && fault.message.includes(options.faults)) return []
  const message =
    options.faults === undefined
      ? `The query faults: ${reasonOf(fault.message)}`
      : `The query should fault with "${options.faults}", and faults with: ${reasonOf(fault.message)}`
  const isScenario = place.file?.endsWith('.json') === true
  // The lines of a query inside a scenario are none of its file.
  if (isScenario) return [{ line, message: fault.line === undefined ? message : `${message} (line ${fault.line} of the query)` }]
  const at = fault.line === undefined ? place.line : place.line + fault.line - 1
  return [{ line: at, message, ...(place.file !== undefined && { file: place.file }) }]
}

/** The server frames the reason of a handler's fault with lines that name the event. */
function reasonOf(message: string): string {
  const [, position, framed] = /^Event Position: (.*)\r\n\r\nMessage:\r\n\r\n([^]*)/m.exec(message) ?? []
  const [first = ''] = (framed ?? message).trim().split(/\r?\n/)
  return position === undefined ? first : `${first} (event at ${position})`
}

/** @param files given for the first request of the page. */
async function runRequestBlock(block: RequestBlock, page: DocumentStore, files: PageFiles | undefined): Promise<RunBlock> {
  const found = files && (await beginningOf(block.options, block.line, files))
  if (found?.kind === 'problem') return unfinished(block, found.problem)
  const beginning = found?.value
  if (beginning) {
    await page.begin(beginning.scenario, beginning.release)
    // What is wrong with one is a problem of its own page.
    for (const request of beginning.before ?? []) await page.send(request)
  }
  const answer = await page.send(block.request)
  if ('unsendable' in answer) return unfinished(block, { line: block.line, message: answer.unsendable })
  return { kind: 'request', block, answer, beginning, problems: unmetAnswer(block, answer) }
}
