// Measures the built package in Chromium and prints one line of JSON per figure, with its ratio to what the platform alone needs.
//
//   npm run bench [-- --only projections] [--events 20000]

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import type { Figure } from './pages/measure.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, events: { type: 'string', default: '20000' } } })
ensureChromium((line) => console.error(line))

const root = join(import.meta.dirname, 'pages')
const configFile = join(import.meta.dirname, '..', 'vite.config.ts')
const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'rillbox', 'bench')
// As users run it: bundled and minified, not as single modules from a development server.
await build({ root, configFile, logLevel: 'error', build: { outDir } })
// Isolated pages have clocks of five microseconds instead of a hundred.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const server = await preview({ root, configFile, logLevel: 'error', build: { outDir }, preview: { port: 5331, headers } })
const address = server.resolvedUrls!.local[0]!

const browser = await chromium.launch(launchOptions())
const names = ['request', 'append', 'projections', 'visible', 'start'] as const
try {
  for (const name of names.filter((candidate) => !values.only || candidate === values.only)) {
    // A context of its own has no database, no worker and no cache.
    const context = await browser.newContext()
    const measure = async (which: (typeof names)[number] | 'restart'): Promise<void> => {
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(error))
      await page.goto(address)
      await page.waitForFunction(() => 'measurements' in window)
      const figures = await page.evaluate(([measurement, events]) => window.measurements[measurement](events), [
        which,
        Number(values.events),
      ] as const)
      for (const figure of figures) print(figure)
      await page.close()
    }
    await measure(name)
    if (name === 'start') await measure('restart')
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}

function print({ name, value, floor, unit }: Figure): void {
  const round = (figure: number): number => Number(figure.toPrecision(3))
  const compared = floor === undefined ? {} : { floor: round(floor), ratio: round(value / floor) }
  console.log(JSON.stringify({ name, [unit]: round(value), ...compared }))
}
