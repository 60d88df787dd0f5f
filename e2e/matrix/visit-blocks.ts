// Opens a page of documentation with blocks that run: without scripts, on paper, and with scripts, where a playground takes a block over.

import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
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
 * @param paper where the page is printed to, as it is without scripts; beside it, as it is once a playground is awake.
 * @returns the moment at which the first playground was open, of `performance.now`.
 * @throws Error that says what is missing.
 */
export async function visitBlocks(address: string, paper: string): Promise<number> {
  const browser = await openBrowser()
  await readWithoutScripts(browser, address, paper)
  const context = await browser.newContext()
  // Texts that change their font move by themselves.
  await context.route(/\.woff2?$/, (route) => route.abort())
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
    await sendRequests(page)
    const { violations } = await new AxeBuilder({ page }).include('.rillbox-block').analyze()
    if (violations.length > 0) throw new Error(`Blocks are not accessible: ${violations.map(({ id }) => id).join(', ')}`)
    await print(page, paper.replace('.pdf', '-awake.pdf'))
    if (said.length > 0) throw new Error('The page has errors.')
    return opened
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...said].join('\n'), { cause: error })
  } finally {
    await context.close()
  }
}

/** The second one: the first is sent before it. */
async function sendRequests(page: Page): Promise<void> {
  const request = page.locator('rillbox-request').nth(1)
  await request.getByRole('radio', { name: 'curl' }).check()
  await request.getByText('curl ').filter({ visible: true }).first().waitFor()
  await request.getByRole('button', { name: 'Send' }).click()
  await request.getByText('Sent, after the request before it.').waitFor({ timeout: 60_000 })
  await request.locator('[part="code"]').getByText('"price"').waitFor()
}

/** On paper nothing is cut off. */
async function print(page: Page, paper: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.pdf({ path: paper, format: 'A4' })
  const cut = await page.locator('.rillbox-block pre, .rillbox-block table').evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
      .map(({ textContent }) => textContent.slice(0, 40)),
  )
  if (cut.length > 0) throw new Error(`On paper this is cut off: ${cut.join('; ')}`)
  const missing = await page.locator('.rillbox-block').evaluateAll((blocks) => blocks.filter((block) => !block.checkVisibility()).length)
  if (missing > 0) throw new Error(`On paper ${missing} blocks are missing.`)
  await page.emulateMedia({ media: 'screen' })
}

async function readWithoutScripts(browser: Browser, address: string, paper: string): Promise<void> {
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
    await print(page, paper)
  } finally {
    await context.close()
  }
}
