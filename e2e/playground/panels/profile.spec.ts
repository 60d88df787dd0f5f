// The profile in the gutter: calls, time and lines that no event has run, beside the query that somebody steps through.

import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectOpen, playgrounds } from '../embed.ts'
import type { Site } from '../site.ts'
import { embed, serveSite } from '../site.ts'

const query = `fromStream('cart').when({
  Added: (s, e) => {
    if (e.data.n > 100) {
      s.big = true
    }
    return s
  },
})`
const scenario = {
  version: 1,
  events: [1, 20, 3].map((n) => ({ stream: 'cart', type: 'Added', data: { n } })),
  projections: [{ name: 'counts', query }],
}

let site: Site
test.beforeAll(async () => {
  const files = {
    '/site.css': ':root { color-scheme: light dark }',
    '/steps.html': `<h2>Steps</h2>${embed('panel="steps"', scenario)}`,
    '/alone.html': `<h2>Steps</h2>${embed('panel="steps" hide="editor"', scenario)}`,
  }
  site = await serveSite({ files })
})
test.afterAll(() => site.close())

test('counts lines and handlers in the editor, while somebody steps', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(`${site.url}steps.html`)
  await expectOpen(playgrounds(page))
  const editor = playgrounds(page).locator('rillbox-query-editor')
  await editor.getByRole('button', { name: /^Step/ }).click()
  const costs = editor.locator('.cm-profile .cm-gutterElement span')
  await expect(costs).toHaveText([/^3× \d+\.\d\d ms$/, '3×', '0×', '3×'])
  await expect(editor.locator('.cm-profile .cm-never')).toHaveText('0×')
  await expect(costs.nth(2)).toHaveAttribute('title', 'No event has run this line.')
  await expectAccessible(page, 'rillbox-playground')
  // Nobody steps any more: the button is up, and the panel of steps is out of sight.
  await editor.locator('button[aria-pressed="true"]').click()
  await playgrounds(page).getByRole('tab', { name: 'Streams' }).click()
  await expect(costs).toHaveCount(0)
})

test('counts them beside the query where there is no editor', async ({ page }) => {
  await page.goto(`${site.url}alone.html`)
  await expectOpen(playgrounds(page))
  const stepper = playgrounds(page).locator('rillbox-stepper')
  await expect(stepper.locator('.query .cost')).toHaveText([/^3× \d+\.\d\d ms$/, '3×', '0×', '3×'])
  await expect(stepper.locator('.query .never')).toHaveCount(1)
})
