// Whether a page is served when startStore has said so: after stop() in another tab, a hard reload, cleared site data, in frames.

import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { append, json, openPage, send, startError, startStore, storeAddress } from '../harness.ts'

const ping = `${storeAddress}/ping`
const openTab = async (context: BrowserContext) => await openPage(await context.newPage())
const stop = (page: Page) => page.evaluate(() => window.store.stop())

test('serves a page that starts while a stopped tab is open', async ({ context }) => {
  const first = await openTab(context)
  await startStore(first)
  await stop(first)
  const second = await openTab(context)
  await startStore(second)
  expect((await send(second, ping)).status).toBe(200)

  // The worker is now a new one: the first tab gets on with it as well, and neither takes it from the other.
  expect((await send(first, ping)).status).toBe(0)
  await startStore(first)
  expect((await append(first, 'both', 'FromFirst')).status).toBe(201)
  expect((await append(second, 'both', 'FromSecond')).status).toBe(201)
  await stop(first)
  expect((await send(second, ping)).status).toBe(200)
  await stop(second)
  const third = await openTab(context)
  await startStore(third)
  expect((await send(third, ping)).status).toBe(200)
})

test('goes on when another worker takes over the page', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  // Requests of these moments reach the network or the store; msw alone would let some of them wait for ever.
  const settled = page.evaluate(async (url) => {
    const container = navigator.serviceWorker
    const changed = new Promise((resolve) => container.addEventListener('controllerchange', resolve))
    // A busy browser takes its time to tell msw about the new worker.
    const registrations = container.getRegistrations.bind(container)
    container.getRegistrations = () => new Promise((resolve) => setTimeout(() => resolve(registrations()), 100))
    await container.register('/mockServiceWorker.js?another')
    await changed
    // A worker that remembers the page forwards its requests from the first moment on.
    container.controller!.postMessage('MOCK_ACTIVATE')
    const requests: Promise<Response>[] = []
    for (let request = 0; request < 20; request++) {
      requests.push(fetch(url))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return await Promise.allSettled(requests).then(({ length }) => length)
  }, ping)
  expect(await settled).toBe(20)
  await expect.poll(async () => (await send(page, ping)).status).toBe(200)
})

/** Lets another worker take over the page, and msw hear of it as late as in a busy browser. */
const takeOver = (page: Page, query: string) =>
  page.evaluate(async (address) => {
    const container = navigator.serviceWorker
    const registrations = container.getRegistrations.bind(container)
    container.getRegistrations = () => new Promise((resolve) => setTimeout(() => resolve(registrations()), 100))
    const changed = new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }))
    await container.register(address)
    await changed
  }, `/mockServiceWorker.js?${query}`)

test('goes on when two workers take over the page one after another', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  await takeOver(page, 'another')
  await takeOver(page, 'third')
  await expect.poll(async () => (await send(page, ping)).status).toBe(200)
  expect((await append(page, 'both', 'Written')).status).toBe(201)
  await stop(page)
  await startStore(page)
  expect((await send(page, ping)).status).toBe(200)
})

test('starts again after a stop while another worker takes over', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  await takeOver(page, 'another')
  await stop(page)
  expect((await send(page, ping)).status).toBe(0)
  await startStore(page)
  expect((await append(page, 'again', 'Written')).status).toBe(201)
})

/** Starts as an application does: with the page, each time it is loaded. Notes the first status after each load. */
const startWithPage = (page: Page) =>
  page.addInitScript((baseUrl) => {
    const load = Number(sessionStorage.getItem('loads')) + 1
    sessionStorage.setItem('loads', String(load))
    const start = async () => {
      while (!('harness' in window)) await new Promise((resolve) => setTimeout(resolve, 10))
      window.store = await window.harness.rillbox.startStore({ baseUrl })
      const status = await fetch(`${baseUrl}/ping`).then(
        (response) => response.status,
        () => 0,
      )
      sessionStorage.setItem('served', `${sessionStorage.getItem('served') ?? ''} load ${load}: ${status}`.trim())
    }
    addEventListener('load', () => void start())
  }, storeAddress)

const served = (page: Page) => page.evaluate(() => sessionStorage.getItem('served')).catch(() => null)

async function reloadHard(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await devtools.send('Page.reload', { ignoreCache: true })
  await loaded
}

