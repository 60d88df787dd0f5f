// Writes llms.txt: what there is to read, for language models, with an address of plain Markdown for each page.

import type { Section } from './contents.ts'
import type { DocumentPage } from './documentation.ts'

const introduction = `# Rillbox

> An event store in a browser tab: the HTTP interface of EventStoreDB 23.10 (KurrentDB) with streams, JavaScript projections, users and persistent
> subscriptions, answered inside the page, in Node or on a port, without a server. For offline front-end work, documentation that runs, and
> Playwright tests with a store each. npm package \`rillbox\`, MIT.`

export function listForModels(sections: readonly Section[], pages: readonly DocumentPage[]): string {
  const byPath = new Map(pages.map((page) => [page.page.path, page]))
  const parts = sections.map(({ title, pages: listed }) => {
    const lines = listed.map(({ path, label }) => {
      const description = firstSentence(byPath.get(path)?.rendered.description ?? '')
      return `- [${label}](docs/${path}.md)${description === '' ? '' : `: ${description}`}`
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `${[introduction, ...parts].join('\n\n')}\n`
}

const firstSentence = (text: string): string => /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text
