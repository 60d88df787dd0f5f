// No page breaks a rule of accessibility that axe knows: at both widths, each in its own theme, at rest and in use.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from './accessible.ts'
import { phaseOf } from './embed.ts'

/** Resolves when the first playground of the page is open and its projection has been shown. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(addresses.demo + name)
  const playground = page.locator('rillbox-playground').first()
  await playground.scrollIntoViewIfNeeded()
  await expect.poll(() => phaseOf(playground)).toBe('open')
}

for (const [device, viewport, colorScheme] of [
  ['phone', { width: 390, height: 844 }, 'dark'],
  ['desk', { width: 1440, height: 900 }, 'light'],
] as const) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport, reducedMotion: 'reduce' })

    test('the first page, with every tab of the playground', async ({ page }) => {
      await open(page, 'index.html?scenario=shopping-cart')
      await expect(page.locator('#lesson ol > li').first()).toHaveClass(/kept/)
      await expectAccessible(page)
      const tabs = page.locator('rillbox-playground').getByRole('tab')
      for (const tab of await tabs.all()) {
        await tab.click()
        await expect(tab).toHaveAttribute('aria-selected', 'true')
        // The rest of the page has not changed.
        await expectAccessible(page, 'rillbox-playground')
      }
    })

    test('the first page, with a projection that failed and its steps', async ({ page }) => {
      await open(page, 'index.html?scenario=inventory')
      await expect(page.locator('#lesson ol > li').first()).toHaveClass(/kept/)
      await expectAccessible(page)
    })

    test('the first page, with the editor in use', async ({ page }) => {
      await open(page, 'index.html')
      if (device === 'phone') await page.locator('rillbox-playground').getByRole('tab', { name: 'Query' }).click()
      const editor = page.locator('rillbox-query-editor')
      await editor.getByRole('textbox', { name: /query/i }).last().click()
      await expect(editor.locator('.cm-content')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Control+a')
      await page.keyboard.type("fromStream('a').when({ ")
      await expectAccessible(page)
    })

    test('the first page, with the dialog to share', async ({ page }) => {
      await open(page, 'index.html')
      await page.locator('rillbox-playground').getByRole('button', { name: 'Share' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    })

    test('the article, at rest and with every frame alive', async ({ page }) => {
      await page.goto(`${addresses.demo}docs.html`)
      await expectAccessible(page)
      const frames = page.locator('rillbox-playground')
      for (const frame of await frames.all()) {
        await frame.scrollIntoViewIfNeeded()
        await expect.poll(() => phaseOf(frame)).toBe('open')
      }
      await expectAccessible(page)
    })

    test('the shop, with an order', async ({ page }) => {
      await page.goto(`${addresses.demo}app.html`)
      await expect(page.locator('#status')).toHaveText('The store is open in this tab')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add Espresso beans to the basket' }).click()
      await page.getByRole('button', { name: 'Place the order' }).click()
      await expect(page.locator('#sales-orders')).toHaveText('1')
      await expectAccessible(page)
    })
  })
}
