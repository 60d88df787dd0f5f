// Requests in a page of documentation: a button sends them, to one store for the page, in their order; readers may begin anew and keep it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { toHtml } from '../../src/documents/html/tree.ts'
import { renderPage } from '../../src/documents/html/render-page.ts'
import { fencesOf } from '../../src/documents/markdown/fences.ts'
import { expectAccessible } from './accessible.ts'
import type { Site } from './site.ts'
import { serveSite } from './site.ts'

const post = (stream: string, id: number, price: number, more = ''): string => `POST /streams/${stream}
Content-Type: application/json
Kurrent-EventType: ItemAdded
Kurrent-EventId: 5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c2${id}

{ "price": ${price} }

HTTP/1.1 201 Created
Location: …/streams/${stream}/${more}`

const fenced = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n\n`
const totals = `fromCategory('cart').foreachStream().when({ $init: () => ({ total: 0 }), ItemAdded: (s, e) => { s.total += e.data.price } })`

const pages = {
  'first.md': `${fenced('http rillbox store=carts', post('cart-1', 1, 5, '0'))}${fenced('http rillbox', post('cart-1', 2, 7, '1'))}${fenced(
    'http rillbox',
    'GET /streams/cart-1/1\nAccept: application/json\n\nHTTP/1.1 200 OK\n\n{"price": 7}',
  )}`,
  'second.md': `${fenced('http rillbox after=./first.md', post('cart-1', 3, 1, '2'))}${fenced('rillbox hide="lesson requests steps"', totals)}`,
}

let site: Site
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-pages-'))
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text)
  const files: Record<string, string> = {
    '/site.css': `${readFileSync(join(import.meta.dirname, '../../src/documents/html/blocks.css'), 'utf8')} html { color-scheme: light dark }`,
  }
  for (const [name, text] of Object.entries(pages)) {
    const elements = await renderPage(fencesOf(text), { file: join(folder, name), offset: 0, version: 'test' }, { cache: false })
    files[`/${name.replace('.md', '.html')}`] = `${[...elements!.values()].map((each) => toHtml(each)).join('\n')}<p id="after">Behind.</p>`
  }
  site = await serveSite({ files })
})
test.afterAll(async () => {
  rmSync(folder, { recursive: true })
  await site.close()
})

const requestAt = (page: Page, index: number): Locator => page.locator('rillbox-request').nth(index)
const send = (page: Page, index: number): Promise<void> => requestAt(page, index).getByRole('button', { name: 'Send' }).click()

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the request, its renderings and the answer are there, one at a time', async ({ page }) => {
    await page.goto(`${site.url}first.html`)
    const block = requestAt(page, 0)
    await expect(block).toContainText('HTTP/1.1 201 Created')
    await expect(block.getByText('POST /streams/cart-1')).toBeVisible()
    await block.getByRole('radio', { name: 'curl' }).check()
    await expect(block.getByText('--data-raw')).toBeVisible()
    await expect(block.getByText('POST /streams/cart-1')).toBeHidden()
    await block.getByRole('radio', { name: '.NET' }).check()
    await expect(block.getByText('AppendToStreamAsync')).toBeVisible()
    await expect(block.getByRole('radio')).toHaveCount(6)
  })
})

test('a click sends a request and those before it; the answer takes the place of that of the page', async ({ page }) => {
  await page.goto(`${site.url}first.html`)
  await page.waitForFunction(() => customElements.get('rillbox-request') !== undefined)
  expect(site.asked.filter((path) => path.includes('worker-') || path.includes('page-requests'))).toEqual([])
  await send(page, 2)
  await expect(requestAt(page, 2).getByRole('status')).toHaveText('Sent, after the 2 requests before it.')
  await expect(requestAt(page, 2)).toContainText('{')
  await expect(requestAt(page, 1).locator('[part="code"]')).toContainText('Location: http://localhost:2113/streams/cart-1/1')
  await expectAccessible(page)
  await requestAt(page, 0).getByRole('button', { name: 'Start over' }).click()
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('The store is as the page finds it.')
  await expect(requestAt(page, 2).locator('[part="code"]')).toHaveCount(0)
  await send(page, 0)
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('Sent.')
})

test('nothing moves when buttons appear', async ({ page }) => {
  await page.route('**/element.js', async (route) => {
    await page.waitForFunction(() => document.querySelector('#after') !== null)
    const before = await page.locator('#after').evaluate((element) => element.getBoundingClientRect().top)
    await page.evaluate((top) => (document.body.dataset['top'] = String(top)), before)
    await route.continue()
  })
  await page.goto(`${site.url}first.html`)
  await requestAt(page, 2).getByRole('button', { name: 'Send' }).waitFor()
  const { before, after } = await page.evaluate(() => ({
    before: Number(document.body.dataset['top']),
    after: document.querySelector('#after')!.getBoundingClientRect().top,
  }))
  expect(before).toBeGreaterThan(100)
  expect(after).toBeCloseTo(before, 0)
})

test('a query without events reads what the requests of the page have written', async ({ page }) => {
  await page.goto(`${site.url}second.html`)
  await send(page, 0)
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('Sent, after the 2 requests before it.')
  const total = () =>
    page.locator('rillbox-playground').evaluate(async (playground: HTMLElementTagNameMap['rillbox-playground']) => {
      await playground.store?.settled()
      return await playground.store?.state('totals', 'cart-1')
    })
  await expect.poll(total).toEqual({ total: 13 })
})

test('with consent a store goes on with the next page and the next visit; withdrawn, nothing stays', async ({ page }) => {
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await page.goto(`${site.url}first.html`)
  await send(page, 0)
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('Sent.')
  expect(await databases()).toEqual([])
  const keep = requestAt(page, 0).getByRole('checkbox', { name: 'Keep my events on this device' })
  await keep.check()
  await expect(requestAt(page, 0).getByRole('status')).toContainText('They are kept')
  await send(page, 1)
  await expect(requestAt(page, 1).getByRole('status')).toHaveText('Sent.')
  await page.goto(`${site.url}second.html`)
  await send(page, 0)
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('Sent.')
  await expect(requestAt(page, 0).locator('[part="code"]')).toContainText('/streams/cart-1/2')
  await requestAt(page, 0).getByRole('checkbox').uncheck()
  await expect(requestAt(page, 0).getByRole('status')).toHaveText('They are deleted from this device.')
  expect(await databases()).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rillbox.kept')))).toEqual([])
})
