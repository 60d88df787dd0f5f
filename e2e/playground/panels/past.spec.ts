// One slider for all projections of a store: their states at every event, by keyboard, and news of a store that has changed since.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { append, expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'
import { atEverySize } from '../sizes.ts'

const scenario = {
  version: 1,
  events: [
    { stream: 'cart-1', type: 'Added', data: { n: 1 } },
    { stream: 'cart-2', type: 'Added', data: { n: 2 } },
    { stream: 'cart-1', type: 'Added', data: { n: 3 } },
  ],
  projections: [
    { name: 'sums', query: "fromCategory('cart').foreachStream().when({ $init: () => ({ sum: 0 }), Added(s, e) { s.sum += e.data.n } })" },
    {
      name: 'picky',
      query: "fromAll().when({ $init: () => ({ seen: 0 }), Added(s, e) { if (e.data.n > 2) throw new Error('too many'); s.seen++ } })",
    },
  ],
}

let site: Site
test.beforeAll(async () => {
  site = await serveSite({
    files: { '/site.css': ':root { color-scheme: light dark }', '/past.html': `<h2>A map</h2>${embed('panel="map"', scenario)}` },
  })
})
test.afterAll(() => site.close())

const past = (page: Page) => playgrounds(page).locator('rillbox-past')
const slider = (page: Page) => past(page).getByRole('slider', { name: 'Event of the log' })
const row = (page: Page, name: string) =>
  past(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

async function open(page: Page): Promise<void> {
  await page.goto(`${site.url}past.html`)
  await expectOpen(playgrounds(page))
  await past(page).getByText('All projections over time').press('Enter')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Added 1@cart-1, event 3 of 3')
}

test('shows the states of all projections at each event, by keyboard', async ({ page }) => {
  await open(page)
  await expect(row(page, 'sums')).toBeInViewport()
  await expect(row(page, 'sums').getByRole('cell')).toHaveText([/3 events handled, 2 partitions\s*cart-1\s*\{"sum":4\}\s*sum\s*1\s*→\s*4/])
  await expect(row(page, 'picky').getByRole('cell')).toHaveText([/2 events handled\s*too many\s*\{"seen":2\}/])
  await slider(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Added 0@cart-2, event 2 of 3')
  await expect(row(page, 'sums').getByRole('cell')).toHaveText([/2 events handled, 2 partitions\s*cart-2\s*\{"sum":2\}/])
  await expect(row(page, 'picky').getByRole('cell')).toHaveText([/^\s*2 events handled\s*\{"seen":2\}\s*seen\s*1\s*→\s*2\s*$/])
  await page.keyboard.press('Home')
  await expect(row(page, 'sums').getByRole('cell')).toHaveText([/1 event handled, 1 partition\s*cart-1\s*\{"sum":1\}/])
  await expect(slider(page)).toBeFocused()
  await atEverySize(page, async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await slider(page).scrollIntoViewIfNeeded()
    await expect(slider(page)).toBeInViewport()
    await expectAccessible(page, 'rillbox-playground')
  })
})

test('keeps its place while the store changes, and reads again on request', async ({ page }) => {
  await open(page)
  await slider(page).press('Home')
  await append(playgrounds(page), 'cart-3', 'Added', { n: 1 })
  await expect(past(page).getByRole('status')).toContainText('The store has changed since.')
  await past(page).getByRole('button', { name: 'Read again' }).press('Enter')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Added 0@cart-1, event 1 of 4')
  await slider(page).press('End')
  await expect(row(page, 'sums').getByRole('cell')).toHaveText([/4 events handled, 3 partitions\s*cart-3\s*\{"sum":1\}/])
  await expect(past(page).getByRole('status')).toHaveCount(0)
})
