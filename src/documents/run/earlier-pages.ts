// Reads the pages that come before a page and share its store: how the store begins, and the requests that it has got by then.

import type { PageBeginning } from '../../renderings/page-request.ts'
import type { WrittenRequest } from '../../renderings/request.ts'
import type { Fence, RequestBlock, RequestBlockOptions } from '../blocks/block.ts'
import { readBlocks } from '../blocks/blocks.ts'
import type { ReadBeside, Resolved } from './resolve.ts'
import { readScenarioBeside } from './resolve.ts'

export interface PageFiles {
  /** By its path relative to the document. */
  readonly read: ReadBeside
  /** The fenced blocks of a document. */
  readonly fencesIn: (text: string, path: string) => Promise<readonly Fence[]>
}

/** So many pages of one lesson are none. */
const mostPages = 100

/** @param options of the first request of the page. @param line of that request. */
export async function beginningOf(options: RequestBlockOptions, line: number, files: PageFiles): Promise<Resolved<PageBeginning>> {
  const problem = (message: string) => ({ kind: 'problem', problem: { line, message } }) as const
  let [first, folder, before] = [options, '', [] as readonly WrittenRequest[]]
  for (let pages = 0; first.after !== undefined; pages++) {
    const path = beside(folder, first.after)
    if (pages === mostPages) return problem(`The pages before this one go round in a circle, by ${path}.`)
    const found = await requestsOf(path, files)
    if ('unreadable' in found) return problem(found.unreadable)
    before = [...found.requests.map(({ request }) => request), ...before]
    first = { store: first.store, ...found.requests[0]!.options }
    folder = path.slice(0, path.lastIndexOf('/') + 1)
  }
  const { scenario: path, release } = first
  const scenario = path === undefined ? undefined : await readScenarioBeside(beside(folder, path), line, files.read)
  if (scenario?.kind === 'problem') return scenario
  return { kind: 'resolved', value: { scenario: scenario?.value, release, before, store: options.store ?? first.store } }
}

const beside = (folder: string, path: string): string => (folder === '' ? path : `${folder}${path.replace(/^\.\//, '')}`)

async function requestsOf(
  path: string,
  { read, fencesIn }: PageFiles,
): Promise<{ readonly requests: readonly RequestBlock[] } | { readonly unreadable: string }> {
  let text: string
  try {
    text = await read(path)
  } catch (error) {
    return { unreadable: `The page "${path}" before this one cannot be read: ${(error as Error).message}.` }
  }
  const { blocks, problems } = readBlocks(await fencesIn(text, path))
  const [problem] = problems
  if (problem) return { unreadable: `The page "${path}" before this one has a problem on line ${problem.line}: ${problem.message}` }
  const requests = blocks.filter((block) => block.kind === 'request')
  return requests.length > 0 ? { requests } : { unreadable: `The page "${path}" has no requests: there is no store to go on with.` }
}
