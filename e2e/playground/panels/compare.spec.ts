// The comparison: the draft beside what runs, another release and the second engine, what a run would do, and what an assistant gets.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'

const counting = "fromStream('cart').when({ $init: () => ({ n: 0 }), Added(s, e) { s.n += e.data.n } })"
const scenario = {
  version: 1,
  release: '26.1',
  events: [1, 20, 3].map((n) => ({ stream: 'cart', type: 'Added', data: { n } })),
  projections: [{ name: 'counts', query: counting }],
}

let site: Site
test.beforeAll(async () => {
  const files = {
    '/site.css': ':root { color-scheme: light dark }',
    '/compare.html': `<h2>A comparison</h2>${embed('panel="compare"', scenario)}`,
    '/deutsch.html': `<h2>A comparison</h2>${embed('panel="compare" lang="de"', scenario)}`,
  }
  site = await serveSite({ files })
})
test.afterAll(() => site.close())

const view = (page: Page) => playgrounds(page).locator('rillbox-compare-view')
const edit = (page: Page, query: string): Promise<void> =>
  playgrounds(page).evaluate(
    (element, query) => (element as unknown as { session: { edit(change: object): void } }).session.edit({ query }),
    query,
  )

test('shows where the draft parts from what runs, and tries a run on a copy', async ({ page }) => {
  await page.goto(`${site.url}compare.html`)
  await expectOpen(playgrounds(page))
  await expect(view(page)).toContainText('No difference over 3 handled events.')
  await edit(page, counting.replace('e.data.n', 'Math.min(e.data.n, 10)'))
  await expect(view(page)).toContainText('They differ.')
  await expect(view(page).getByRole('definition')).toHaveText(['{"n":21}', '{"n":11}'])
  await expect(view(page).getByRole('listitem')).toHaveText([/n\s+24\s+→\s+14/])
  await view(page).getByRole('button', { name: 'Try on a copy' }).click()
  await expect(view(page).getByRole('list', { name: 'Streams that would change' })).toContainText('$projections-counts-checkpoint')
  await expectAccessible(page, 'rillbox-playground')
  await view(page).getByRole('button', { name: '1@cart (Added)' }).click()
  await expect(playgrounds(page).locator('rillbox-stream-browser')).toContainText('"n": 20')
})

test('a switch of release or engine runs it again', async ({ page }) => {
  await page.goto(`${site.url}compare.html`)
  await expectOpen(playgrounds(page))
  await edit(page, "fromStream('cart').when({ Added: (s, e) => ({ at: typeof e.created, year: String(e.created).slice(0, 4) }) })")
  await view(page).getByRole('combobox').selectOption({ label: 'itself in release 23.10' })
  await expect(view(page).getByRole('definition').last()).toContainText('"at":"undefined"')
  await view(page).getByRole('combobox').selectOption({ label: 'itself in the second engine' })
  await expect(view(page).getByRole('definition').last()).toContainText('"year":"0001"')
})

test('in German', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${site.url}deutsch.html`)
  await expectOpen(playgrounds(page))
  await expect(view(page)).toContainText('Kein Unterschied über 3 verarbeitete Ereignisse.')
  await edit(page, counting.replace("'cart'", "'nobody'"))
  await expect(view(page)).toContainText('Sie unterscheiden sich.')
  await expectAccessible(page, 'rillbox-playground')
})

test('copies the query, its events and its state for an assistant', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${site.url}compare.html`)
  await expectOpen(playgrounds(page))
  await playgrounds(page).getByRole('button', { name: 'Copy for an assistant' }).first().click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('State after:')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain(counting)
  expect(text).toContain('## Event `2@cart`')
})
