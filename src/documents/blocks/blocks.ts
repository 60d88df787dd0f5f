// Reads the executable blocks of a page from its fenced blocks, or says what is wrong with them, line by line.

import type { BlockProblem, DocumentBlock, Fence } from './block.ts'
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
    if (block?.kind === 'request' && ++requests > 1)
      for (const name of ['scenario', 'release'] as const)
        if (block.options[name] !== undefined)
          found.push({
            line: fence.line,
            message: `The option ${name} belongs to the first request of the page: the requests of a page share one store.`,
          })
    problems.push(...found)
    if (block && found.length === 0) blocks.push(block)
  }
  return { blocks, problems }
}

function readFence(fence: Fence): { readonly block?: DocumentBlock; readonly problems: readonly BlockProblem[] } | undefined {
  const info = readInfoString(fence.info)
  if (info.kind === 'other') return undefined
  const problems = info.problems.map((message) => ({ line: fence.line, message }))
  const read = info.kind === 'query' ? readQueryBlock(fence, info.options) : readRequestBlock(fence, info.options)
  // What misses because an option was misread is no second problem.
  return problems.length > 0 ? { ...read, problems } : read
}

/** Whether a fenced block is executable, before it is read. */
export const isExecutable = (info: string): boolean => readInfoString(info).kind !== 'other'
