// Builds the site and the package, and serves everything that the end-to-end tests open.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { build, minifySync, preview } from 'vite'
import { readExamples } from '../scripts/readme.ts'
import { addresses, portOf } from './addresses.ts'
import { buildPackage } from './package/unpack.ts'

const root = join(import.meta.dirname, '..')
const configFile = join(root, 'vite.config.ts')
const strict = (address: string) => ({ port: portOf(address), strictPort: true })

// What a careful site allows: its own files, and WebAssembly for the queries' sandbox.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"

// Once, before tests side by side install it.
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

// As in development, where `import.meta.env.DEV` is true; bundled, because a test that loads five hundred modules waits for little else.
process.env['NODE_ENV'] = 'development'
const pages: InlineConfig = {
  root: join(root, 'e2e', 'pages'),
  configFile,
  mode: 'development',
  logLevel: 'error',
  build: { outDir: join(root, 'node_modules', '.cache', 'rillbox', 'pages'), minify: false },
  plugins: [pagesInFolders(), workerScripts(), readmeExamples()],
}
await build(pages)
await preview({ ...pages, preview: { ...strict(addresses.pages), allowedHosts: ['insecure.test'] } })

/** The configuration of the site takes the pages beside each other; these have some in folders too. */
function pagesInFolders(): Plugin {
  return {
    name: 'pages-in-folders',
    config: ({ root: folder = '' }) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /[\\/].*\.html$/.test(file))
      return { build: { rolldownOptions: { input: files.map((file) => join(folder, file)) } } }
    },
  }
}

/** Serves msw's script a second time, in a folder below the pages, with and without leave to control pages above; and minified. */
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
        if (request.url !== '/minified.js') return next()
        response.setHeader('Content-Type', 'text/javascript')
        response.end(code)
      })
    },
  }
}

/** Serves each example of the README for a page as a module, `/readme/line-<n>.js`. */
function readmeExamples(): Plugin {
  const lineOf = (id: string): number => Number(/^\/readme\/line-(\d+)\.ts$/.exec(id)?.[1])
  return {
    name: 'readme-examples',
    resolveId: (id) => (lineOf(id) ? id : undefined),
    load: (id) => readExamples().find(({ line }) => line === lineOf(id))?.code,
    buildStart() {
      for (const { line, place } of readExamples())
        if (place === 'browser') this.emitFile({ type: 'chunk', id: `/readme/line-${line}.ts`, fileName: `readme/line-${line}.js` })
    },
  }
}
