// The shop as a visitor uses it, at the root of an origin and below a path.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { sumOfShifts, watchShifts } from './layout-shifts.ts'

async function openShop(page: Page, address: string = addresses.demo): Promise<void> {
  const response = await page.goto(`${address}app.html`)
  // The package needs no more than e2e/serve.ts allows.
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  await expect(page.locator('#status')).toHaveText('The store is open in this tab')
}

async function order(page: Page, ...products: string[]): Promise<void> {
  for (const product of products) await page.getByRole('button', { name: `Add ${product} to the basket` }).click()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText('Nothing in it yet.')).toBeVisible()
}

const orders = (page: Page) => page.locator('#orders li')
const sales = (page: Page) => page.locator('#sales-orders')
const revenue = (page: Page) => page.locator('#sales-revenue')

for (const [where, address] of [
  ['at the root of an origin', addresses.demo],
  ['below a path', addresses.demoBelow],
] as const) {
  test(`an order becomes events, and the projection counts it (${where})`, async ({ page }) => {
    await openShop(page, address)
    await expect(sales(page)).toHaveText('0')
    await order(page, 'Espresso beans', 'Espresso beans', 'Paper filters')
    await expect(orders(page)).toHaveCount(1)
    await expect(orders(page)).toContainText('2 × Espresso beans, 1 × Paper filters')
    await expect(sales(page)).toHaveText('1')
    await expect(revenue(page)).toHaveText('€28.90')
    await expect(page.locator('.bars li').first()).toContainText('2 · €23.00')
    // The panels beside it look into the same store.
    const stream = (await page.locator('#orders code').first().textContent())!
    await expect(page.locator('rillbox-request-panel')).toContainText(`/streams/${stream}`)
    await expect(page.locator('rillbox-projection-panel')).toContainText('2890')
    // The only stream is open.
    await expect(page.locator('rillbox-stream-browser').locator('[aria-current="true"]')).toContainText(stream)
    await expect(page.locator('rillbox-stream-browser')).toContainText('OrderPlaced')
  })
}

test('the shop says that its store is gone once the data of the site were cleared, in every tab', async ({ context, page }) => {
  const other = await context.newPage()
  const uncaught: string[] = []
  for (const tab of [page, other]) {
    tab.on('pageerror', ({ message }) => uncaught.push(message))
    await openShop(tab)
  }
  await order(page, 'Stoneware cup')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(addresses.demo).origin, storageTypes: 'all' })
  for (const tab of [page, other]) {
    await expect(tab.locator('#status')).toHaveText('The store is gone: reload the page')
    await expect(tab.getByRole('alert')).toContainText(/reload/i)
  }
  // What fails then is no news.
  await page.getByRole('button', { name: 'Add Stoneware cup to the basket' }).click()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByRole('button', { name: 'Place the order' })).toBeEnabled()
  await expect(page.locator('#status')).toHaveText('The store is gone: reload the page')
  await page.reload()
  await expect(page.locator('#status')).toHaveText('The store is open in this tab')
  expect(uncaught).toEqual([])
})

test('a first visit and a reset print nothing in red', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await openShop(page)
  await expect(sales(page)).toHaveText('0')
  await order(page, 'Stoneware cup')
  await expect(sales(page)).toHaveText('1')
  await page.getByRole('button', { name: 'Reset the store' }).click()
  await expect(sales(page)).toHaveText('0')
  await order(page, 'Hand grinder')
  await expect(sales(page)).toHaveText('1')
  expect(refused).toEqual([])
})

