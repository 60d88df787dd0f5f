// A store beside the rest of an application: its own handlers, its own requests, its own errors.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { openPage, send, startStore, storeAddress } from '../harness.ts'

test("goes into an application's own worker, whose other handlers go on working", async ({ page }) => {
  await openPage(page)
  await page.evaluate(async (baseUrl) => {
    const { msw, rillbox } = window.harness
    const store = rillbox.createStore({ baseUrl })
    const own = msw.http.get('/api/user', () => msw.HttpResponse.json({ name: 'Ada' }))
    const late = msw.http.get(`${baseUrl}/never`, () => new Response('not reached'))
    await msw.setupWorker(own, ...rillbox.storeHandlers(store, { baseUrl }), late).start({ quiet: true, onUnhandledFrame: 'bypass' })
  }, storeAddress)
  expect(await send(page, `${addresses.pages}api/user`)).toMatchObject({ status: 200, body: '{"name":"Ada"}' })
  expect((await send(page, `${storeAddress}/ping`)).status).toBe(200)
  expect((await send(page, `${storeAddress}/never`)).status).toBe(404)
  expect((await send(page, `${addresses.pages}minified.js`)).status).toBe(200)
})

test('silently passes on requests that are not its own', async ({ page }) => {
  const spoken: string[] = []
  page.on('console', (message) => spoken.push(message.text()))
  await openPage(page)
  await startStore(page)
  expect(await send(page, `${addresses.pages}minified.js`)).toMatchObject({ status: 200 })
  expect(await send(page, `${addresses.pages}missing.json`)).toMatchObject({ status: 404 })
  expect(spoken.filter((text) => /msw/i.test(text))).toEqual([])
})

test('turns a dropped connection into a failed fetch', async ({ page }) => {
  await openPage(page)
  await page.evaluate(async (baseUrl) => {
    const { msw, rillbox } = window.harness
    const store = { fetch: () => Promise.resolve(Response.error()) }
    await msw.setupWorker(...rillbox.storeHandlers(store, { baseUrl })).start({ quiet: true })
  }, storeAddress)
  expect((await send(page, `${storeAddress}/streams/a`)).status).toBe(0)
})

test('is a server that cannot be reached once its storage is closed, and says why on the console', async ({ page }) => {
  const spoken: string[] = []
  page.on('console', (message) => spoken.push(message.text()))
  await openPage(page)
  await startStore(page)
  await page.evaluate(() => window.store.close())
  expect((await send(page, `${storeAddress}/streams/a`)).status).toBe(0)
  expect(spoken.join('\n')).toContain('StoreError')
})
