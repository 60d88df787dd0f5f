// No page breaks a rule of accessibility that axe knows: in both themes, at both widths, at rest and in use.

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'

type Playground = HTMLElementTagNameMap['rillbox-playground']

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

// Axe reads every element of a page many times: on a machine that does more than this, a page of nine frames takes its time.
test.describe.configure({ timeout: 240_000 })

/** One line per element, so that a failure says where to look. */
async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
  )
  expect(found).toEqual([])
}

/** Resolves when the first playground of the page is open and its projection has been shown. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(addresses.demo + name)
  const playground = page.locator('rillbox-playground').first()
  await playground.scrollIntoViewIfNeeded()
  await expect.poll(() => playground.evaluate((element: Playground) => element.session.phase.kind)).toBe('open')
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desk', { width: 1440, height: 900 }],
  ] as const) {
    test.describe(`${colorScheme}, ${device}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' })

      test('the first page, with every tab of the playground', async ({ page }) => {
        await open(page, 'index.html?scenario=shopping-cart')
        await expect(page.locator('#lesson > li').first()).toHaveClass(/kept/)
        await expectNoViolations(page)
        const tabs = page.locator('rillbox-playground').getByRole('tab')
        for (const tab of await tabs.all()) {
          await tab.click()
          await expect(tab).toHaveAttribute('aria-selected', 'true')
          await expectNoViolations(page)
        }
      })

      test('the first page, with a projection that failed and its steps', async ({ page }) => {
        await open(page, 'index.html?scenario=inventory')
        await expect(page.locator('#lesson > li').first()).toHaveClass(/kept/)
        await expectNoViolations(page)
      })

      test('the first page, with the editor in use', async ({ page }) => {
        await open(page, 'index.html')
        if (device === 'phone') await page.locator('rillbox-playground').getByRole('tab', { name: 'Query' }).click()
        const editor = page.locator('rillbox-query-editor')
        await editor.getByRole('textbox', { name: /query/i }).last().click()
        await expect(editor.locator('.cm-content')).toBeFocused()
        await expectNoViolations(page)
        await page.keyboard.press('Control+a')
        await page.keyboard.type("fromStream('a').when({ ")
        await expectNoViolations(page)
      })

      test('the first page, with the dialog to share', async ({ page }) => {
        await open(page, 'index.html')
        await page.locator('rillbox-playground').getByRole('button', { name: 'Share' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectNoViolations(page)
      })

      test('the article, at rest and with every frame alive', async ({ page }) => {
        await page.goto(`${addresses.demo}docs.html`)
        await expectNoViolations(page)
        const frames = page.locator('rillbox-playground')
        for (const frame of await frames.all()) {
          await frame.scrollIntoViewIfNeeded()
          await expect.poll(() => frame.evaluate((element: Playground) => element.session.phase.kind)).toBe('open')
        }
        await expectNoViolations(page)
      })

      test('the shop, with an order', async ({ page }) => {
        await page.goto(`${addresses.demo}app.html`)
        await expect(page.locator('#status')).toHaveText('The store is open in this tab')
        await expectNoViolations(page)
        await page.getByRole('button', { name: 'Add Espresso beans to the basket' }).click()
        await page.getByRole('button', { name: 'Place the order' }).click()
        await expect(page.locator('#sales-orders')).toHaveText('1')
        await expectNoViolations(page)
      })
    })
  }
}
