// Decides which pages the documentation has, in which order, and how they are called in the menu.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { entryNames, fileOfEntry } from './reference/entries.ts'

export interface Section {
  readonly title: string
  readonly pages: readonly Page[]
}

export interface Page {
  /** Path below `docs`, without an ending; `index` is the first page. */
  readonly path: string
  /** In the menu. */
  readonly label: string
  readonly source: PageSource
}

export type PageSource =
  | { readonly kind: 'file'; /** Path from the root of the project. */ readonly file: string }
  | { readonly kind: 'entry'; /** E.g. `rillbox/browser`. */ readonly name: string }

interface SectionPlan {
  readonly title: string
  /** Files below `docs`, without `.md`, with their labels. */
  readonly files: Readonly<Record<string, string>>
}

const plan: readonly SectionPlan[] = [
  {
    title: 'Start',
    files: { README: 'Overview', start: 'Start in two minutes', hosts: 'Bundlers and frameworks' },
  },
  {
    title: 'Guides',
    files: {
      'guides/front-end': 'Build a front end offline',
      'guides/docs': 'Docs that run',
      'guides/tests': 'Test with Playwright',
      'guides/back-ends': 'Back ends on gRPC',
      'guides/control': 'Control over HTTP',
      'guides/containers': 'In place of a server',
      'guides/assistants': 'Coding assistants',
      'guides/recipes': 'Recipes in other languages',
      'guides/faq': 'Questions and answers',
    },
  },
  {
    title: 'Use',
    files: {
      store: 'The store',
      'live-events': 'Live events',
      queries: 'Queries and their types',
      scenario: 'Scenarios',
      playground: 'The playground',
      playwright: 'Playwright fixtures',
      devtools: 'Developer tools',
      command: 'The command',
      'good-to-know': 'Good to know',
      'server/diagnostics': 'What is wrong in a query',
      'server/upgrading': 'What an upgrade changes for queries',
      errors: 'Error codes',
    },
  },
  {
    title: 'Compared with the server',
    files: {
      'server/releases': 'Which release',
      'server/routes': 'Routes',
      'server/control-routes': 'Control routes',
      conformance: 'Conformance',
      'server/deviations': 'Deviations',
      'server/dialect': 'The JavaScript of queries',
      'server/statistics': 'Statistics',
    },
  },
  {
    title: 'How it is built',
    files: {
      architecture: 'Architecture',
      'inside/performance': 'Performance',
      'inside/reliability': 'Reliability',
      'inside/engines': 'Engines',
      'decisions/README': 'Decisions',
    },
  },
]

/** @param root of the project. A page that the plan does not name stands at the end of the section "Use". */
export function readSections(root: string): Section[] {
  const planned = new Set(plan.flatMap(({ files }) => Object.keys(files)))
  const unplanned = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions'))
    .map((file) => file.slice(0, -3).replaceAll('\\', '/'))
    .filter((name) => !planned.has(name))
  const sections = plan.map(({ title, files }): Section => {
    const names = title === 'Use' ? { ...files, ...Object.fromEntries(unplanned.map((name) => [name, titleOf(root, name)])) } : files
    const pages = Object.entries(names).filter(([name]) => existsSync(join(root, 'docs', `${name}.md`)))
    return { title, pages: pages.map(([name, label]) => filePage(name, label)) }
  })
  const api: Section = { title: 'API', pages: entryNames(root).map((name) => entryPage(name)) }
  const at = sections.findIndex(({ title }) => title === 'Compared with the server')
  return sections.toSpliced(at, 0, api)
}

/** Pages that the menu does not list: one leads to them all. */
export function readDecisions(root: string): Page[] {
  return readdirSync(join(root, 'docs', 'decisions'))
    .filter((file) => /^\d+.*\.md$/.test(file))
    .toSorted()
    .map((file) => filePage(`decisions/${file.slice(0, -3)}`, titleOf(root, `decisions/${file.slice(0, -3)}`)))
}

/** The first page of a folder is its README. */
export const pathOfFile = (name: string): string => name.replace(/(^|\/)README$/, '$1index')

const filePage = (name: string, label: string): Page => ({
  path: pathOfFile(name),
  label,
  source: { kind: 'file', file: `docs/${name}.md` },
})

const entryPage = (name: string): Page => ({ path: `api/${fileOfEntry(name)}`, label: name, source: { kind: 'entry', name } })

const titleOf = (root: string, name: string): string =>
  /^# (.*)$/m.exec(readFileSync(join(root, 'docs', `${name}.md`), 'utf8'))?.[1] ?? name
