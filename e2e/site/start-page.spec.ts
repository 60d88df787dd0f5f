// The start page as somebody sees it who has never heard of Rillbox: what it is, for whom, how to get it, and where the source is.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from '../playground/accessible.ts'

test('says what it is, for whom, how to install it and where the source is, in the first window', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(addresses.demo)
  const hero = page.locator('.hero')
  for (const name of ['Front ends', 'Tests', 'Docs', 'Source on GitHub', 'Start in two minutes', 'Open an empty store'])
    await expect(hero.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await expect(hero.getByText('npm install --save-dev rillbox msw')).toBeInViewport({ ratio: 1 })
  await expect(hero).toContainText('There is no server')
  // And there is something to do.
  expect((await page.locator('#playground').boundingBox())!.y).toBeLessThan(500)
  // Every card leads on.
  const cards = page.locator('.cards > li')
  expect(await cards.count()).toBeGreaterThan(6)
  expect(await cards.evaluateAll((found) => found.filter((card) => !card.querySelector('a')).length)).toBe(0)
})

test('shows the query while the store opens', async ({ page }) => {
  const loaded = Promise.withResolvers<void>()
  await page.route(/\/panels-.*\.js/, async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto(`${addresses.demo}?scenario=inventory`)
  await expect(page.locator('#playground .skeleton pre')).toContainText("fromStream('warehouse')")
  loaded.resolve()
  await expect(page.locator('#playground').getByRole('tab', { name: 'Streams' })).toBeVisible()
})

test('has all pages in one row on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(addresses.demo)
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  expect(await links.count()).toBe(6)
  expect(new Set(await links.evaluateAll((found) => found.map((link) => link.getBoundingClientRect().top))).size).toBe(1)
})

test('is accessible in every size and both colours, also those that a reader chose elsewhere', async ({ page }) => {
  await page.goto(`${addresses.demo}docs/start.html`)
  const colours = page.getByRole('button', { name: /^Colours:/ })
  await colours.click()
  await colours.click()
  await page.goto(addresses.demo)
  await expect(page.getByRole('button', { name: 'Colours: dark' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 900 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Colours: dark' }).click()
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
})
