// Measures the built package in Chromium and prints one line of JSON per figure, with its ratio to what the platform alone needs.
//
//   npm run bench [-- --only projections] [--events 20000]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext } from '@playwright/test'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import type { Figure } from './pages/measure.ts'
import { elementSize, measurePlayground } from './playground.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, events: { type: 'string', default: '20000' } } })
ensureChromium((line) => console.error(line))

const root = join(import.meta.dirname, 'pages')
const configFile = join(import.meta.dirname, '..', 'vite.config.ts')
const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'rillbox', 'bench')
// As users run it: bundled and minified, not as single modules from a development server.
const built = await build({ root, configFile, logLevel: 'error', build: { outDir } })
// Isolated pages have clocks of five microseconds instead of a hundred.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const server = await preview({ root, configFile, logLevel: 'error', build: { outDir }, preview: { port: 5331, headers } })
const address = server.resolvedUrls!.local[0]!

const names = ['request', 'append', 'projections', 'visible', 'scavenge', 'start', 'playground'] as const
try {
  for (const name of names.filter((candidate) => !values.only || candidate === values.only)) {
    // A profile of its own has no database, no worker and no cache; one on disk keeps IndexedDB there, as users have it.
    const profile = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
    const context = await chromium.launchPersistentContext(profile, launchOptions())
    if (name === 'playground') for (const figure of [elementSize(built), ...(await measurePlayground(context, address))]) print(figure)
    else await measure(context, name)
    if (name === 'start') await measure(context, 'restart')
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
} finally {
  await server.close()
}

async function measure(context: BrowserContext, measurement: Exclude<(typeof names)[number], 'playground'> | 'restart'): Promise<void> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(address)
  await page.waitForFunction(() => 'measurements' in window)
  const figures = await page.evaluate(([which, events]) => window.measurements[which](events), [
    measurement,
    Number(values.events),
  ] as const)
  for (const figure of figures) print(figure)
  await page.close()
}

function print({ name, value, floor, unit }: Figure): void {
  const round = (figure: number): number => Number(figure.toPrecision(3))
  const compared = floor === undefined ? {} : { floor: round(floor), ratio: round(value / floor) }
  console.log(JSON.stringify({ name, [unit]: round(value), ...compared }))
}
