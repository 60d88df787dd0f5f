// Entry for sites of VitePress: a plugin of Vite that runs the executable blocks of a page before VitePress reads it.

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionIn } from './documents/html/cache.ts'
import type { DocumentOptions } from './documents/html/render-page.ts'
import { renderPage } from './documents/html/render-page.ts'
import { withHtml } from './documents/html/with-html.ts'
import { fencesOf } from './documents/markdown/fences.ts'

export type { DocumentOptions } from './documents/html/render-page.ts'

/** A plugin of Vite. */
export interface DocumentPlugin {
  readonly name: string
  /** Before VitePress. */
  readonly enforce: 'pre'
  readonly transform: (code: string, id: string) => Promise<string | undefined>
  readonly handleHotUpdate: (context: { readonly file: string; read: () => string | Promise<string> }) => void
}

/**
 * Runs the blocks ` ```rillbox ` and ` ```http rillbox ` of each page when the site is built, and puts static HTML in their place, which the
 * playground takes over once a reader comes near. VitePress renders Markdown in one go and waits for nothing, so blocks run before it.
 *
 * @example
 * ```ts
 * // .vitepress/config.ts
 * export default { vite: { plugins: [rillboxDocuments()] } }
 * ```
 *
 * @throws Error from the build, with the file and the line of each block that is not what it says.
 */
export function rillboxDocuments(options: DocumentOptions = {}): DocumentPlugin {
  const version = versionIn(join(dirname(fileURLToPath(import.meta.url)), '..'))
  const run = async (text: string, file: string): Promise<string | undefined> => {
    const elements = await renderPage(fencesOf(text), { file, offset: 0, version }, options)
    return elements && withHtml(text, elements)
  }
  return {
    name: 'rillbox-documents',
    enforce: 'pre',
    transform: async (code, id) => (id.endsWith('.md') ? await run(code, id) : undefined),
    handleHotUpdate(context) {
      const { file, read } = context
      if (!file.endsWith('.md')) return
      context.read = async () => {
        const text = await read()
        return (await run(text, file)) ?? text
      }
    },
  }
}
