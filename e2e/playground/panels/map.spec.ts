// The map of a store: drawn and listed, alive, red where a projection failed, and a way to the other panels.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { append, expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'

const scenario = {
  version: 1,
  events: [
    { stream: 'order-1', type: 'Placed', data: { city: 'lyon' } },
    { stream: 'order-2', type: 'Placed', data: { city: 'turin' } },
    { stream: 'log', type: 'Started', data: {} },
  ],
  projections: [
    { name: 'index', query: "fromCategory('order').when({ Placed(s, e) { linkTo('in-' + e.data.city, e) } })" },
    { name: 'broken', query: "fromStream('log').when({ Started(s) { s.a.b } })" },
  ],
}

let site: Site
test.beforeAll(async () => {
  site = await serveSite({
    files: { '/site.css': ':root { color-scheme: light dark }', '/map.html': `<h2>A map</h2>${embed('panel="map"', scenario)}` },
  })
})
test.afterAll(() => site.close())

const map = (page: Page) => playgrounds(page).locator('rillbox-map-graph')
const node = (page: Page, name: RegExp) => map(page).getByRole('button', { name })

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1024, 'light'],
  [1440, 'light'],
] as const) {
  test(`draws the store, and says the same as a list, ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(`${site.url}map.html`)
    await expectOpen(playgrounds(page))
    await expect(node(page, /^Category order, 2 events, read by index$/)).toBeVisible()
    await expect(node(page, /^Projection index, 2 events handled, reads order-\*, writes to in-\*$/)).toBeVisible()
    await expect(node(page, /^Category in, 2 events, written by index$/)).toBeVisible()
    await expect(node(page, /^Projection broken, failed: .*undefined/)).toBeVisible()
    await expect(map(page).locator('path.links')).toHaveCount(1)
    await expect(map(page).locator('path.faulted')).toHaveCount(1)
    await expectAccessible(page, 'rillbox-playground')

    await append(playgrounds(page), 'order-3', 'Placed', { city: 'ghent' })
    await expect(node(page, /^Category order, 3 events/)).toBeVisible()
    await expect(node(page, /^Category in, 3 events/)).toBeVisible()
    // The whole graph fits beside its neighbours: nothing has to be scrolled sideways.
    const { scrollWidth, clientWidth } = await map(page)
      .locator('.scroll')
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })
}

test('edges light up in the accent colour when events pass', async ({ page }) => {
  await page.addInitScript(() => {
    const lit: number[][] = []
    Object.assign(window, { lit })
    const painted = (colour: string): number[] => {
      const context = document.createElement('canvas').getContext('2d')!
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given)
      if (this.localName === 'path') lit.push(painted(getComputedStyle(this).stroke))
      return animation
    }
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${site.url}map.html`)
  await expectOpen(playgrounds(page))
  await expect(node(page, /^Category order, 2 events/)).toBeVisible()
  await append(playgrounds(page), 'order-3', 'Placed', { city: 'ghent' })
  await expect.poll(() => page.evaluate(() => (Reflect.get(window, 'lit') as number[][])[0])).toEqual([15, 118, 110])
})

test('unfolds one of a thousand streams where it is, and says how many more there are', async ({ page }) => {
  const events = Array.from({ length: 1000 }, (_, index) => ({ stream: `account-${index}`, type: 'Opened', data: {} }))
  const query = "fromCategory('account').when({ $init: () => ({ n: 0 }), Opened(s) { s.n++ } }).outputState()"
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`${site.url}map.html`)
  const element = playgrounds(page)
  await expectOpen(element)
  const text = JSON.stringify({ version: 1, events, projections: [{ name: 'accounts', query }] })
  await element.evaluate((it, text) => (it as HTMLElementTagNameMap['rillbox-playground']).openFile(new File([text], 'a.json')), text)
  await expect(node(page, /^Stream \$projections-accounts-result, 1,000 events, written by accounts$/)).toHaveText(/…accounts-result/)
  const category = node(page, /^Category account, 1,000 events/)
  const { x, y } = (await category.boundingBox())!
  await category.press('Enter')
  await expect(node(page, /^Stream account-11/)).toBeVisible()
  await expect.poll(async () => Math.abs((await category.boundingBox())!.y - y)).toBeLessThan(2)
  expect(Math.abs((await category.boundingBox())!.x - x)).toBeLessThan(24)
  await expectAccessible(page, 'rillbox-playground')
  await node(page, /^Stream account-11/).press('Enter')
  await element.getByRole('tab', { name: 'Map' }).click()
  await node(page, /^Category account, 988 more streams$/).press('Enter')
  await expect(element.getByRole('tab', { name: 'Streams' })).toHaveAttribute('aria-selected', 'true')
  // Only those of the category are listed, also where a stream was open in place of the list.
  const filter = element.getByRole('searchbox', { name: 'Filter streams by name' })
  await expect(filter).toHaveValue('account-')
  await expect(element.locator('rillbox-stream-list').getByRole('status')).toHaveText('1,000 streams')
  await filter.fill('account-99')
  await expect(element.locator('rillbox-stream-list').getByRole('status')).toHaveText('11 streams')
})

test('is used by keyboard: along the edges, into a category, to streams and projections', async ({ page }) => {
  await page.goto(`${site.url}map.html`)
  await expectOpen(playgrounds(page))
  const category = node(page, /^Category order/)
  await category.focus()
  await page.keyboard.press('ArrowRight')
  await expect(node(page, /^Projection index/)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(node(page, /^Category in/)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(node(page, /^Projection index/)).toBeFocused()

  await category.press('Enter')
  await expect(category).toHaveAttribute('aria-expanded', 'true')
  await node(page, /^Stream order-2/).press('Enter')
  await expect(playgrounds(page).getByRole('tab', { name: 'Streams' })).toHaveAttribute('aria-selected', 'true')
  await expect(playgrounds(page).locator('rillbox-stream-list [aria-current="true"]')).toContainText('order-2')
  await expect(playgrounds(page).getByRole('tab', { name: 'Streams' })).toBeFocused()

  await playgrounds(page).getByRole('tab', { name: 'Map' }).click()
  await expect(category).toHaveAttribute('aria-expanded', 'true')
  await node(page, /^Projection broken/).press('Enter')
  await expect
    .poll(() => playgrounds(page).evaluate((element: HTMLElementTagNameMap['rillbox-playground']) => element.session.selection.projection))
    .toBe('broken')
})
