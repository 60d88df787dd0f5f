// Blocks far from the screen: the browser lays them out when a reader comes near, and paper, search and readers without scripts miss nothing.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { renderPage } from '../../src/documents/html/render-page.ts'
import { toHtml } from '../../src/documents/html/tree.ts'
import type { Site } from './site.ts'
import { serveSite } from './site.ts'

const count = 12
const codeOf = (index: number): string =>
  `events:\n  cart-${index} ItemAdded {"price": ${index}}\nquery:\nfromCategory('cart').foreachStream().when({ ItemAdded: (s, e) => ({ last: e.data.price }) })\n`

let site: Site
test.beforeAll(async () => {
  const fences = Array.from({ length: count }, (_, index) => ({ line: 10 * index + 1, info: 'rillbox', code: codeOf(index) }))
  const elements = await renderPage(fences, { file: 'page.md', offset: 0, version: 'test' }, { cache: false })
  const html = [...elements!.values()].map((each) => toHtml(each)).join('\n')
  const css = readFileSync(join(import.meta.dirname, '../../src/documents/html/blocks.css'), 'utf8')
  site = await serveSite({ files: { '/site.css': css, '/many.html': `${html}<p id="after">Behind.</p>` } })
})
test.afterAll(() => site.close())

/** How many blocks have their static part laid out, of those that no playground has taken over. */
const laidOut = (page: Page): Promise<number> =>
  page
    .locator('.rillbox-static > .rillbox-part:first-child')
    .evaluateAll((parts) => parts.filter((part) => part.checkVisibility({ contentVisibilityAuto: true })).length)

test('a block is laid out when a reader comes near, and the page keeps its height', async ({ page }) => {
  await page.goto(`${site.url}many.html`)
  await page.waitForFunction(() => document.querySelector('rillbox-playground')?.session?.phase.kind === 'open')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  expect(await laidOut(page)).toBeLessThan(count - 3)
  await page.locator('#after').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => [...document.querySelectorAll('rillbox-playground')].at(-1)!.session.phase.kind === 'open')
  expect(await height()).toBe(before)
})

test('a browser finds the words of a block far below', async ({ page }) => {
  await page.goto(`${site.url}many.html`)
  const isFound = await page.evaluate(() => (globalThis as unknown as { find: (words: string) => boolean }).find('{"last":9}'))
  expect(isFound).toBe(true)
})

test('all blocks are on paper', async ({ page }) => {
  await page.goto(`${site.url}many.html`)
  await page.emulateMedia({ media: 'print' })
  expect(await laidOut(page)).toBeGreaterThanOrEqual(count - 3)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('all blocks are laid out', async ({ page }) => {
    await page.goto(`${site.url}many.html`)
    expect(await laidOut(page)).toBe(count)
  })
})
