// Builds the site and the package, and serves everything that the end-to-end tests open.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { build, createServer, minifySync, preview } from 'vite'
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

// Vite's builds above have made this a process for production, in which `import.meta.env.DEV` would be false.
process.env['NODE_ENV'] = 'development'
const pages = await createServer({
  root: join(root, 'e2e', 'pages'),
  configFile,
  appType: 'mpa',
  logLevel: 'error',
  plugins: [workerScripts(), readmeExamples()],
  server: { ...strict(addresses.pages), hmr: false, allowedHosts: ['insecure.test'] },
})
await pages.listen()

/** Serves msw's script a second time, in a folder below the pages, with and without leave to control pages above; and minified. */
function workerScripts(): Plugin {
  const script = readFileSync(join(root, 'public', 'mockServiceWorker.js'), 'utf8')
  const { code } = minifySync('mockServiceWorker.js', script)
  return {
    name: 'worker-scripts',
    configureServer: ({ middlewares }) => {
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

/** Serves each example of the README as a module, `/readme/line-<n>.ts`. */
function readmeExamples(): Plugin {
  const lineOf = (id: string): number => Number(/^\/readme\/line-(\d+)\.ts$/.exec(id)?.[1])
  return {
    name: 'readme-examples',
    resolveId: (id) => (lineOf(id) ? id : undefined),
    load: (id) => readExamples().find(({ line }) => line === lineOf(id))?.code,
  }
}