test('a reload keeps everything, and asks for nothing that the browser would print in red', async ({ page }) => {
  await openShop(page)
  await order(page, 'Stoneware cup')
  await order(page, 'Hand grinder')
  await expect(sales(page)).toHaveText('2')
  const refused: string[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
  await page.reload()
  await expect(page.locator('#status')).toHaveText('The store is open in this tab')
  await expect(orders(page)).toHaveCount(2)
  await expect(sales(page)).toHaveText('2')
  await order(page, 'Paper filters')
  await expect(sales(page)).toHaveText('3')
  expect(refused).toEqual([])
})

test('a cancelled order is taken out of the figures again', async ({ page }) => {
  await openShop(page)
  await order(page, 'Gooseneck kettle')
  await expect(revenue(page)).toHaveText('€54.50')
  await page.getByRole('button', { name: /^Cancel order-/ }).click()
  await expect(orders(page)).toContainText('cancelled')
  await expect(revenue(page)).toHaveText('€0.00')
  await expect(page.locator('#sales-cancelled')).toHaveText('1')
})

test('a second tab shows the same shop and follows it', async ({ context }) => {
  const first = await context.newPage()
  await openShop(first)
  await order(first, 'Espresso beans')
  const second = await context.newPage()
  await openShop(second)
  await expect(sales(second)).toHaveText('1')
  await order(first, 'Filter beans')
  await expect(sales(second)).toHaveText('2')
  await expect(orders(second)).toHaveCount(2)
  await first.close()
  await order(second, 'Stoneware cup')
  await expect(sales(second)).toHaveText('3')
})

test('an order changed by another tab is not changed again', async ({ context }) => {
  const first = await context.newPage()
  await openShop(first)
  await order(first, 'Espresso beans')
  const stream = await first.locator('#orders code').first().textContent()
  const path = `${addresses.demo}_store/streams/${stream}`
  const cancel = await first.getByRole('button', { name: `Cancel ${stream}` }).elementHandle()
  // The other writer is faster, and this page has not seen it yet: projections tell it in a later task.
  await first.evaluate(
    async ([url, button]) => {
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.eventstore.events+json' },
        body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'NoteTaken', data: {} }]),
      })
      ;(button as HTMLElement).click()
    },
    [path, cancel] as const,
  )
  await expect(first.locator('#notice')).toContainText('changed this order in the meantime')
})

test('reset empties the store, and the shop goes on', async ({ page }) => {
  await openShop(page)
  await order(page, 'Espresso beans')
  await expect(sales(page)).toHaveText('1')
  await page.getByRole('button', { name: 'Reset the store' }).click()
  await expect(orders(page)).toHaveCount(0)
  await expect(sales(page)).toHaveText('0')
  await order(page, 'Hand grinder')
  await expect(sales(page)).toHaveText('1')
  await expect(revenue(page)).toHaveText('€79.00')
})

test('a failed request is said where the reader is', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 })
  await openShop(page)
  await page.getByRole('button', { name: 'Add Espresso beans to the basket' }).click()
  await page.evaluate(() => (window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))))
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.locator('#notice')).toContainText('The request failed')
  await expect(page.locator('#notice')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#status')).toHaveText('The last request failed')
})

test('after a restore the shop shows what the store holds again', async ({ page }) => {
  await openShop(page)
  await order(page, 'Espresso beans')
  await expect(sales(page)).toHaveText('1')
  const restore = await page.evaluateHandle(async () => {
    const store = document.querySelector('rillbox-store')!.store!
    const before = await store.snapshot()
    return () => store.restore(before)
  })
  await order(page, 'Hand grinder')
  await expect(sales(page)).toHaveText('2')
  await restore.evaluate((again) => again())
  await expect(sales(page)).toHaveText('1')
  await expect(orders(page)).toHaveCount(1)
  await expect(revenue(page)).toHaveText('€11.50')
})

for (const width of [390, 1024, 1440])
  test(`nothing moves while the shop opens (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    await openShop(page)
    await expect(page.locator('#inspector')).toContainText('/projections/continuous')
    // The list of requests grows by its rows.
    expect(await sumOfShifts(page)).toBeLessThan(0.01)
  })

test('the explanation shows on the first visit only', async ({ page }) => {
  await openShop(page)
  await expect(page.getByRole('heading', { name: 'A shop without a server' })).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('heading', { name: 'A shop without a server' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'A shop without a server' })).toBeHidden()
})

test('requests nothing from other origins', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(addresses.demo) && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      foreign.push(request.url())
  })
  await openShop(page)
  await order(page, 'Espresso beans')
  await expect(sales(page)).toHaveText('1')
  expect(foreign).toEqual([])
})
