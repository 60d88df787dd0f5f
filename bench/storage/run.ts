// Measures the storages in Chromium and prints tables in milliseconds.
//
//   npx node bench/storage/run.ts [single bulk reads projections ids durability dropping big]

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium, launchOptions } from '../../scripts/chromium.ts'
import type { Line, measurements } from './measure.ts'

ensureChromium((line) => console.error(line), 'whole')

const root = import.meta.dirname
const project = join(root, '..', '..')
const outDir = join(project, 'node_modules', '.cache', 'rillbox', 'bench-storage')
const shared = { root, configFile: join(project, 'vite.config.ts'), logLevel: 'error', base: './', build: { outDir } } as const
await build({ ...shared, publicDir: false })
// Isolated pages have clocks of five microseconds instead of a hundred.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const server = await preview({ ...shared, preview: { port: 5332, headers } })

type Name = keyof typeof measurements
const all: Name[] = ['single', 'bulk', 'reads', 'projections', 'ids', 'durability', 'dropping', 'big']
const wanted = process.argv.slice(2)

// A profile on disk: in the contexts of tests IndexedDB is in memory.
const profile = await mkdtemp(join(tmpdir(), 'rillbox-bench-'))
const browser = await chromium.launchPersistentContext(profile, launchOptions('whole'))
try {
  for (const name of all.filter((candidate) => wanted.length === 0 || wanted.includes(candidate))) {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.goto(server.resolvedUrls!.local[0]!)
    await page.waitForFunction(() => 'storageMeasurements' in window)
    print(name, await page.evaluate((which) => window.storageMeasurements[which](), name))
    await page.close()
  }
} finally {
  await browser.close()
  await server.close()
  await rm(profile, { recursive: true, force: true })
}

function print(title: string, lines: readonly Line[]): void {
  console.log(`\n${title}`.padEnd(64), 'quarter'.padStart(9), 'median'.padStart(9), 'mean'.padStart(9))
  for (const { what, quarter, median, mean } of lines)
    console.log(what.padEnd(63), ...[quarter, median, mean].map((figure) => figure.toFixed(3).padStart(9)))
}
