// The demo (Vite's root is its folder) and Vitest's projects.

import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/chromium.ts'

// Pages and tests import `rillbox` as any user does; this condition of package.json's exports leads to the sources.
const conditions = ['rillbox-source', ...defaultClientConditions]
const resolve = { conditions }

export default defineConfig({
  root: process.env['VITEST'] ? '.' : 'demo',
  publicDir: import.meta.dirname + '/public',
  // Relative, so that one build works at the root of an origin and below any path.
  base: './',
  resolve,
  worker: { format: 'es' },
  build: { outDir: import.meta.dirname + '/dist-demo', emptyOutDir: true },
  server: { fs: { allow: [import.meta.dirname] } },
  test: {
    projects: [
      {
        resolve,
        ssr: { resolve: { conditions } },
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'demo/**/*.test.ts', 'e2e/conformance/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          environment: 'node',
          restoreMocks: true,
        },
      },
      {
        resolve,
        // Found only when a Worker starts, they would make Vite reload the page in the middle of a test.
        optimizeDeps: { include: ['@jitl/quickjs-singlefile-mjs-release-sync', 'acorn', 'quickjs-emscripten-core'] },
        test: {
          name: 'chromium',
          include: ['src/**/*.browser.test.ts'],
          restoreMocks: true,
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
      { test: { name: 'hosts', include: ['e2e/hosts/*.test.ts'], environment: 'node', testTimeout: 180_000, hookTimeout: 180_000 } },
    ],
  },
})
