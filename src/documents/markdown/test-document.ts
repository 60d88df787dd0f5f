// Tests a document: reads its blocks, runs them, and goes through the lessons of the scenarios that it names.

import type { Scenario } from '../../engine/scenario/scenario.ts'
import type { DocumentBlock } from '../blocks/block.ts'
import { readBlocks } from '../blocks/blocks.ts'
import { runLesson } from '../run/lesson.ts'
import { limitText, withinLimit } from '../run/limit.ts'
import type { ReadBeside } from '../run/resolve.ts'
import { readScenarioBeside } from '../run/resolve.ts'
import type { RunBlock, RunProblem } from '../run/run-page.ts'
import { runPage } from '../run/run-page.ts'
import { fencesOf } from './fences.ts'

/** What a test runner calls a test. */
export interface DocumentTest {
  readonly kind: 'block' | 'lesson'
  /** Such as `query totals`, `POST /streams/cart-1`, `lesson of ./cart.json`. */
  readonly name: string
  /** In the document, from 1. */
  readonly line: number
  readonly milliseconds: number
  /** None: it passes. */
  readonly problems: readonly RunProblem[]
}

export interface TestedDocument {
  readonly tests: readonly DocumentTest[]
  readonly runs: readonly RunBlock[]
}

export interface TestOptions {
  /** Path of the document: one that ends with `.mdx` is read as MDX. Default: Markdown. */
  readonly path?: string
  /** Reads a file by its path relative to the document. */
  readonly read: ReadBeside
  /** Milliseconds for each block, and for each lesson. */
  readonly limit: number
  /** For each test. */
  readonly now: () => number
}

/** A block that cannot be read is a test that fails; the others still run. */
export async function testDocument(text: string, { path: document, read, limit, now }: TestOptions): Promise<TestedDocument> {
  const fences = fencesOf(text, document)
  const { blocks, problems } = readBlocks(fences)
  const refused = Map.groupBy(problems, (problem) => fences.findLast(({ line }) => line <= problem.line)!.line)
  const tests: DocumentTest[] = [...refused].map(([line, found]) => ({
    kind: 'block',
    name: 'block',
    line,
    milliseconds: 0,
    problems: found,
  }))
  const runs: RunBlock[] = []
  let begun = now()
  for await (const run of runPage(blocks, { read, fencesIn, limit })) {
    runs.push(run)
    tests.push({ kind: 'block', name: nameOf(run.block), line: run.block.line, milliseconds: now() - begun, problems: run.problems })
    begun = now()
  }
  for (const [path, line] of scenariosOf(blocks)) {
    const found = await readScenarioBeside(path, line, read)
    // A scenario that cannot be read is a problem of its block.
    if (found.kind === 'problem' || !found.value.lesson) continue
    begun = now()
    const broken = await brokenIn(found.value, { path, line }, limit)
    tests.push({ kind: 'lesson', name: `lesson of ${path}`, line, milliseconds: now() - begun, problems: broken })
  }
  return { tests: tests.toSorted((one, other) => one.line - other.line), runs }
}

const fencesIn = (text: string, path: string) => Promise.resolve(fencesOf(text, path))

const nameOf = (block: DocumentBlock): string => {
  const { id } = block.options
  if (block.kind === 'request') return `${block.request.method} ${block.request.path}`
  return `query${id === undefined ? '' : ` ${id}`}`
}

/** Each once, with the line of the first block that names it. */
function scenariosOf(blocks: readonly DocumentBlock[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const { options, line } of blocks)
    if (options.scenario !== undefined && !lines.has(options.scenario)) lines.set(options.scenario, line)
  return lines
}

async function brokenIn(scenario: Scenario, { path, line }: { path: string; line: number }, limit: number): Promise<RunProblem[]> {
  const broken = await withinLimit(limit, runLesson(scenario))
  if (broken === 'late') return [{ line, message: `The lesson of ${path} ${limitText(limit)}.` }]
  return broken.map((promise) => ({ line, message: `${path}: ${promise.path}: ${promise.message}.` }))
}

/** Tests a scenario that is a document of its own. */
export async function testScenario(file: string, { read, limit, now }: TestOptions): Promise<DocumentTest> {
  const begun = now()
  const found = await readScenarioBeside(file, 1, read)
  const problems = found.kind === 'problem' ? [found.problem] : await brokenIn(found.value, { path: file, line: 1 }, limit)
  return { kind: 'lesson', name: 'lesson', line: 1, milliseconds: now() - begun, problems }
}
