// Runs the suites that need a browser in the engine that RILLBOX_ENGINE names.

import { join } from 'node:path'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { guestText } from '../../../scripts/guest-text.ts'
import { isEngineName } from '../driver/open.ts'
import { driven } from './provider.ts'

const engine = process.env['RILLBOX_ENGINE'] ?? ''
if (!isEngineName(engine)) throw new Error(`RILLBOX_ENGINE is "${engine}", which is none of the engines.`)
const root = join(import.meta.dirname, '..', '..', '..')

export default defineConfig({
  root,
  cacheDir: join(root, 'node_modules', '.cache', 'rillbox', `vite-${engine}`),
  plugins: [guestText()],
  publicDir: join(root, 'public'),
  resolve: { conditions: ['rillbox-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  optimizeDeps: { include: ['@jitl/quickjs-singlefile-mjs-release-sync', 'acorn', 'quickjs-emscripten-core'] },
  test: {
    name: engine,
    include: ['src/**/*.browser.test.ts'],
    restoreMocks: true,
    browser: { enabled: true, headless: true, screenshotFailures: false, provider: driven(engine), instances: [{ browser: engine }] },
  },
})
