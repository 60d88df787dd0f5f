// Measures a reader's way through a playground with 20,000 events, and prints one line of JSON per action: processor time of the main thread.
//
//   npm run build:package && node bench/browser/journey.ts [--against DIR] [--rounds 3]
//
// `--against` names the dist/element of another build: both take turns, and `ratio` is ours by theirs.

import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, normalize, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import { taskTimes } from './task-times.ts'

const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '3' } } })

const events = 20_000
const streams = 1_000
/** From here on a task is felt. */
const long = 50

const products = ['tea', 'pot', 'cup', 'tin', 'whisk']
const perCart = `fromCategory('cart').foreachStream().when({
  $init: () => ({ items: 0, total: 0 }),
  ItemAdded(state, { data }) {
    state.items += 1
    state.total += data.price
  },
})`
const perType = `fromAll().when({
  $init: () => ({ added: 0, left: 0 }),
  ItemAdded(state) {
    state.added += 1
  },
  CartLeft(state) {
    state.left += 1
  },
})`
const scenario = {
  version: 1,
  title: 'Many carts',
  events: Array.from({ length: events }, (_, index) => ({
    stream: `cart-${(index * 7) % streams}`,
    type: index % 5 === 4 ? 'CartLeft' : 'ItemAdded',
    data: { product: products[index % products.length], price: (index * 37) % 90 },
  })),
  projections: [
    { name: 'carts', query: perCart },
    { name: 'types', query: perType },
  ],
}

const page = `<!doctype html><meta charset="utf-8"><title>Journey</title>
<script type="module" src="element/element.js"></script>
<rillbox-playground src="scenario.json" loading="click" share="" style="--rillbox-height: 700px"></rillbox-playground>`

/** Serves a build with the page and its scenario. */
async function serve(folder: string): Promise<{ address: string; end(): void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url!, 'http://any').pathname)
    const types: Readonly<Record<string, string>> = { js: 'text/javascript', json: 'application/json', html: 'text/html', css: 'text/css' }
    response.setHeader('Content-Type', types[path.split('.').at(-1)!] ?? 'text/html')
    if (path === '/') response.end(page)
    else if (path === '/scenario.json') response.end(JSON.stringify(scenario))
    else if (path.startsWith('/element/')) response.end(readFileSync(join(folder, path.slice('/element/'.length))))
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, end: () => void server.close() }
}

interface Figures {
  /** Milliseconds of processor time in all. */
  readonly all: number
  readonly longest: number
  /** Tasks longer than 50 ms. */
  readonly long: number
}
type Journey = Map<string, Figures & { readonly nodes?: number }>

/** Until the store and the page have nothing to do. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.querySelector('rillbox-playground')!.session.store?.settled()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  })
}

const actions: readonly (readonly [name: string, act: (page: Page) => Promise<void>])[] = [
  [
    'open the scenario',
    async (page) => {
      await page.locator('rillbox-playground').getByRole('button').first().click()
      await page.waitForFunction(() => document.querySelector('rillbox-playground')!.session.store, undefined, { timeout: 120_000 })
    },
  ],
  ['open a stream', (page) => page.locator('rillbox-stream-list').locator('li button', { hasText: 'cart-1' }).first().click()],
  ['run again', (page) => page.locator('rillbox-query-editor [part~=run]').click()],
  ['steps', (page) => page.getByRole('tab', { name: 'Steps' }).click()],
  [
    'type while stepping',
    async (page) => {
      await page.locator('rillbox-query-editor .cm-content').click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type('\n// forty characters that change no step', { delay: 60 })
    },
  ],
  [
    'share and its test',
    async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.locator('rillbox-share-dialog').getByRole('tab', { name: /test/i }).click()
      await page.locator('rillbox-share-dialog pre').first().waitFor({ timeout: 60_000 })
      await page.keyboard.press('Escape')
    },
  ],
]

async function travel(browser: Browser, address: string): Promise<Journey> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(address)
  const journey: Journey = new Map()
  for (const [name, act] of actions) {
    const watch = await taskTimes(page)
    await act(page)
    await atRest(page)
    const times = await watch.end()
    const figures = {
      all: times.reduce((sum, time) => sum + time, 0),
      longest: Math.max(...times),
      long: times.filter((t) => t > long).length,
    }
    journey.set(name, { ...figures, nodes: await nodesOf(page) })
  }
  await context.close()
  return journey
}

/** Nodes in the document, in shadow roots too. */
const nodesOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const count = (root: ParentNode): number =>
      [...root.querySelectorAll('*')].reduce(
        (sum, each) => sum + each.childNodes.length + (each.shadowRoot ? count(each.shadowRoot) : 0),
        0,
      )
    return count(document)
  })

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const folders = [join(import.meta.dirname, '..', '..', 'dist', 'element'), ...(values.against ? [resolve(values.against)] : [])]
const browser = await chromium.launch(launchOptions('whole'))
const served = await Promise.all(folders.map(serve))
const journeys: Journey[][] = served.map(() => [])
for (let round = 0; round < Number(values.rounds); round++)
  for (const [index, { address }] of served.entries()) journeys[index]!.push(await travel(browser, address))
await browser.close()
for (const { end } of served) end()

for (const [name] of actions) {
  const [ours, theirs] = journeys.map((rounds) => {
    const figure = (of: 'all' | 'longest' | 'long' | 'nodes') => Math.round(middle(rounds.map((journey) => journey.get(name)![of] ?? 0)))
    return { all: figure('all'), longest: figure('longest'), long: figure('long'), nodes: figure('nodes') }
  })
  const ratio = theirs && Number((ours!.longest / theirs.longest).toPrecision(3))
  console.log(JSON.stringify({ name, ours, ...(theirs && { theirs, ratio }) }))
}
