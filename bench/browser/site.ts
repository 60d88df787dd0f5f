// Measures pages of the documentation as a reader's first visit finds them: bytes, first paint, layout shift and the longest task.

import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { build, preview } from 'vite'
import { longestTask } from './task-times.ts'
import type { Figure } from '../pages/measure.ts'
import { middle } from '../pages/timing.ts'

type InBrowser = <Value>(work: (context: BrowserContext) => Promise<Value>) => Promise<Value>

/** One page, and a reader's work on it. */
interface Visit {
  readonly name: string
  readonly path: string
  use?(page: Page): Promise<void>
}

const visits: readonly Visit[] = [
  { name: 'start', path: 'docs/start.html' },
  { name: 'a guide', path: 'docs/guides/tests.html' },
  { name: 'a page of the reference', path: 'docs/api/rillbox.html' },
  { name: 'the error codes', path: 'docs/errors.html' },
  { name: 'the search in use', path: 'docs/index.html', use: search },
]
const rounds = 5
/** As for a telephone of the middle class. */
const throttling = 4

const root = join(import.meta.dirname, '..', '..', 'demo')
const configFile = join(import.meta.dirname, '..', '..', 'vite.config.ts')
const outDir = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'rillbox', 'bench-site')

/** @param inBrowser gives each round a fresh profile, without a cache. */
export async function measureSite(inBrowser: InBrowser, print: (figure: Figure) => void): Promise<void> {
  await build({ root, configFile, logLevel: 'error', build: { outDir } })
  const server = await preview({ root, configFile, logLevel: 'error', build: { outDir }, preview: { port: 5332 } })
  try {
    for (const visit of visits) for (const figure of await measureVisit(inBrowser, server.resolvedUrls!.local[0]!, visit)) print(figure)
  } finally {
    await server.close()
  }
}

interface Seen {
  readonly paint: number
  readonly shift: number
  readonly task: number
  readonly bytes: number
  readonly foreign: number
}

async function measureVisit(inBrowser: InBrowser, site: string, visit: Visit): Promise<Figure[]> {
  const runs = { usual: [] as Seen[], slow: [] as Seen[] }
  for (let round = 0; round < rounds; round++) {
    runs.usual.push(await inBrowser((context) => see(context, site, visit, 1)))
    runs.slow.push(await inBrowser((context) => see(context, site, visit, throttling)))
  }
  const all = [...runs.usual, ...runs.slow]
  const figure = (name: string, value: number, unit: Figure['unit']): Figure => ({ name: `${visit.name}: ${name}`, value, unit })
  const of = (seen: readonly Seen[], member: keyof Seen): number[] => seen.map((each) => each[member])
  const slowly = `with a processor ${throttling} times as slow`
  return [
    figure('transferred, gzipped', middle(of(all, 'bytes')) / 1000, 'kB'),
    figure('requests to other hosts', Math.max(...of(all, 'foreign')), 'requests'),
    figure('layout shift, the worst round', Math.max(...of(all, 'shift')), 'score'),
    figure('first contentful paint', middle(of(runs.usual, 'paint')), 'ms'),
    figure(`first contentful paint ${slowly}`, middle(of(runs.slow, 'paint')), 'ms'),
    figure('longest task', middle(of(runs.usual, 'task')), 'ms'),
    figure(`longest task ${slowly}`, middle(of(runs.slow, 'task')), 'ms'),
  ]
}

async function see(context: BrowserContext, site: string, { path, use }: Visit, slower: number): Promise<Seen> {
  const page = await context.newPage()
  const loaded: Promise<number>[] = []
  let foreign = 0
  page.on('requestfinished', (request) => {
    if (!request.url().startsWith(site) && !/^(?:data|blob):/.test(request.url())) foreign += 1
    loaded.push(sizeOf(request))
  })
  await page.addInitScript(watchShifts)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const task = await longestTask(page)
  await page.goto(`${site}${path}`, { waitUntil: 'networkidle' })
  await use?.(page)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const longest = await task.end()
  const { shift, paint } = await page.evaluate(() => ({
    shift: window.shift,
    paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
  }))
  const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0)
  await page.close()
  return { paint, shift, task: longest, bytes, foreign }
}

/** A host compresses what it sends; the server here does not. */
async function sizeOf(request: { response(): Promise<{ body(): Promise<Buffer> } | null> }): Promise<number> {
  const response = await request.response()
  return response ? gzipSync(await response.body()).length : 0
}

/** In the page, before its own scripts. */
function watchShifts(): void {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { readonly value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('/')
  const input = page.getByRole('combobox', { name: 'Search the documentation' })
  await input.pressSequentially('storage full', { delay: 60 })
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
}

declare global {
  interface Window {
    shift: number
  }
}
