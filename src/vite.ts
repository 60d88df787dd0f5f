// Entry for Vite's configuration: serves msw's worker script, and says so where a request for the store finds no store.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { findWorkerFile, workerFileName } from './cli/setup/worker-file.ts'

export interface RillboxPluginOptions {
  /** The path that the application gives to `startStore`, below Vite's `base`. Default: `/_store`. */
  readonly baseUrl?: string
  /** Whether the build gets the worker script too, for applications that keep their store in production. Default: false. */
  readonly build?: boolean
}

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** As much of a server of Vite as is needed: its types are there only for those who have Vite. */
export interface ServerOfVite {
  readonly middlewares: { use(handler: Handler): unknown }
  readonly config: { readonly base: string }
}

/** A plugin of Vite. */
export interface RillboxPlugin {
  readonly name: string
  readonly configResolved: (config: { readonly root: string }) => void
  readonly configureServer: (server: ServerOfVite) => void
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
export function rillbox({ baseUrl = '/_store', build = false }: RillboxPluginOptions = {}): RillboxPlugin {
  let root = process.cwd()
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
    },
    configureServer: serve,
    configurePreviewServer: (server) => {
      if (build) serve(server)
    },
    generateBundle() {
      if (build) this.emitFile({ type: 'asset', fileName: workerFileName, source: readScript(root) })
    },
  }
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
