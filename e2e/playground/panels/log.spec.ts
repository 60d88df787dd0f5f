// The log of a query, in a tab beside its result: each line with its event, bounded, readable in every size.

import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { cartScenario, embed, serveSite } from '../site.ts'
import { atEverySize } from '../sizes.ts'

let site: Site
test.beforeAll(async () => {
  const query =
    "fromCategory('cart').when({ $init: () => ({}), ItemAdded(s, e) { log('price ' + e.data.price); if (e.data.price > 5) log('\\u202e' + JSON.stringify(e.data)) } })"
  site = await serveSite({
    files: {
      '/index.html': '<h2>A cart</h2>' + embed('height="40rem"', { ...cartScenario, projections: [{ name: 'prices', query }] }),
      '/quiet.html': embed('height="40rem"'),
      '/site.css': '',
    },
  })
})
test.afterAll(() => site.close())

test('shows what a query logs, each line with its event, also as events come', async ({ page }) => {
  await page.goto(`${site.url}index.html`)
  const playground = playgrounds(page).first()
  await expectOpen(playground)
  await playground.getByRole('tab', { name: 'Log' }).click()
  const panel = playground.locator('rillbox-log-panel')
  const rows = panel.getByRole('table').locator('tbody tr')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(0)).toContainText(String.raw`\u202e{"price":9}`)
  await expect(rows.nth(1)).toContainText('0@cart-2')
  await expect(panel.getByRole('status').first()).toHaveText('5 lines')
  await playground.evaluate((element) =>
    (element as HTMLElement & { store: { append(stream: string, event: object): Promise<unknown> } }).store.append('cart-3', {
      type: 'ItemAdded',
      data: { price: 1 },
    }),
  )
  await expect(rows).toHaveCount(6)
  await expect(rows.first()).toContainText('price 1')
  await atEverySize(page, () => expectAccessible(page))
  await panel.getByRole('button', { name: 'ItemAdded, open event 0@cart-2' }).first().press('Enter')
  await playground.getByRole('tab', { name: 'Streams' }).click()
  await expect(playground.locator('rillbox-event')).toContainText('0@cart-2')
})

test('the tab comes with the first call of log', async ({ page }) => {
  await page.goto(`${site.url}quiet.html`)
  const playground = playgrounds(page).first()
  await expectOpen(playground)
  await expect(playground.getByRole('tab', { name: 'Log' })).toHaveCount(0)
  await playground.evaluate((element) =>
    (element as HTMLElement & { session: { edit(change: object): void } }).session.edit({
      query: 'fromAll().when({ $any: (s, e) => { log(e.eventType) } })',
    }),
  )
  await playground.getByRole('tab', { name: 'Log' }).click()
  const panel = playground.locator('rillbox-log-panel')
  await expect(panel).toContainText('The query of cart-totals does not call log().')
  const run = playground.getByRole('button', { name: 'Run', exact: true })
  if (!(await run.isVisible())) await playground.getByRole('tab', { name: 'Query' }).click()
  await run.click()
  if (!(await panel.isVisible())) await playground.getByRole('tab', { name: 'Log' }).click()
  await expect(panel).toContainText('ItemAdded')
})
