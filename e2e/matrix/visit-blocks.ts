// Opens a page of documentation with blocks that run: without scripts, and with them, where a playground takes a block over in its place.

import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import { openBrowser } from './visit.ts'

declare global {
  var shifts: number
}

/** What the page shows without scripts. */
const shown = [
  'Events',
  'cart-1',
  '{"price":7}',
  'fromCategory',
  'States by partition',
  '{"total":12}',
  'Emitted events',
  'LargeCart',
  '201 Created',
]

/**
 * @returns the moment at which the first playground was open, of `performance.now`.
 * @throws Error that says what is missing.
 */
export async function visitBlocks(address: string): Promise<number> {
  const browser = await openBrowser()
  await readWithoutScripts(browser, address)
  const context = await browser.newContext()
  const said: string[] = []
  try {
    const page = await context.newPage()
    page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`))
    await page.addInitScript(() => {
      globalThis.shifts = 0
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shifts += (entry as PerformanceEntry & { readonly value: number }).value
      })
      observer.observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address)
    const playground = page.locator('rillbox-playground').first()
    await playground.scrollIntoViewIfNeeded()
    await page.waitForFunction(() => document.querySelector('rillbox-playground')?.session?.phase.kind === 'open', undefined, {
      timeout: 60_000,
    })
    const opened = performance.now()
    // The static part has it too, and is hidden now.
    await playground.getByText('cart-1').filter({ visible: true }).first().waitFor()
    const shifts = await page.evaluate(() => globalThis.shifts)
    if (shifts > 0) throw new Error(`The page moved while a block became a playground: layout shifts add up to ${shifts}.`)
    const { violations } = await new AxeBuilder({ page }).include('.rillbox-block').analyze()
    if (violations.length > 0) throw new Error(`Blocks are not accessible: ${violations.map(({ id }) => id).join(', ')}`)
    if (said.length > 0) throw new Error('The page has errors.')
    return opened
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...said].join('\n'), { cause: error })
  } finally {
    await context.close()
  }
}

async function readWithoutScripts(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(address)
    const text = (await page.locator('.rillbox-block').allInnerTexts()).join('\n')
    const missing = shown.filter((piece) => !text.includes(piece))
    if (missing.length > 0) throw new Error(`Without scripts the page lacks ${missing.join(', ')}; it has:\n${text.slice(0, 1500)}`)
    const code = await page
      .locator('.rillbox-block pre')
      .first()
      .evaluate((pre) => pre.textContent.split('\n').length)
    if (code < 5) throw new Error('The query has lost its lines.')
  } finally {
    await context.close()
  }
}
