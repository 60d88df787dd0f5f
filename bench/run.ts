// Measures the built package in Chromium and prints one line of JSON per figure, with its ratio to the platform alone.
//
//   npm run bench [-- --only projections] [--events 20000]
//
// Every figure is taken twice: with the default configuration, in which the system projections run, and without them. Only on request,
// because it takes some minutes: `--only growth`, a store of 1,000, of 100,000 and of a million events.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { build, preview } from 'vite'
import { ensureChromium, launchOptions } from '../scripts/chromium.ts'
import { queries } from './pages/events.ts'
import type { Figure } from './pages/measure.ts'
import type { QueryName } from './pages/projections.ts'
import { middle } from './pages/timing.ts'
import { measureMany } from './many.ts'
import { elementSize, measurePlayground } from './browser/playground.ts'
import { measureList } from './browser/list.ts'
import { measureSite } from './browser/site.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, events: { type: 'string', default: '20000' } } })
ensureChromium((line) => console.error(line), 'whole')

const root = join(import.meta.dirname, 'pages')
const configFile = join(import.meta.dirname, '..', 'vite.config.ts')
const outDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'rillbox', 'bench')
// Bundled and minified, as users run it, not as single modules from a development server.
const built = await build({ root, configFile, logLevel: 'error', build: { outDir } })
// Isolated pages have clocks of five microseconds instead of a hundred.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
const server = await preview({ root, configFile, logLevel: 'error', build: { outDir }, preview: { port: 5331, headers } })
const address = server.resolvedUrls!.local[0]!

const configurations = [
  { systemProjections: true, said: '' },
  { systemProjections: false, said: ', without system projections' },
] as const
type Configuration = (typeof configurations)[number]

const names = [
  'default',
  'request',
  'append',
  'projections',
  'many',
  'live',
  'scavenge',
  'thread',
  'start',
  'list',
  'playground',
  'site',
] as const
const events = Number(values.events)
/** Runs of a query after the first one in its page. */
const warmRuns = 4
/** Pages in which a query is run. */
const rounds = 3
try {
  if (values.only === 'growth') await inBrowser(measureGrowth)
  for (const name of names.filter((candidate) => !values.only || candidate === values.only)) {
    if (name === 'projections') {
      for (const query of Object.keys(queries) as QueryName[]) for (const each of configurations) await measureProjection(query, each)
    } else if (name === 'site') await measureSite(inBrowser, print)
    else if (name === 'list') for (const figure of await inBrowser((context) => measureList(context, openPage))) print(figure)
    else if (name === 'many') await measureMany(inBrowser, openPage, print)
    else if (name === 'default') await inBrowser((context) => measure(context, name, configurations[0]))
    else for (const each of configurations) await inBrowser((context) => measureAll(context, name, each))
  }
} finally {
  await server.close()
}

/** A fresh profile has no database, no worker and no cache; one on disk keeps IndexedDB there, as users have it. */
async function inBrowser<Value>(work: (context: BrowserContext, profile: string) => Promise<Value>): Promise<Value> {
  const profile = mkdtempSync(join(tmpdir(), 'rillbox-bench-'))
  const options = launchOptions('whole')
  // Measurements that follow a long preparation collect its garbage first.
  const args = [...(options.args ?? []), '--js-flags=--expose-gc']
  const context = await chromium.launchPersistentContext(profile, { ...options, args })
  try {
    return await work(context, profile)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error))
  await page.goto(address)
  await page.waitForFunction(() => 'measurements' in window)
  return page
}

async function inPage<Value>(
  context: BrowserContext,
  { systemProjections }: Configuration,
  work: (page: Page) => Promise<Value>,
): Promise<Value> {
  const page = await openPage(context)
  await page.evaluate((given) => void (window.configuration.systemProjections = given), systemProjections)
  const value = await work(page)
  await page.close()
  return value
}

type Name = (typeof names)[number]
type Measurement = Exclude<Name, 'projections' | 'many' | 'list' | 'playground' | 'site'> | 'restart'

