// Measures a page with 100 blocks of documentation in Chromium: what loads, what moves, and the longest task; one line of JSON per figure.
//
//   npm run build:package && node --conditions rillbox-source bench/browser/blocks.ts

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { serveSite } from '../../e2e/playground/site.ts'
import { launchOptions } from '../../scripts/chromium.ts'
import { renderPage } from '../../src/documents/html/render-page.ts'
import { toHtml } from '../../src/documents/html/tree.ts'
import { longestTask } from './task-times.ts'

const count = 100
const rounds = 3
const root = join(import.meta.dirname, '..', '..')

const query = `events:
  cart-1 ItemAdded {"price": 5}
  cart-1 ItemAdded {"price": 7}
query:
fromCategory('cart').foreachStream().when({
  $init: () => ({ total: 0 }),
  ItemAdded: (state, event) => { state.total += event.data.price },
})
`
const requestAt = (index: number): string =>
  `POST /streams/cart-${index}\nContent-Type: application/json\nES-EventType: ItemAdded\nES-EventId: 5c0d2f1e-7a5b-4c37-9d5e-${String(index).padStart(12, '0')}\n\n{ "price": 5 }\n`
const fences = Array.from({ length: count }, (_, index) =>
  index % 2 === 0
    ? { line: 20 * index + 1, info: 'rillbox', code: query }
    : { line: 20 * index + 1, info: 'http rillbox', code: requestAt(index) },
)
const elements = await renderPage(fences, { file: join(root, 'page.md'), offset: 0, version: '0' }, { cache: false })
const html = (most: number): string =>
  [...elements!.values()]
    .slice(0, most)
    .map((each) => toHtml(each))
    .join('\n<p>Text between.</p>\n')
const blocksCss = readFileSync(join(root, 'src/documents/html/blocks.css'), 'utf8')
const site = await serveSite({
  files: { '/site.css': blocksCss, '/one.html': html(1), '/ten.html': html(10), '/hundred.html': html(count) },
})

const browser = await chromium.launch(launchOptions('whole'))
try {
  const tasks = {
    one: [] as number[],
    ten: [] as number[],
    load: [] as number[],
    wake: [] as number[],
    through: [] as number[],
    send: [] as number[],
  }
  const shifts: number[] = []
  for (let round = 0; round < rounds; round++) {
    tasks.one.push(await loading('one'))
    tasks.ten.push(await loading('ten'))
    const page = await browser.newPage()
    await watchShifts(page)
    tasks.load.push(await during(page, () => page.goto(`${site.url}hundred.html`).then(() => settled(page))))
    tasks.wake.push(await during(page, () => wakeFirst(page)))
    tasks.through.push(await during(page, () => readThrough(page)))
    shifts.push(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift))
    tasks.send.push(await during(page, () => sendLast(page)))
    await page.close()
  }
  print('longest task while a page with one block loads, and its store opens', middle(tasks.one), 'ms')
  print('longest task while a page with ten blocks loads, and the first store opens', middle(tasks.ten), 'ms')
  print('longest task while a page with 100 blocks loads', middle(tasks.load), 'ms')
  print('longest task while the first block wakes', middle(tasks.wake), 'ms')
  print('longest task while a reader goes through all of them', middle(tasks.through), 'ms')
  print('longest task while the last request is sent, and 49 before it', middle(tasks.send), 'ms')
  print('layout shifts of all of it', Math.max(...shifts), 'CLS')
  await firstLoad()
} finally {
  await browser.close()
  await site.close()
}

async function loading(name: 'one' | 'ten'): Promise<number> {
  const page = await browser.newPage()
  const task = await during(page, async () => {
    await page.goto(`${site.url}${name}.html`)
    await settled(page)
    await isOpen(page, 0)
  })
  await page.close()
  return task
}

/** Far below, so that no playground is near. */
async function firstLoad(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 10 } })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.body.style.setProperty('padding-top', '200vh'))
  })
  await page.addInitScript(() => {
    globalThis.IntersectionObserver = class {
      observe(): void {}
      disconnect(): void {}
    } as unknown as typeof IntersectionObserver
  })
  const before = site.asked.length
  await page.goto(`${site.url}ten.html`)
  await settled(page)
  const scripts = site.asked.slice(before).filter((path) => path.endsWith('.js'))
  const bytes = scripts.reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(root, 'dist/element', path.replace('/rillbox/', '')))).length,
    0,
  )
  print('scripts that a page with ten blocks loads at first, gzipped', bytes / 1000, 'kB')
  print('times that one of them is loaded', Math.max(...scripts.map((path) => scripts.filter((other) => other === path).length)), '')
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { shift: number }
    counted.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counted.shift += (entry as PerformanceEntry & { readonly value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function during(page: Page, work: () => Promise<unknown>): Promise<number> {
  const task = await longestTask(page)
  await work()
  return await task.end()
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('rillbox-request')].every((each) => each.shadowRoot?.querySelector('button')),
  )
}

async function isOpen(page: Page, index: number): Promise<void> {
  await page.waitForFunction((at) => document.querySelectorAll('rillbox-playground')[at]!.session?.phase.kind === 'open', index)
}

async function wakeFirst(page: Page): Promise<void> {
  await page.locator('rillbox-playground').first().scrollIntoViewIfNeeded()
  await isOpen(page, 0)
}

async function readThrough(page: Page): Promise<void> {
  for (let index = 1; index < count / 2; index++) {
    await page.locator('rillbox-playground').nth(index).scrollIntoViewIfNeeded()
    await isOpen(page, index)
  }
}

async function sendLast(page: Page): Promise<void> {
  const last = page.locator('rillbox-request').last()
  await last.getByRole('button', { name: 'Send' }).click()
  await last.getByText('Sent, after the 49 requests before it.').waitFor({ timeout: 120_000 })
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

function print(what: string, value: number, unit: string): void {
  console.log(JSON.stringify({ what, value: Math.round(value * 10_000) / 10_000, unit }))
}
