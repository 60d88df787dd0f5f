// Entry for sites on unified: a plugin of remark that runs the executable blocks of a page and puts static HTML in their place.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionIn } from './documents/html/cache.ts'
import type { DocumentOptions } from './documents/html/render-page.ts'
import { linesBefore, renderPage } from './documents/html/render-page.ts'
import type { MarkdownNode, MarkdownProcessor } from './documents/html/nodes.ts'
import { codeNodes, fenceOf, fencesInHtml, replaceCode, writesJsx } from './documents/html/nodes.ts'

export type { DocumentOptions } from './documents/html/render-page.ts'
export type { MarkdownNode, MarkdownProcessor } from './documents/html/nodes.ts'

/** As much of a file as is needed. */
export interface MarkdownFile {
  readonly path?: string | undefined
  toString(): string
}

/**
 * Runs the blocks ` ```rillbox ` and ` ```http rillbox ` of each page when the site is built: a block becomes static HTML, which the
 * playground takes over once a reader comes near. [Docs that run](https://github.com/rillbox/rillbox/blob/main/docs/guides/docs.md) describes blocks.
 *
 * @example
 * ```ts
 * // docusaurus.config.ts
 * presets: [['classic', { docs: { remarkPlugins: [remarkRillbox] } }]]
 * ```
 *
 * @throws Error from the build, with the file and the line of each block that is not what it says.
 */
export default function remarkRillbox(
  this: MarkdownProcessor,
  options: DocumentOptions = {},
): (tree: MarkdownNode, file: MarkdownFile) => Promise<void> {
  // Loaders that translate modules to CommonJS, such as that of Docusaurus, know the URL of a module, and not its folder.
  const version = versionIn(join(dirname(fileURLToPath(import.meta.url)), '..'))
  return async (tree, file) => {
    const found = codeNodes(tree)
    const path = file.path ?? 'page.md'
    const source = { file: path, offset: linesBefore(path, String(file)), version }
    const elements = await renderPage([...found.map(fenceOf), ...fencesInHtml(tree)], source, options)
    if (!elements) return
    const isJsx = writesJsx(this)
    for (const node of found) {
      const element = elements.get(fenceOf(node).line)
      if (element) replaceCode(node, element, isJsx)
    }
  }
}
