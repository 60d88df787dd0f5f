// Makes the documentation: every page as HTML and as Markdown, the index of the search, and the list for language models.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Section } from './contents.ts'
import { readDecisions, readSections } from './contents.ts'
import { listForModels } from './models.ts'
import { resolveLink } from './links.ts'
import type { Rendered } from './markdown.ts'
import { renderMarkdown } from './markdown.ts'
import { pageHtml } from './page.ts'
import { searchIndex } from './search-index.ts'
import { runBlocks } from './run-blocks.ts'
import { readTerms } from './terms.ts'

export interface DocumentPage {
  readonly page: Page
  /** Of its source. */
  readonly markdown: string
  readonly rendered: Rendered
  /** Whether playgrounds or requests run on the page. */
  readonly isLive: boolean
}

export interface Documentation {
  readonly sections: readonly Section[]
  readonly pages: readonly DocumentPage[]
  /** HTML by path on the site, e.g. `docs/start.html`. */
  readonly html: ReadonlyMap<string, string>
  /** Other files by path on the site. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * @param root of the project.
 * @param references the Markdown of the entries' pages, by the entry's name.
 */
export async function makeDocumentation(root: string, references: ReadonlyMap<string, string>): Promise<Documentation> {
  const sections = readSections(root)
  const all = [...sections.flatMap(({ pages }) => pages), ...readDecisions(root)]
  const paths = new Set(all.map(({ path }) => path))
  const terms = readTerms(root)
  const pages: DocumentPage[] = []
  for (const page of all) {
    const { source } = page
    const markdown = source.kind === 'file' ? readFileSync(join(root, source.file), 'utf8') : (references.get(source.name) ?? '')
    const from = documentOf(page)
    const blocks = await runBlocks(markdown, join(root, from))
    pages.push({
      page,
      markdown,
      rendered: renderMarkdown(markdown, { from, pages: paths, ending: 'html', terms, blocks }),
      isLive: blocks.size > 0,
    })
  }
  const html = pages.map(({ page, ...made }): [string, string] => [`docs/${page.path}.html`, pageHtml({ page, sections, ...made })])
  const texts = pages.map(({ page, markdown }): [string, string] => [
    `docs/${page.path}.md`,
    relink(markdown, (target) => resolveLink(target, { from: documentOf(page), pages: paths, ending: 'md' })),
  ])
  const theme = readFileSync(join(root, 'demo', 'documentation', 'theme.js'), 'utf8')
  return {
    sections,
    pages,
    html: new Map(html),
    files: new Map([
      ...texts,
      ['docs/search.json', searchIndex(pages)],
      ['docs/theme.js', theme],
      ['llms.txt', listForModels(sections, pages)],
    ]),
  }
}

/** From the root of the project; generated pages stand beside the others. */
const documentOf = ({ path, source }: Page): string => (source.kind === 'file' ? source.file : `docs/${path}.md`)

/** Links outside of code. */
export function relink(markdown: string, resolve: (target: string) => string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```$|`[^`\n]*`|(?<=\])\(([^)\s]+)\)/gm, (whole: string, _blanks, target?: string) =>
    target === undefined ? whole : `(${resolve(target)})`,
  )
}
