// A page on plain http and no localhost, as on a phone in the same network: no Service Worker, no Web Locks, no crypto.subtle.

import { expect, test } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'
import { addresses } from '../addresses.ts'
import { append, asAdmin, project, projectionState, send, startError, startStore, storeAddress } from '../harness.ts'

const { args, ...others } = launchOptions()
test.use({ launchOptions: { ...others, args: [...args, '--host-resolver-rules=MAP insecure.test 127.0.0.1'] } })

test('has its store too, through the page’s own fetch', async ({ page }) => {
  await page.goto(addresses.pages.replace('localhost', 'insecure.test'))
  await page.waitForFunction(() => 'harness' in window)
  const missing = await page.evaluate(() => [
    isSecureContext,
    'serviceWorker' in navigator,
    'locks' in navigator,
    crypto.subtle !== undefined,
  ])
  expect(missing).toEqual([false, false, false, false])

  await startStore(page)
  const accounts = await send(page, `${storeAddress}/users/$current`, { headers: { ...asAdmin, accept: 'application/json' } })
  expect(accounts.status).toBe(200)
  expect(JSON.parse(accounts.body)).toMatchObject({ data: { loginName: 'admin' } })
  await project(page, 'ticks', "fromStream('ticks').when({ $init: () => ({ n: 0 }), Tick: (s) => { s.n++; return s } })")
  expect((await append(page, 'ticks', 'Tick')).status).toBe(201)
  await expect.poll(() => projectionState(page, 'ticks')).toEqual({ n: 1 })
})

test('fails where another user of msw has replaced the page’s fetch, and leaves that at work', async ({ page }) => {
  await page.goto(addresses.pages.replace('localhost', 'insecure.test'))
  await page.waitForFunction(() => 'harness' in window)
  await page.evaluate(async () => {
    const { http, setupWorker } = window.harness.msw
    await setupWorker(http.get('/api/user', () => new Response('Ada'))).start({ quiet: true, onUnhandledFrame: 'bypass' })
  })
  expect(await startError(page)).toMatchObject({ code: 'setup-msw-running' })
  expect(await send(page, new URL('/api/user', page.url()).href)).toMatchObject({ status: 200, body: 'Ada' })
})
