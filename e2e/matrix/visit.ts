// Opens the page of a host in a browser and uses its application: append, read, a projection, and all of it again after a reload.

import { isDeepStrictEqual } from 'node:util'
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'

/** The application as `shared/src/app.js` shows it. */
interface Application {
  placeOrder(total: number): Promise<number>
  readOrders(): Promise<number[]>
  addUpSales(): Promise<number>
  sales(): Promise<{ readonly total?: number }>
  /** A part of the host's page that is independent of the store, if any. */
  readonly others?: () => Promise<unknown>
}
declare global {
  var application: Application
}

let browser: Promise<Browser> | undefined

/** One for all hosts. */
export const openBrowser = (): Promise<Browser> => (browser ??= chromium.launch(launchOptions('whole')))

export const closeBrowser = async (): Promise<void> => await (await browser)?.close()

/**
 * @returns the moment of the first projected event, of `performance.now`.
 * @throws Error with the actual value, or with the messages of the console.
 */
export async function visit(address: string, { others }: { readonly others?: unknown } = {}): Promise<number> {
  const context = await (await openBrowser()).newContext()
  const said: string[] = []
  try {
    const page = await context.newPage()
    page.on('console', (message) => {
      const { url } = message.location()
      // Browsers request an icon by themselves.
      if (['error', 'warning'].includes(message.type()) && !url.endsWith('/favicon.ico'))
        said.push(`${message.type()}: ${message.text()} (${url})`)
    })
    page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`))
    const open = async (work: Promise<unknown>): Promise<void> => {
      await work
      await page.waitForFunction(() => 'application' in globalThis, undefined, { timeout: 60_000 })
    }
    await open(page.goto(address))
    same('the application', await page.evaluate(useApplication), {
      statuses: [201, 201, 201],
      orders: [12, 30],
      sales: { total: 42 },
      ...(others !== undefined && { others }),
    })
    const projected = performance.now()
    await open(page.reload())
    same('after a reload', await page.evaluate(() => globalThis.application.readOrders()), [12, 30])
    if (said.length) throw new Error('The console has errors or warnings.')
    return projected
  } catch (error) {
    throw new Error([error instanceof Error ? error.message : String(error), ...said].join('\n'), { cause: error })
  } finally {
    await context.close()
  }
}

/** Opens a page without a store, and waits for its application. @returns the moment, of `performance.now`. */
export async function load(address: string): Promise<number> {
  const page = await (await openBrowser()).newPage()
  try {
    await page.goto(address)
    await page.waitForFunction(() => 'application' in globalThis, undefined, { timeout: 60_000 })
    return performance.now()
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
async function useApplication(): Promise<object> {
  const { placeOrder, readOrders, addUpSales, sales, others } = globalThis.application
  const statuses = [await addUpSales(), await placeOrder(12), await placeOrder(30)]
  const orders = await readOrders()
  // Before the first event of the projection there is no state: the answer is empty, which is not JSON.
  const ask = () => sales().catch((): { total?: number } => ({}))
  let state = await ask()
  for (let tries = 0; state.total !== 42 && tries < 150; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    state = await ask()
  }
  return { statuses, orders, sales: state, ...(others && { others: await others() }) }
}

function same(what: string, is: unknown, should: unknown): void {
  if (!isDeepStrictEqual(is, should)) throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
}
