// Runs the executable blocks of a page as `rillbox/remark` does, and gives their playgrounds the site's scenarios and a link to share.

import { posix } from 'node:path'
import { readInfoString } from '../../src/documents/blocks/info-string.ts'
import { renderPage } from '../../src/documents/html/render-page.ts'
import type { PageElement, PageNode } from '../../src/documents/html/tree.ts'
import { fencesOf } from '../../src/documents/markdown/fences.ts'

/**
 * @param file path of the document.
 * @returns the elements that stand for blocks, by the lines of their fences.
 * @throws Error with the line of each block that is not what it says.
 */
export async function runBlocks(markdown: string, file: string): Promise<ReadonlyMap<number, PageElement>> {
  const fences = fencesOf(markdown)
  // The sources may have changed since the last run, which the version of the package does not tell.
  const blocks = await renderPage(fences, { file, offset: 0, version: '' }, { cache: false })
  const hasStore = [...(blocks?.values() ?? [])].some(({ children }) => children.some((child) => isElement(child, 'rillbox-request')))
  const up = '../'.repeat(file.slice(file.lastIndexOf('/docs/') + 1).split('/').length - 1)
  return new Map(
    fences.flatMap(({ line, info }): [number, PageElement][] => {
      const block = blocks?.get(line)
      // A query without events, on a page without requests, has nothing to show: it stays code.
      const isShown =
        hasStore || block?.children.every((child) => child.type === 'text' || child.attributes['data-page-store'] === undefined)
      return block && isShown ? [[line, { ...block, children: block.children.map((child) => onSite(child, info, up)) }]] : []
    }),
  )
}

const isElement = (node: PageNode, tagName: string): node is PageElement => node.type === 'element' && node.tagName === tagName

/** A scenario is a file of the site: it is loaded when its playground opens, and leads to the next one. */
function onSite(node: PageNode, info: string, up: string): PageNode {
  if (!isElement(node, 'rillbox-playground')) return node
  const read = readInfoString(info)
  const scenario = read.kind === 'query' ? read.options.scenario : undefined
  const { 'data-scenario': content = '', ...attributes } = node.attributes
  const source: Record<string, string> =
    scenario === undefined ? { 'data-scenario': content } : { src: `${up}scenarios/${posix.basename(scenario)}` }
  return { ...node, attributes: { ...source, share: `${up}play.html`, ...attributes } }
}
