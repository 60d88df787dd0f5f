// Renders the executable blocks of a page, or fails with the file and the line of everything that is wrong.

import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Fence } from '../blocks/block.ts'
import { isExecutable, readBlocks } from '../blocks/blocks.ts'
import { readBeside } from '../run/read-beside.ts'
import type { RunProblem } from '../run/run-page.ts'
import { runPage } from '../run/run-page.ts'
import type { RenderedBlocks } from './cache.ts'
import { RenderCache } from './cache.ts'
import type { PageElement } from './tree.ts'
import { viewOf } from './view.ts'

/** What sites may choose. */
export interface DocumentOptions {
  /** Folder of what was rendered before; false renders each time. Default: `node_modules/.cache/rillbox/documents`. */
  readonly cache?: string | false
  /** Most seconds for one block. Default: 10. */
  readonly limit?: number
}

export interface PageSource {
  /** Path of the page; blocks name files relative to it. */
  readonly file: string
  /** Lines of the file before the first one of the fences' text, such as front matter that was cut off. */
  readonly offset: number
  /** Of the package. */
  readonly version: string
}

/** @returns the elements that stand for blocks, by the lines of their fences; undefined where the page has none. @throws Error */
export async function renderPage(
  fences: readonly Fence[],
  { file, offset, version }: PageSource,
  { cache = 'node_modules/.cache/rillbox/documents', limit = 10 }: DocumentOptions = {},
): Promise<ReadonlyMap<number, PageElement> | undefined> {
  const executable = fences.filter(({ info }) => isExecutable(info))
  if (executable.length === 0) return undefined
  const folder = dirname(file)
  const read = (path: string) => Promise.resolve().then(() => readBeside(resolve(folder, path)))
  const kept = cache === false ? undefined : new RenderCache(cache, version)
  // The folder decides what the paths in blocks mean; lines are those of elements.
  const page = JSON.stringify([resolve(folder), executable])
  const found = await kept?.read(page, read)
  if (found) return new Map(found)
  const files = new Map<string, string>()
  const reading = async (path: string): Promise<string> => {
    const content = await read(path)
    files.set(path, content)
    return content
  }
  const { blocks, problems } = await rendered(executable, reading, limit)
  if (problems.length > 0) throw new Error(problems.map((problem) => printed(problem, file, offset)).join('\n'))
  kept?.write(page, files, blocks)
  return new Map(blocks)
}

/** Of another page, which few need. */
const fencesIn = async (text: string, path: string): Promise<readonly Fence[]> =>
  (await import('../markdown/fences.ts')).fencesOf(text, path)

async function rendered(fences: readonly Fence[], read: (path: string) => Promise<string>, limit: number) {
  const { blocks, problems } = readBlocks(fences)
  const found: RunProblem[] = [...problems]
  const elements: [number, PageElement][] = []
  for await (const run of runPage(blocks, { read, fencesIn, limit: limit * 1000 })) {
    found.push(...run.problems)
    if (run.kind !== 'unfinished') elements.push([run.block.line, viewOf(run)])
  }
  return { blocks: elements satisfies RenderedBlocks, problems: found }
}

/** `docs/cart.md:12: The query faults: …` */
function printed({ file, line, message }: RunProblem, page: string, offset: number): string {
  const place = file === undefined ? page : join(dirname(page), file)
  return `${relative('.', place)}:${file === undefined ? line + offset : line}: ${message}`
}

/** How many lines of a file stand before a text that was cut from it; 0 where the file has another text. */
export function linesBefore(file: string, text: string): number {
  try {
    const whole = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    const at = whole.lastIndexOf(text.replaceAll('\r\n', '\n').trim())
    if (at < 0) return 0
    const blank = /^\s*/.exec(text.replaceAll('\r\n', '\n'))![0]
    return lines(whole.slice(0, at)) - lines(blank)
  } catch {
    return 0
  }
}

const lines = (text: string): number => text.split('\n').length - 1
