// Lays a page of the documentation out: the head of the site, the menu, the text, its contents, and the way on.

import type { Page, Section } from './contents.ts'
import { escapeHtml } from './highlight.ts'
import { repository } from './links.ts'
import type { Heading, Rendered } from './markdown.ts'

export interface PageContext {
  readonly page: Page
  readonly sections: readonly Section[]
  readonly rendered: Rendered
  /** Whether playgrounds or requests run on the page. */
  readonly isLive: boolean
}

/** @returns HTML with addresses relative to the page, so that the site works below any path. */
export function pageHtml({ page, sections, rendered, isLive }: PageContext): string {
  const up = '../'.repeat(page.path.split('/').length)
  const name = page.path.split('/').at(-1)!
  const { title, description, html, headings } = rendered
  const isFirst = page.path === 'index'
  return `<!doctype html>
<html lang="en" data-root="${up}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escapeHtml(shortened(description))}" />
    <title>${isFirst ? 'Rillbox documentation' : `${escapeHtml(title)} · Rillbox`}</title>
    <link rel="icon" href="${icon}" />
    <link rel="alternate" type="text/markdown" href="./${name}.md" />
    <script vite-ignore src="${up}docs/theme.js"></script>
    <link rel="stylesheet" href="${up}site.css" />
    <link rel="stylesheet" href="${up}documentation/page.css" />
  </head>
  <body>
    <a class="skip" href="#main">To the content</a>
    ${head(up)}
    <div class="within documentation">
      <nav class="menu" id="menu" aria-label="Documentation">
        ${sections.map((section) => menuSection(section, page, up)).join('\n        ')}
        <section class="pages">
          <h2>Elsewhere here</h2>
          <ul>
            ${otherPages.map(({ file, label }) => `<li><a href="${up}${file}">${label}</a></li>`).join('\n            ')}
          </ul>
        </section>
      </nav>
      <main id="main" tabindex="-1">
        <article>
${html}
        </article>
        <footer class="after">
          ${neighbours(sections, page, up)}
          <p class="source"><a href="./${name}.md">This page as Markdown</a>${sourceLink(page)}</p>
        </footer>
      </main>
      ${contents(headings)}
    </div>
    <footer class="foot within">
      <p>
        Rillbox is free software under the MIT licence. EventStoreDB and KurrentDB are trademarks of their owner, with whom this project has
        no connection. This page sends nothing anywhere.
      </p>
    </footer>
    <script type="module" src="${up}documentation/page.ts"></script>${isLive ? `\n    <script type="module" src="${up}documentation/live.ts"></script>` : ''}
  </body>
</html>
`
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M4 11c5-6 9 6 14 0s6 0 10 0M4 21c5-6 9 6 14 0s6 0 10 0' fill='none' stroke='%230f766e' stroke-width='3.5' stroke-linecap='round'/%3E%3C/svg%3E"

/** The pages of the site besides the documentation. */
const otherPages = [
  { file: 'index.html', label: 'Start' },
  { file: 'play.html', label: 'Playground' },
  { file: 'docs.html', label: 'Article' },
  { file: 'app.html', label: 'Shop' },
] as const

const head = (up: string): string => `<header class="head">
      <a class="mark" href="${up}index.html">
        <svg viewBox="0 0 32 32" aria-hidden="true"><path class="rill" d="M3 11c5-6 9 6 14 0s7 0 12 0M3 21c5-6 9 6 14 0s7 0 12 0" /></svg>
        Rillbox
      </a>
      <nav aria-label="Pages">
        <ul>
          ${otherPages.map(({ file, label }) => `<li><a href="${up}${file}">${label}</a></li>`).join('\n          ')}
          <li><a href="${up}docs/index.html" aria-current="true">Docs</a></li>
          <li><a href="${repository}">Source</a></li>
        </ul>
      </nav>
      <div class="tools">
        <button type="button" class="tool search" id="search-open" aria-keyshortcuts="/ Control+K"><span>Search</span> <kbd>/</kbd></button>
        <button type="button" class="tool theme" id="theme" aria-label="Colours: match system"></button>
        <button type="button" class="tool menu-open" id="menu-open" aria-expanded="false" aria-controls="menu">Menu</button>
      </div>
    </header>`

const menuSection = ({ title, pages }: Section, current: Page, up: string): string => `<section>
          <h2>${escapeHtml(title)}</h2>
          <ul>
            ${pages.map((page) => menuItem(page, current, up)).join('\n            ')}
          </ul>
        </section>`

function menuItem({ path, label }: Page, current: Page, up: string): string {
  const isCurrent = path === current.path || (path === 'decisions/index' && current.path.startsWith('decisions/'))
  return `<li><a href="${up}docs/${path}.html"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`
}

const contents = (headings: readonly Heading[]): string => {
  const shown = headings.filter(({ level }) => level <= 3)
  const listed = shown.length > 120 ? shown.filter(({ level }) => level === 2) : shown
  if (listed.length < 2) return '<div class="contents"></div>'
  const items = listed.map(({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-labelledby="contents-title">
        <h2 id="contents-title">On this page</h2>
        <ol>
          ${items.join('\n          ')}
        </ol>
      </nav>`
}

function neighbours(sections: readonly Section[], { path }: Page, up: string): string {
  const all = sections.flatMap(({ pages }) => pages)
  const at = all.findIndex((page) => page.path === path)
  if (at < 0) return ''
  const link = (page: Page | undefined, way: 'Previous' | 'Next'): string =>
    page === undefined
      ? '<span></span>'
      : `<a class="${way.toLowerCase()}" href="${up}docs/${page.path}.html"><span>${way}</span> ${escapeHtml(page.label)}</a>`
  return `<nav class="neighbours" aria-label="Next pages">${link(all[at - 1], 'Previous')}${link(all[at + 1], 'Next')}</nav>`
}

const sourceLink = ({ source }: Page): string =>
  source.kind === 'file' ? `<a href="${repository}/edit/main/${source.file}">Improve this page</a>` : ''

/** As much as search engines show. */
const shortened = (text: string): string => (text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s\S*$/, '')} …`)
