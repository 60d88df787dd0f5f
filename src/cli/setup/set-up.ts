// Sets a store up in an application: writes the safe parts, and words the rest.

import { recognizeMswScript } from '../../base/platform/msw-script.ts'
import { Failure } from '../failure.ts'
import type { ApplicationFiles } from './files.ts'
import { filesOf } from './files.ts'
import type { SetUpRecord } from './page-module.ts'
import { browserEntry, devtoolsEntry, importsModule, isAsWritten, modulePath, moduleText, recordIn, withImport } from './page-module.ts'
import type { PageProject, Project } from './project.ts'
import { findProject } from './project.ts'
import type { WorkerFile } from './worker-file.ts'
import { copyWorkerScript } from './worker-script.ts'

export interface SetUpOptions {
  /** Whether the module of the page loads the developer tools too. */
  readonly devtools?: boolean
}

/**
 * @param worker of the application's msw; undefined where it has none.
 * @returns the finished and the remaining work, in lines.
 * @throws Failure where nothing is known of the application, or something is missing; nothing is written then.
 */
export function setUp(application: string, worker: WorkerFile | undefined, options: SetUpOptions = {}): string[] {
  const files = filesOf(application)
  const project = findProject(files)
  const { page, hasStorybook } = project
  if (!page && !hasStorybook && !project.hasPlaywright && !project.hasVitest) {
    throw new Failure(
      'Found no Vite, SvelteKit, Next, Nuxt, Storybook, Playwright or Vitest here. Give the folder with the public files: rillbox init public',
    )
  }
  if (page || hasStorybook) checkMsw(worker, project)
  const lines = page ? setUpPage({ application, files, page, worker: worker!, options }) : []
  if (hasStorybook) {
    if (!page) lines.push(copyWorkerScript(application, 'public', worker!).done)
    lines.push(...storybookLines(files))
  }
  lines.push(...testLines(project))
  if (page) lines.push('', `Taken back with: ${project.execute} rillbox init --remove`)
  return lines
}

/** Before anything is written: with an older msw the page would only say that it cannot start. */
function checkMsw(worker: WorkerFile | undefined, { install, execute }: Project): void {
  if (!worker) throw new Failure(`msw is missing: ${install} msw, then run this again.`)
  if (recognizeMswScript(worker.text) !== 'older') return
  throw new Failure(
    `msw ${worker.version} is installed, and a page's store needs msw 3: ${install} msw@latest, with Node 22 or newer, then run this again. ` +
      `For handlers in your own setupWorker, ${execute} rillbox init FOLDER copies only the worker script.`,
  )
}

interface PageSetUp {
  readonly application: string
  readonly files: ApplicationFiles
  readonly page: PageProject
  readonly worker: WorkerFile
  readonly options: SetUpOptions
}

function setUpPage({ application, files, page, worker, options }: PageSetUp): string[] {
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
  const madeFolder = page.folder && !files.has(page.folder) ? [`${page.folder}/`] : []
  const fresh = { made: [...madeFolder, ...copied.made], ...(page.entry !== undefined && { imports: page.entry }) }
  const module = writeModule({ files, page, path }, earlier ?? fresh, { before, ...options })
  return [module, ...addImport(files, page.entry), copied.done, ...(page.kind === 'next' ? nextLines(page) : [])]
}

interface ModulePlace {
  readonly files: ApplicationFiles
  readonly page: PageProject
  readonly path: string
}

/** @param before the module, where it is there. @returns what was done. */
function writeModule(
  { files, page, path }: ModulePlace,
  record: SetUpRecord,
  { before, devtools = false }: SetUpOptions & { before: string | undefined },
) {
  const withTools: SetUpRecord = devtools ? { ...record, devtools } : record
  if (before === undefined) {
    files.write(path, moduleText(page, withTools))
    return `Wrote ${path}: it starts a store at http://localhost:2113${devtools ? ' with the developer tools' : ''}, in development only.`
  }
  if (!devtools || before.includes('rillbox/devtools')) return `${path} starts a store already.`
  if (!isAsWritten(before, page, record))
    return `${path} has been changed since: add the line await import(${devtoolsEntry}) before startStore yourself.`
  files.write(path, moduleText(page, withTools))
  return `Added the developer tools to ${path}.`
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