async function measureAll(
  context: BrowserContext,
  name: Exclude<Name, 'projections' | 'many' | 'list' | 'site'>,
  configuration: Configuration,
): Promise<void> {
  if (name !== 'playground') await measure(context, name, configuration)
  // Its store is the element's, with the default configuration.
  else if (configuration.systemProjections)
    for (const figure of [elementSize(built), ...(await measurePlayground(context, address))]) print(figure)
  if (name === 'start') await measure(context, 'restart', configuration)
}

async function measure(context: BrowserContext, measurement: Measurement, configuration: Configuration): Promise<void> {
  const figures = await inPage(context, configuration, (page) =>
    page.evaluate(([which, count]) => window.measurements[which](count), [measurement, events] as const),
  )
  for (const figure of figures) print({ ...figure, name: figure.name + configuration.said })
}

/**
 * A page that has just been opened compiles while it runs, so first runs are compared with first runs, and later ones with later ones. Browsers
 * keep the code of the engine for all pages, so the bare loop has its own browser. Both have their turns: a machine may be slow for
 * some seconds.
 */
async function measureProjection(name: QueryName, configuration: Configuration): Promise<void> {
  const given = [name, events, warmRuns + 1] as const
  const [ours, bare]: [number[][], number[][]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ours.push(
      await inBrowser((context) => inPage(context, configuration, (page) => page.evaluate((all) => window.projectionRuns(...all), given))),
    )
    bare.push(
      await inBrowser((context) => inPage(context, configuration, (page) => page.evaluate((all) => window.bareRuns(...all), given))),
    )
  }
  const over = `${name} projection over ${events} events${configuration.said}`
  const figure = (what: string, of: (runs: readonly number[]) => readonly number[]): Figure => ({
    name: `${over}, ${what} against those of the bare loop`,
    value: middle(ours.flatMap(of)),
    floor: middle(bare.flatMap(of)),
    unit: 'ms',
    events,
  })
  print(figure('first runs in a page', (runs) => runs.slice(0, 1)))
  print(figure(`the next ${warmRuns} of each page`, (runs) => runs.slice(1)))
}

/**
 * Each figure is printed beside that of the smallest store. In turns, when all stores are filled: the database goes on tidying up for some
 * seconds behind a million events.
 */
async function measureGrowth(context: BrowserContext): Promise<void> {
  const counts = [1000, 100_000, 1_000_000]
  for (const count of counts)
    await inPage(context, configurations[1], (page) => page.evaluate((all) => window.grow(...all), [`growth-${count}`, count] as const))
  const measured: Record<string, number>[][] = counts.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, count] of counts.entries()) measured[index]!.push(await growthOf(context, count))
  const medians = measured.map((figures) =>
    Object.fromEntries(Object.keys(figures[0]!).map((name) => [name, middle(figures.map((each) => each[name]!))])),
  )
  for (const [index, figures] of medians.entries())
    for (const [name, value] of Object.entries(figures)) {
      const unit = name === 'memory' ? 'MB' : 'ms'
      print({ name: `${name} in a store of ${counts[index]} events`, value, floor: medians[0]![name]!, unit })
    }
}

/** The page is fresh: its memory is that of a page which opened the store. */
function growthOf(context: BrowserContext, count: number): Promise<Record<string, number>> {
  return inPage(context, configurations[1], async (page) => {
    const times = await page.evaluate((all) => window.growthTimes(...all), [`growth-${count}`, count] as const)
    return { ...times, memory: await megabytes(context, page) }
  })
}

/** Memory of JavaScript in a page: objects and buffers, without garbage. */
async function megabytes(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return (usedSize + backingStorageSize) / 1e6
}

function print({ name, value, floor, unit, events: handled }: Figure): void {
  const round = (figure: number): number => Number(figure.toPrecision(3))
  const compared = floor === undefined ? {} : { floor: round(floor), ratio: round(value / floor) }
  const speed = handled === undefined ? {} : { eventsPerSecond: round((handled * 1000) / value) }
  console.log(JSON.stringify({ name, [unit]: round(value), ...compared, ...speed }))
}
