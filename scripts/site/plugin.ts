// Adds the documentation to the site: in development each page is made when it is asked for, in a build all of them are entries.

import type { ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import type * as documents from './documentation.ts'
import type { Documentation } from './documentation.ts'
import type * as reference from './reference/read.ts'

/** Loaded when a page is made: the blocks of pages run in the whole engine, which few users of this configuration need. */
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as T

/** @param root of the project. */
export function documentation(root: string): Plugin {
  const references = once(async () => await (await load<typeof reference>('reference/read.ts')).referencePages(root))
  const make = async (): Promise<Documentation> =>
    await (await load<typeof documents>('documentation.ts')).makeDocumentation(root, await references())
  const made = once(make)
  const folder = join(root, 'demo')
  const pathOf = (id: string): string | undefined => (id.startsWith(`${folder}/docs/`) ? id.slice(folder.length + 1) : undefined)
  return {
    name: 'documentation',
    // Before Vite looks for the file.
    enforce: 'pre',
    async config({ root: site = '.' }, { command }) {
      // Tests build other folders with the same configuration.
      if (command !== 'build' || resolve(site) !== folder) return undefined
      const pages = [...(await made()).html.keys()].map((path) => join(folder, path))
      return { build: { rolldownOptions: { input: pages } } }
    },
    async resolveId(id) {
      return pathOf(id) !== undefined && (await made()).html.has(pathOf(id)!) ? id : undefined
    },
    async load(id) {
      const path = pathOf(id)
      return path === undefined ? undefined : (await made()).html.get(path)
    },
    async generateBundle() {
      if (this.environment.config.root !== folder) return
      for (const [fileName, source] of (await made()).files) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      if (server.config.root !== folder) return
      let current = made
      onChange(server, join(root, 'docs'), () => {
        current = once(make)
        server.ws.send({ type: 'full-reload' })
      })
      server.middlewares.use((request, response, next) => {
        const asked = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, '')).slice(1)
        const path = asked === 'docs/' ? 'docs/index.html' : asked
        if (!/^docs\/|^llms\.txt$/.test(path)) return next()
        void current().then((documents) => answer(server, documents, path, response, next), next)
      })
    },
  }
}

async function answer(
  server: ViteDevServer,
  { html, files }: Documentation,
  path: string,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  const page = html.get(path)
  const text = page === undefined ? files.get(path) : await server.transformIndexHtml(`/${path}`, page)
  if (text === undefined) return next()
  const type = { html: 'text/html', json: 'application/json', js: 'text/javascript' }[path.split('.').at(-1)!] ?? 'text/plain'
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  response.end(text)
}

function onChange({ watcher }: ViteDevServer, folder: string, listener: () => void): void {
  watcher.add(folder)
  watcher.on('all', (_event, file) => {
    if (file.startsWith(folder)) listener()
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
