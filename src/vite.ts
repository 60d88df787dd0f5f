// Entry for Vite's configuration: serves msw's worker script and the application's projections, and says where a request finds no store.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { findWorkerFile, workerFileName } from './cli/setup/worker-file.ts'
import type { ProjectionFile } from './engine/queries/files/projection-file.ts'
import { moduleName, pageModule, updateEvent } from './host/vite/page-module.ts'
import type { WatcherOfVite } from './host/vite/projection-files.ts'
import { ProjectionFiles } from './host/vite/projection-files.ts'

export interface RillboxPluginOptions {
  /** The path that the application gives to `startStore`, below Vite's `base`. Default: `/_store`. */
  readonly baseUrl?: string
  /** Whether the build gets the worker script too, for applications that keep their store in production. Default: false. */
  readonly build?: boolean
  /**
   * Where the application's projections are: a folder, or a pattern like `src/projections/*.js`, from Vite's root. The stores of its pages have
   * them from their beginning, and get each that is saved, without a reload. Default: none.
   */
  readonly projections?: string
}

interface HtmlTag {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children: string
  readonly injectTo: 'head-prepend'
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** As much of a server of Vite as is needed: its types are there only for those who have Vite. */
export interface ServerOfVite {
  readonly middlewares: { use(handler: Handler): unknown }
  readonly config: { readonly base: string; readonly logger?: LoggerOfVite }
}

interface LoggerOfVite {
  error(message: string, options?: { readonly timestamp?: boolean }): void
  warn(message: string, options?: { readonly timestamp?: boolean }): void
}

/** What the development server has beside that. */
export interface DevelopmentServerOfVite extends ServerOfVite {
  readonly watcher: WatcherOfVite
  readonly ws: { send(event: string, data: unknown): void }
  readonly moduleGraph: { getModuleById(id: string): unknown; invalidateModule(module: never): void }
}

interface ContextOfVite {
  addWatchFile(path: string): void
  error(message: string): never
}

/** A plugin of Vite. */
export interface RillboxPlugin {
  readonly name: string
  readonly configResolved: (config: { readonly root: string; readonly command?: 'serve' | 'build' }) => void
  readonly resolveId: (id: string) => string | undefined
  readonly load: (this: ContextOfVite, id: string) => string | undefined
  readonly transformIndexHtml: { readonly order: 'pre'; readonly handler: () => readonly HtmlTag[] }
  readonly configureServer: (server: DevelopmentServerOfVite) => void
  readonly configurePreviewServer: (server: ServerOfVite) => void
  readonly generateBundle: (this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown }) => void
}

/**
 * Puts msw's worker script where `startStore` looks for it: nothing has to be copied into the application, and the script is
 * always the one that fits.
 *
 * @example
 * ```ts
 * export default defineConfig({ plugins: [rillbox()] })
 * ```
 */
export function rillbox({ baseUrl = '/_store', build = false, projections }: RillboxPluginOptions = {}): RillboxPlugin {
  let root = process.cwd()
  let isBuild = false
  const files = projections === undefined ? undefined : new ProjectionFiles(projections)
  const serve = ({ middlewares, config: { base } }: ServerOfVite): void => {
    middlewares.use(serveScript(base + workerFileName, () => readScript(root)))
    const path = baseUrl.replace(/^\/|\/$/g, '')
    // At the root of the origin lie the files of the application, too.
    if (path !== '') middlewares.use(answerForStore(base + path))
  }
  return {
    name: 'rillbox',
    configResolved: (config) => {
      root = config.root
      isBuild = config.command === 'build'
      files?.setRoot(root)
    },
    resolveId: (id) => (files && id === moduleName ? resolvedName : undefined),
    load(id) {
      if (!files || id !== resolvedName) return undefined
      const read = files.read()
      if (isBuild && read.problems.length > 0) this.error(read.problems.join(' '))
      // For `vite build --watch`; the development server has a watch of its own.
      if (isBuild) for (const { file } of read.projections) this.addWatchFile(join(root, file))
      return pageModule(read.projections)
    },
    transformIndexHtml: { order: 'pre', handler: () => (files && (!isBuild || build) ? [importOfProjections] : []) },
    configureServer: (server) => {
      serve(server)
      if (files) watchProjections(files, server)
    },
    configurePreviewServer: (server) => {
      if (build) serve(server)
    },
    generateBundle() {
      if (build) this.emitFile({ type: 'asset', fileName: workerFileName, source: readScript(root) })
    },
  }
}

/** As Vite has it: no other plugin takes it for a file. */
const resolvedName = `\0${moduleName}`

/** In front of the application's scripts, so that a store that they start has the projections. */
const importOfProjections: HtmlTag = {
  tag: 'script',
  attrs: { type: 'module' },
  children: `import '${moduleName}'`,
  injectTo: 'head-prepend',
}

/** Brings each saved file to the pages, and says in the terminal what is wrong in it. */
function watchProjections(files: ProjectionFiles, { watcher, ws, moduleGraph, config: { logger } }: DevelopmentServerOfVite): void {
  const tell = (problems: readonly string[]): void =>
    problems.forEach((problem) => logger?.error(`[rillbox] ${problem}`, { timestamp: true }))
  tell(files.read().problems)
  files.watch(watcher, (update, changed) => {
    ws.send(updateEvent, update)
    const module = moduleGraph.getModuleById(resolvedName)
    // For pages that are loaded from now on.
    if (module) moduleGraph.invalidateModule(module as never)
    tell(update.problems)
    void judge(changed).then((lines) => lines.forEach((line) => logger?.warn(`[rillbox] ${line}`, { timestamp: true })))
  })
}

/** A line for each error and warning in the queries. */
async function judge(changed: readonly ProjectionFile[]): Promise<readonly string[]> {
  const { diagnose } = await import('./engine/queries/diagnostics.ts')
  const lines: string[] = []
  for (const { file, query, emit, engine } of changed)
    for (const { severity, line, column, message, code } of await diagnose(query, { emitEnabled: emit, engine, isDraft: false }))
      if (severity !== 'hint') lines.push(`${file}:${line}:${column} ${severity} ${message} ${code}`)
  return lines
}

/** @param root of the application, whose msw it is. */
function readScript(root: string): string {
  const found = findWorkerFile(root)
  if (!found) throw new Error('msw, which has the worker script, is not installed: npm i -D msw')
  return found.text
}

const pathOf = (url = '/'): string => url.replace(/[?#].*$/, '')

const serveScript =
  (path: string, read: () => string): Handler =>
  ({ url }, response, next) => {
    if (pathOf(url) !== path) return next()
    response.setHeader('Content-Type', 'text/javascript')
    response.setHeader('Cache-Control', 'no-cache')
    response.end(read())
  }

/** Development servers answer unknown paths with the application's page, status 200: a client of the store would take it for an answer. */
const answerForStore =
  (path: string): Handler =>
  ({ url }, response, next) => {
    const asked = pathOf(url)
    if (asked !== path && !asked.startsWith(`${path}/`)) return next()
    response.statusCode = 503
    response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.end(
      `The store of this application lives in its pages, and none has answered this request: start it with startStore({ baseUrl: '${path}' }) ` +
        'before the first request is sent. Requests from outside of a page started so, for example those of curl, never reach it.\n',
    )
  }

export default rillbox
