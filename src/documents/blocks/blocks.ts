// Reads the executable blocks of a page from its fenced blocks, or says what is wrong with them, line by line.

import type { BlockProblem, DocumentBlock, Fence, RequestBlock } from './block.ts'
import { pageOptions } from './block.ts'
import { readInfoString } from './info-string.ts'
import { readQueryBlock } from './query-block.ts'
import { readRequestBlock } from './request-block.ts'

export interface PageBlocks {
  /** In the order of the page; a block with a problem is not among them. */
  readonly blocks: readonly DocumentBlock[]
  /** In the order of the page. */
  readonly problems: readonly BlockProblem[]
}

/** @param fences all fenced blocks of a page, in their order; those that are not executable are passed over. */
export function readBlocks(fences: readonly Fence[]): PageBlocks {
  const blocks: DocumentBlock[] = []
  const problems: BlockProblem[] = []
  const ids = new Map<string, number>()
  let requests = 0
  for (const fence of fences) {
    const read = readFence(fence)
    if (!read) continue
    const found = [...read.problems]
    const { block } = read
    const id = block?.options.id
    if (id !== undefined) {
      const first = ids.get(id)
      if (first === undefined) ids.set(id, fence.line)
      else found.push({ line: fence.line, message: `The block of line ${first} has the id "${id}" too: an id names one block of a page.` })
    }
    if (block?.kind === 'request') found.push(...misplacedOptions(block, ++requests === 1))
    problems.push(...found)
    if (block && found.length === 0) blocks.push(block)
  }
  return { blocks, problems }
}

/** What a page begins with its first request says; a page that goes on with another one has its beginning. */
function misplacedOptions({ options, line }: RequestBlock, isFirst: boolean): BlockProblem[] {
  if (!isFirst)
    return pageOptions
      .filter((name) => options[name] !== undefined)
      .map((name) => ({
        line,
        message: `The option ${name} belongs to the first request of the page: the requests of a page share one store.`,
      }))
  if (options.after === undefined) return []
  return (['scenario', 'release'] as const)
    .filter((name) => options[name] !== undefined)
    .map((name) => ({
      line,
      message: `The option ${name} belongs to the first page: the store of this one goes on with ${options.after}.`,
    }))
}

function readFence(fence: Fence): { readonly block?: DocumentBlock; readonly problems: readonly BlockProblem[] } | undefined {
  const info = readInfoString(fence.info)
  if (info.kind === 'other') return undefined
  if (fence.flaw) return { problems: [{ line: fence.line, message: flaws[fence.flaw] }] }
  const problems = info.problems.map((message) => ({ line: fence.line, message }))
  const read = info.kind === 'query' ? readQueryBlock(fence, info.options) : readRequestBlock(fence, info.options)
  // What misses because an option was misread is no second problem.
  return problems.length > 0 ? { ...read, problems } : read
}

const flaws = {
  unended: 'The block does not end: its closing fence is missing.',
  'in-html': 'The block stands directly below HTML, which makes text of it: put a blank line above it.',
} as const

/** Whether a fenced block is executable, before it is read. */
export const isExecutable = (info: string): boolean => readInfoString(info).kind !== 'other'