test('serves a page after a hard reload', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  await startWithPage(page)
  await reloadHard(page)
  // The page that goes away unregisters its worker, and the new page then gets one of its own. A busy browser leaves the worker there: the new
  // page, loaded past it, reloads once more.
  await expect.poll(() => served(page)).toMatch(/^load [12]: 200$/)
})

test('reloads a page that was force-reloaded past a worker of other tabs', async ({ context }) => {
  const other = await openTab(context)
  await startStore(other)
  const page = await openTab(context)
  await startWithPage(page)
  await reloadHard(page)
  await expect.poll(() => served(page)).toBe('load 2: 200')
  expect((await send(other, ping)).status).toBe(200)
})

test('says so where another reload did not help', async ({ context }) => {
  await startStore(await openTab(context))
  const page = await openTab(context)
  await page.evaluate(() => sessionStorage.setItem('rillbox:reloaded-for-worker', '1'))
  await reloadHard(page)
  await page.waitForFunction(() => 'harness' in window)
  const error = await startError(page)
  expect(error).toMatchObject({ name: 'StoreError', code: 'setup-worker-failed' })
  expect(error?.hint).toContain('without Shift')
})

test('says so where the developer tools let requests bypass the worker', async ({ page, context }) => {
  await openPage(page)
  await startStore(page)
  await stop(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  const error = await startError(page)
  expect(error).toMatchObject({ name: 'StoreError', code: 'setup-worker-failed' })
  expect(error?.hint).toContain('Bypass for network')
  await devtools.send('Network.setBypassServiceWorker', { bypass: false })
  await startStore(page)
})

test('says so when all data of the site is cleared, and starts again', async ({ page, context }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  await openPage(page)
  await startStore(page)
  await append(page, 'orders', 'Placed')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(addresses.pages).origin, storageTypes: 'all' })
  await expect.poll(() => said.join('\n')).toMatch(/Service Worker of this page is gone.*startStore\(\) again/s)
  await startStore(page)
  expect((await send(page, ping)).status).toBe(200)
  expect((await send(page, `${storeAddress}/streams/orders`, { headers: json })).status).toBe(404)
  expect((await append(page, 'orders', 'Placed')).status).toBe(201)
  await stop(page)
  // msw 3.0.5 asks a registration that it finds to update, and handles no refusal: one that is being cleared aborts it.
  expect(errors.filter((error) => !error.includes('Failed to update a ServiceWorker'))).toEqual([])
})

test('starts again where only the database was deleted', async ({ page }) => {
  await openPage(page)
  await page.evaluate(async (baseUrl) => {
    const lost: string[] = []
    Object.assign(window, { lost })
    window.store = await window.harness.rillbox.startStore({
      baseUrl,
      onNotice: (notice) => notice.kind === 'lost' && lost.push(notice.error.code),
    })
  }, storeAddress)
  await append(page, 'orders', 'Placed')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => indexedDB.deleteDatabase(name!).addEventListener('success', resolve))
    }
  })
  expect((await append(page, 'orders', 'Placed')).status).toBe(500)
  expect((await append(page, 'orders', 'Placed')).status).toBe(500)
  expect(await page.evaluate(() => (window as unknown as { lost: string[] }).lost)).toEqual(['storage-evicted'])
  await startStore(page)
  expect((await append(page, 'orders', 'Placed')).status).toBe(201)
})

test('says so where a content security policy forbids the requests', async ({ page }) => {
  await page.route(addresses.pages, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "connect-src 'self' ws:" }
    await route.fulfill({ response, headers })
  })
  await openPage(page)
  const error = await startError(page)
  expect(error).toMatchObject({ name: 'StoreError', code: 'setup-worker-failed' })
  expect(error?.message).toContain('content security policy')
  expect(error?.hint).toContain(`connect-src 'self' ${storeAddress}`)
  await startStore(page, { baseUrl: '/_store' })
})

test('serves a frame with an address or a document, and none of about:blank', async ({ page }) => {
  await openPage(page)
  await startStore(page)
  const statuses = await page.evaluate(async (url) => {
    const ask = async (set: (frame: HTMLIFrameElement) => void) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      set(frame)
      document.body.append(frame)
      await loaded
      return await frame.contentWindow!.fetch(url).then(
        ({ status }) => status,
        () => 0,
      )
    }
    return [
      await ask((frame) => (frame.src = '/admin-ui.html')),
      await ask((frame) => (frame.src = 'about:blank')),
      await ask((frame) => (frame.srcdoc = '<p>inside')),
    ]
  }, ping)
  expect(statuses).toEqual([200, 0, 200])
})
