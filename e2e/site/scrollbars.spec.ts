// The site in a window with classic scrollbars, which take room, as on Windows and most of Linux; headless browsers hide them otherwise.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { launchOptions } from '../../scripts/chromium.ts'

const { args, ...others } = launchOptions()
test.use({ launchOptions: { ...others, args: [...args, '--disable-features=OverlayScrollbar'], ignoreDefaultArgs: ['--hide-scrollbars'] } })

const site = join(import.meta.dirname, '..', '..', 'demo')
const own = readdirSync(site).filter((file) => file.endsWith('.html'))
const kinds = [
  'docs/index.html',
  'docs/store.html',
  'docs/errors.html',
  'docs/server/routes.html',
  'docs/api/rillbox.html',
  'docs/hosts.html',
]

test('no page scrolls sideways, from left to right and from right to left', async ({ page }) => {
  const tooWide: string[] = []
  for (const path of [...own, ...kinds]) {
    await page.goto(`${addresses.demo}${path}`)
    // Its figures come with the store.
    if (path === 'app.html') await expect(page.locator('#sales-revenue')).toHaveText('€0.00')
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
      for (const width of [320, 390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 700 })
        const { bar, excess } = await page.evaluate(() => {
          const { clientWidth, scrollWidth } = document.documentElement
          return { bar: innerWidth - clientWidth, excess: scrollWidth - clientWidth }
        })
        // Else the window would prove nothing.
        if (path.startsWith('docs/')) expect(bar).toBeGreaterThan(5)
        if (excess > 0) tooWide.push(`${path}, ${direction}, at ${width} px: ${excess} px`)
      }
    }
  }
  expect(tooWide).toEqual([])
})

test('the tables of the article break no name or number on a phone', async ({ page }) => {
  await page.goto(`${addresses.demo}docs.html`)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    const { words, broken } = await page.locator('article > table').evaluateAll((tables) => {
      const walker = tables.map((table) => document.createTreeWalker(table, NodeFilter.SHOW_TEXT))
      const texts = walker.flatMap((walk) => {
        const found: Text[] = []
        while (walk.nextNode()) found.push(walk.currentNode as Text)
        return found
      })
      const words = texts.flatMap((text) => [...text.data.matchAll(/[^\s-]+/g)].map(({ 0: word, index }) => ({ text, word, index })))
      const broken = words.filter(({ text, word, index }) => {
        const range = new Range()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      })
      return { words: words.map(({ word }) => word), broken: broken.map(({ word }) => word) }
    })
    expect(words).toContain('PageVisited')
    expect(broken, `at ${width} px`).toEqual([])
  }
})

test('a printed article keeps every paragraph apart from its playgrounds, opened or not', async ({ page }) => {
  await page.goto(`${addresses.demo}docs.html`)
  await page.waitForFunction(() => customElements.get('rillbox-playground'))
  await page.emulateMedia({ media: 'print' })
  const covered = await page.evaluate(() => {
    const playgrounds = [...document.querySelectorAll('rillbox-playground')]
    return playgrounds.flatMap((playground) => {
      const end = Math.max(...[playground, ...playground.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom))
      const next = playground.nextElementSibling
      return next && next.getBoundingClientRect().top < end ? [next.textContent.trim().slice(0, 60)] : []
    })
  })
  expect(covered).toEqual([])
  expect(readFileSync(join(site, 'docs.html'), 'utf8').match(/<rillbox-playground/g)!.length).toBeGreaterThan(4)
})
