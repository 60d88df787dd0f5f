// The site (Vite's root is its folder, demo) and Vitest's projects. Tests and measurements build and serve other folders with it.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { buildTarget } from './scripts/package/browsers.ts'
import { launchOptions } from './scripts/chromium.ts'
import { guestText } from './scripts/guest-text.ts'
import { documentation } from './scripts/site/plugin.ts'
import { stripNodeBranch } from './scripts/package/strip-node-branch.ts'

// Pages and tests import `rillbox` as any user does; this condition of package.json's exports leads to the sources.
const conditions = ['rillbox-source', ...defaultClientConditions]
const resolve = { conditions }

/** Milliseconds after which a test hangs: none is slow by itself, but a machine may be. */
const patience = 30_000

export default defineConfig({
  root: process.env['VITEST'] ? '.' : 'demo',
  // Several pages: an address that is none of them is answered 404, not with the first one.
  appType: 'mpa',
  plugins: [guestText(), everyPage(), documentation(import.meta.dirname), scenarioFiles(), stripNodeBranch()],
  publicDir: import.meta.dirname + '/public',
  // Relative, so that one build works at the root of an origin and below any path.
  base: './',
  resolve,
  worker: { format: 'es', plugins: () => [stripNodeBranch()] },
  build: {
    outDir: import.meta.dirname + '/dist-site',
    target: buildTarget,
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    // What the site contains of others, with their licences.
    license: { fileName: 'licenses.md' },
  },
  server: { fs: { allow: [import.meta.dirname] } },
  test: {
    // Vitest leaves one processor to itself, which on a machine with two is half of it.
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        ssr: { resolve: { conditions: ['rillbox-source', ...defaultServerConditions] } },
        test: {
          name: 'node',
          include: [
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
            'e2e/conformance/**/*.test.ts',
            'e2e/matrix/*.test.ts',
            'e2e/upgrades/*.test.ts',
            'e2e/soak/*.test.ts',
            'e2e/engines/*.test.ts',
            'e2e/hostile/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts'],
          environment: 'node',
          // Most files need milliseconds: a fresh thread and fresh modules for each cost more than its tests. No file leaves anything behind.
          isolate: false,
          // Threads for queries load the sources, each on its own: without their types, and compiled once.
          env: { NODE_COMPILE_CACHE: import.meta.dirname + '/node_modules/.cache/node' },
          restoreMocks: true,
          testTimeout: patience,
          // Vitest's own second is short beside other work.
          expect: { poll: { timeout: patience / 3 } },
        },
      },
      {
        resolve,
        // Found only when a Worker starts, they would make Vite reload the page in the middle of a test.
        optimizeDeps: {
          include: ['@jitl/quickjs-singlefile-mjs-release-sync', 'acorn', 'quickjs-emscripten-core', 'react', 'react-dom/client'],
        },
        test: {
          name: 'chromium',
          include: ['src/**/*.browser.test.ts'],
          restoreMocks: true,
          testTimeout: patience,
          expect: { poll: { timeout: patience / 3 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: launchOptions() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'package', include: ['e2e/package/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      {
        test: {
          name: 'clients',
          include: ['e2e/hosts/*.test.ts'],
          environment: 'node',
          globalSetup: ['e2e/hosts/clients.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

/** Every page in the root is an entry of the build. */
function everyPage(): Plugin {
  return {
    name: 'every-page',
    apply: 'build',
    config: ({ root = '.' }) => {
      const pages = readdirSync(absolute(root)).filter((file) => file.endsWith('.html'))
      return { build: { rolldownOptions: { input: pages.map((file) => join(absolute(root), file)) } } }
    },
  }
}

/** Pages name scenarios by their address, in the attribute `src` of elements that Vite does not know: they go along as they are. */
function scenarioFiles(): Plugin {
  let folder = ''
  return {
    name: 'scenario-files',
    apply: 'build',
    configResolved: ({ root }) => {
      folder = join(root, 'scenarios')
    },
    generateBundle() {
      const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
      for (const file of files)
        this.emitFile({ type: 'asset', fileName: `scenarios/${file}`, source: readFileSync(join(folder, file), 'utf8') })
    },
  }
}
