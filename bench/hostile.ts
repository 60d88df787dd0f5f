// Runs hostile queries beside an honest one and prints when they end and how long everything else waits, one line of JSON each.
//
//   npm run bench:hostile [-- --only 'log flood'] [--node]
//
// Each query has its own browser with a database on disk, or, with --node, its own process with a store in memory.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import { createStore } from '../src/index.ts'
import { hostileQueries } from '../e2e/hostile/queries.ts'
import type { HostileFigures } from './hostile/run.ts'
import { runHostile } from './hostile/run.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, node: { type: 'boolean' }, here: { type: 'string' } } })
const chosen = hostileQueries.filter(({ name, isMeasured }) => (values.only ? name === values.only : isMeasured))

if (values.here !== undefined) await runHere(values.here)
else if (values.node)
  for (const { name } of chosen) execFileSync(process.execPath, [import.meta.filename, '--here', name], { stdio: 'inherit' })
else await runInPages()

async function runHere(name: string): Promise<void> {
  // The logs of queries would drown the figures.
  const store = createStore({ environment: { log: () => undefined } })
  await store.settled()
  const figures = await runHostile(
    store,
    hostileQueries.find((query) => query.name === name)!,
  )
  print(name, figures, { rss: process.resourceUsage().maxRSS / 1024 })
  process.exit()
}

async function runInPages(): Promise<void> {
  ensureChromium((line) => console.error(line), 'whole')
  const root = join(import.meta.dirname, 'hostile')
  const configFile = join(import.meta.dirname, '..', 'vite.config.ts')
  const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'rillbox', 'hostile')
  await build({ root, configFile, logLevel: 'error', build: { outDir } })
  const server = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: Number(process.env['PORT'] ?? 5332) },
  })
  try {
    for (const { name } of chosen) await runInPage(name, server.resolvedUrls!.local[0]!)
  } finally {
    await server.close()
  }
}

async function runInPage(name: string, address: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'rillbox-hostile-'))
  const context = await chromium.launchPersistentContext(profile, launchOptions('whole'))
  try {
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForFunction(() => 'hostile' in window)
    print(name, await page.evaluate((which) => window.hostile(which), name), { rss: rendererMemory(profile) })
  } catch (error) {
    console.log(JSON.stringify({ name, error: String(error).slice(0, 200) }))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Peak memory of this browser's renderers, in MiB; known on Linux only. */
function rendererMemory(profile: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const pids = execFileSync('pgrep', ['-f', 'type=renderer'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const ours = pids.filter((pid) => parentsOf(pid).some((parent) => readProcess(parent, 'cmdline').includes(profile)))
  return Math.max(0, ...ours.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readProcess(pid, 'status'))?.[1] ?? 0) / 1024))
}

function readProcess(pid: string, file: 'status' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

function parentsOf(pid: string): string[] {
  const parent = /PPid:\s+(\d+)/.exec(readProcess(pid, 'status'))?.[1]
  return parent === undefined || parent === '0' ? [pid] : [pid, ...parentsOf(parent)]
}

function print(name: string, { status, reason, ...times }: HostileFigures, more: Readonly<Record<string, number>>): void {
  const rounded = Object.entries({ ...times, ...more }).map(([key, value]) => [key, value === undefined ? null : Math.round(value)])
  console.log(JSON.stringify({ name, ...Object.fromEntries(rounded), status, reason }))
}
