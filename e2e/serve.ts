// Builds the site and the package, and serves everything that the end-to-end tests open.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { build, minifySync, preview } from 'vite'
import { exampleName, readExamples, runDocuments } from '../scripts/documents/readme.ts'
import { addresses, portOf } from './addresses.ts'
import { buildPackage } from './package/unpack.ts'

const root = join(import.meta.dirname, '..')
const configFile = join(root, 'vite.config.ts')
const strict = (address: string) => ({ port: portOf(address), strictPort: true })

// The policy of a careful site: its own files, and WebAssembly for the queries' sandbox.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"

// Once, before parallel tests install it.
buildPackage()
await build({ root: join(root, 'demo'), configFile, logLevel: 'error' })
for (const address of [addresses.demo, addresses.demoBelow]) {
  // The build uses relative addresses: one build, two bases.
  await preview({
    root: join(root, 'demo'),
    configFile,
    base: new URL(address).pathname,
    logLevel: 'error',
    preview: { ...strict(address), headers: { 'Content-Security-Policy': policy } },
  })
}

// As in development, where `import.meta.env.DEV` is true; bundled, because loading five hundred modules would take most of a test's time.
process.env['NODE_ENV'] = 'development'
const pages: InlineConfig = {
  root: join(root, 'e2e', 'pages'),
  configFile,
  mode: 'development',
  logLevel: 'error',
  build: { outDir: join(root, 'node_modules', '.cache', 'rillbox', 'pages'), minify: false },
  plugins: [pagesInFolders(), workerScripts(), documentedExamples()],
}
await build(pages)
await preview({ ...pages, preview: { ...strict(addresses.pages), allowedHosts: ['insecure.test'] } })

/** The site's configuration expects all pages in one folder; some of these are in subfolders. */
function pagesInFolders(): Plugin {
  return {
    name: 'pages-in-folders',
    config: ({ root: folder = '' }) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /[\\/].*\.html$/.test(file))
      return { build: { rolldownOptions: { input: files.map((file) => join(folder, file)) } } }
    },
  }
}

/** Serves msw's script a second time, in a folder below the pages, with and without permission to control pages above; and minified. And a page that clears the site's data. */
function workerScripts(): Plugin {
  const script = readFileSync(join(root, 'public', 'mockServiceWorker.js'), 'utf8')
  const { code } = minifySync('mockServiceWorker.js', script)
  return {
    name: 'worker-scripts',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        if (request.url === '/allowed/mockServiceWorker.js') response.setHeader('Service-Worker-Allowed', '/')
        if (request.url === '/allowed/mockServiceWorker.js' || request.url === '/narrow/mockServiceWorker.js')
          request.url = '/mockServiceWorker.js'
        if (request.url === '/cleared') {
          response.setHeader('Clear-Site-Data', '"storage"')
          response.setHeader('Content-Type', 'text/html')
          return response.end('<!doctype html><title>Data of this site were cleared</title>')
        }
        if (request.url !== '/minified.js') return next()
        response.setHeader('Content-Type', 'text/javascript')
        response.end(code)
      })
    },
  }
}

/** Serves each example of a document for a page as a module, `/readme/<name>.js`. */
function documentedExamples(): Plugin {
  const examples = runDocuments.flatMap((file) => readExamples(file)).filter(({ place }) => place === 'browser')
  const codes = new Map(examples.map((example) => [`/readme/${exampleName(example)}.ts`, example.code]))
  return {
    name: 'documented-examples',
    resolveId: (id) => (codes.has(id) ? id : undefined),
    load: (id) => codes.get(id),
    buildStart() {
      for (const id of codes.keys()) this.emitFile({ type: 'chunk', id, fileName: id.slice(1).replace(/ts$/, 'js') })
    },
  }
}
