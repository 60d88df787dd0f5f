// Sets a store up in an application: writes the safe parts, and words the rest.

import { Failure } from '../failure.ts'
import type { ApplicationFiles } from './files.ts'
import { filesOf } from './files.ts'
import type { SetUpRecord } from './page-module.ts'
import { browserEntry, importsModule, modulePath, moduleText, recordIn, withImport } from './page-module.ts'
import type { PageProject, Project } from './project.ts'
import { findProject } from './project.ts'
import type { WorkerFile } from './worker-file.ts'
import { copyWorkerScript } from './worker-script.ts'

/**
 * @param worker of the application's msw; undefined where it has none.
 * @returns the finished and the remaining work, in lines.
 * @throws Failure where nothing is known of the application, or something is missing; nothing is written then.
 */
export function setUp(application: string, worker: WorkerFile | undefined): string[] {
  const files = filesOf(application)
  const project = findProject(files)
  const { page, hasStorybook } = project
  if (!page && !hasStorybook && !project.hasPlaywright && !project.hasVitest) {
    throw new Failure(
      'Found no Vite, Next, Storybook, Playwright or Vitest here. Give the folder with the public files: rillbox init public',
    )
  }
  if ((page || hasStorybook) && !worker) throw new Failure(`msw is missing: ${project.install} msw, then run this again.`)
  const lines = page ? setUpPage(application, files, page, worker!) : []
  if (hasStorybook) {
    if (!page) lines.push(copyWorkerScript(application, 'public', worker!).done)
    lines.push(...storybookLines(files))
  }
  lines.push(...testLines(project))
  if (page) lines.push('', `Taken back with: ${project.execute} rillbox init --remove`)
  return lines
}

function setUpPage(application: string, files: ApplicationFiles, page: PageProject, worker: WorkerFile): string[] {
  if (page.publicFolder === undefined) {
    throw new Failure('The configuration computes publicDir: give that folder yourself, as in rillbox init public')
  }
  const path = modulePath(page)
  const before = path === undefined ? undefined : files.read(path)
  const earlier = before === undefined ? undefined : recordIn(before)
  if (before !== undefined && !earlier && page.kind !== 'sveltekit')
    throw new Failure(`"${path}" is there, and not of this command: move it away.`)
  const copied = copyWorkerScript(application, page.publicFolder, worker)
  if (path === undefined) return [copied.done, ...withoutEntry]
  if (before !== undefined && !earlier) return [copied.done, '', `Let init of ${path} begin with:`, ...firstLines]
  const record: SetUpRecord = earlier ?? { made: copied.made, ...(page.entry !== undefined && { imports: page.entry }) }
  if (!earlier) files.write(path, moduleText(page, record))
  const module = earlier
    ? `${path} starts a store already.`
    : `Wrote ${path}: it starts a store at http://localhost:2113, in development only.`
  return [module, ...addImport(files, page.entry), copied.done, ...(page.kind === 'next' ? nextLines(page) : [])]
}

function addImport(files: ApplicationFiles, entry: string | undefined): string[] {
  if (entry === undefined) return []
  const text = files.read(entry)!
  if (importsModule(text)) return [`${entry} imports it already.`]
  files.write(entry, withImport(text))
  return [`Added its import to ${entry}, before all others.`]
}

const firstLines = [
  '  if (import.meta.env.DEV) {',
  `    const { startStore } = await import(${browserEntry})`,
  "    await startStore({ baseUrl: 'http://localhost:2113' })",
  '  }',
]

const withoutEntry = [
  '',
  'Found no index.html whose script could start the store. Where code runs in the browser only, before the first request, add:',
  ...firstLines,
]

const nextLines = ({ folder }: PageProject): string[] => [
  '',
  folder === 'src' || folder === ''
    ? 'Put the pages into it, in pages/_app:'
    : `Put the pages into it, in ${folder}/layout: its children begin when the store answers.`,
  "  import { Rillbox } from './rillbox'",
  '  <Rillbox>{children}</Rillbox>',
]

function storybookLines(files: ApplicationFiles): string[] {
  const main = ['ts', 'js', 'mts', 'mjs'].map((extension) => files.read(`.storybook/main.${extension}`)).find((text) => text !== undefined)
  const hasPublicFolder = main !== undefined && /staticDirs[\s\S]*public/.test(main)
  return [
    '',
    'Storybook: add to the default export of .storybook/preview',
    `  import { startStore } from ${browserEntry}`,
    "  beforeAll: async () => { await startStore({ baseUrl: 'http://localhost:2113' }) },",
    ...(hasPublicFolder ? [] : ['and to that of .storybook/main', "  staticDirs: ['../public'],"]),
  ]
}

function testLines({ hasPlaywright, hasVitest }: Project): string[] {
  return [
    ...(hasPlaywright
      ? ['', "Playwright: a test's store answers the pages, whatever they start", "  import { expect, test } from 'rillbox/playwright'"]
      : []),
    ...(hasVitest
      ? [
          '',
          "Vitest: a store that answers a test's requests",
          "  import { startStore } from 'rillbox/node'",
          "  const store = await startStore({ baseUrl: 'http://localhost:2113' })",
        ]
      : []),
  ]
}
