// An embed breaks no rule of accessibility that axe knows while it waits, when it failed, and while it shares.

import { expect, test } from '@playwright/test'
import type { PlaygroundElement } from '../../src/playground/elements.ts'
import { expectAccessible } from './accessible.ts'
import { expectOpen, headerButton, playgrounds } from './embed.ts'
import type { Site } from './site.ts'
import { embed, reservingStyle, serveSite } from './site.ts'

let site: Site

test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/site.css': `${reservingStyle} :root { color-scheme: light dark }`,
      '/click.html': embed('loading="click"'),
      '/wrong.html': embed('', { version: 1, events: [{ stream: 'a' }] }),
      '/bare.html': '<rillbox-playground src="nowhere.json"></rillbox-playground>',
      '/share.html': embed('share') + embed('share="share.html"'),
    },
  })
})
test.afterAll(() => site.close())

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test('while it waits for a click', async ({ page }) => {
      await page.goto(`${site.url}click.html`)
      await expect(page.getByRole('button', { name: 'Start the playground' })).toBeVisible()
      await expectAccessible(page)
    })

    test('when it failed', async ({ page }) => {
      for (const name of ['wrong.html', 'bare.html']) {
        await page.goto(site.url + name)
        await expect(page.getByRole('alert')).toContainText('The playground could not start.')
        await expectAccessible(page)
      }
    })

    test('with a warning, and while it shares', async ({ page }) => {
      await page.goto(`${site.url}share.html`)
      await expectOpen(playgrounds(page).first())
      await expectOpen(playgrounds(page).last())
      await playgrounds(page).evaluateAll(([element]) =>
        (element as PlaygroundElement).session.warn({ what: 'Something is missing.', hint: 'Bring it.' }),
      )
      await expect(page.getByRole('alert').filter({ hasText: 'Bring it.' })).toBeVisible()
      await expectAccessible(page)
      await headerButton(page, 'Share').first().click()
      await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' })).toHaveValue(/#1\./)
      await expectAccessible(page)
    })
  })
}
