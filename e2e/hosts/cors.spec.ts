// Strict CORS: a page on another origin gets the same through an interceptor as from a real server.

import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { createStore, repeatableEnvironment } from '../../src/index.ts'
import { connectContexts } from '../../src/playwright/network/contexts.ts'
import { listen } from '../../src/server.ts'
import { openPage } from '../harness.ts'

interface Case {
  readonly path: string
  readonly init?: {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: string
    readonly credentials?: RequestCredentials
  }
}

const json = { 'Content-Type': 'application/json' }
const events = { 'Content-Type': 'application/vnd.eventstore.events+json' }
const authorization = `Basic ${btoa('admin:changeit')}`
const batch = '[{"eventId":"00000000-0000-4000-8000-000000000001","eventType":"Placed","data":{}}]'

const cases: Readonly<Record<string, Case>> = {
  'a simple read': { path: '/streams/orders', init: { headers: { Accept: 'application/vnd.eventstore.atom+json' } } },
  'a read with credentials in a header': { path: '/users', init: { headers: { Authorization: authorization } } },
  'a read with cookies': { path: '/ping', init: { credentials: 'include' } },
  'a header that is not listed': { path: '/ping', init: { headers: { 'X-Unlisted': '1' } } },
  'a header of caches': { path: '/streams/orders', init: { headers: { 'If-None-Match': '"1"' } } },
  'a header that is listed': { path: '/streams/orders/0', init: { headers: { 'ES-ResolveLinkTos': 'true' } } },
  'a long poll': { path: '/streams/orders/0/forward/5', init: { headers: { 'ES-LongPoll': '1', Accept: 'application/json' } } },
  'an append': { path: '/streams/orders', init: { method: 'POST', headers: events, body: batch } },
  'an append with an expected version that is wrong': {
    path: '/streams/orders',
    init: { method: 'POST', headers: { ...events, 'ES-ExpectedVersion': '7' }, body: batch },
  },
  'a post that needs no preflight': {
    path: '/streams/orders',
    init: { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
  },
  'a deletion': { path: '/streams/orders', init: { method: 'DELETE', headers: { 'ES-HardDelete': 'true' } } },
  'a put': {
    path: '/users/ops',
    init: { method: 'PUT', headers: { ...json, Authorization: authorization }, body: '{"fullName":"O","groups":[]}' },
  },
  'a method that the path does not have': { path: '/ping', init: { method: 'PUT', body: '' } },
  'a method that no path has': { path: '/ping', init: { method: 'PATCH', body: '' } },
  'a path that is not there': { path: '/nowhere' },
  'a login that is refused': { path: '/users', init: { headers: { Authorization: `Basic ${btoa('admin:wrong')}` } } },
  'a redirect': { path: '/streams/orders', init: { method: 'POST', headers: { ...json, 'ES-EventType': 'Placed' }, body: '{}' } },
}

const serverLike = 'http://127.0.0.1:21139'
const seeded = [{ type: 'Placed' }, { type: 'Paid' }]

/** Leads requests of the page to a store with the check. @returns how it is taken back. */
const interceptors: Readonly<Record<string, (page: Page, browser: Browser) => Promise<() => Promise<void>>>> = {
  async "Playwright's route"(_page, browser) {
    const store = createStore({ strictCors: true, environment: repeatableEnvironment() })
    await store.append('orders', seeded)
    const stop = () => undefined
    const connection = await connectContexts(browser, { fetch: store.fetch, baseUrl: serverLike, warn: stop, report: stop })
    return async () => {
      await connection.close()
      await store.close()
    }
  },
  async "msw's worker"(page) {
    await page.evaluate(
      async ([baseUrl, events]) => {
        const { startStore, repeatableEnvironment: repeatable, memoryStorage } = window.harness.rillbox
        window.store = await startStore({ baseUrl, strictCors: true, storage: memoryStorage(), environment: repeatable() })
        await window.store.append('orders', events)
      },
      [serverLike, seeded] as const,
    )
    return () => page.evaluate(() => window.store.stop())
  },
}

/** The parts of a response that the page's code can see, without the CORS headers: some interceptors leave them in. */
const observe = (page: Page, base: string, { path, init = {} }: Case) =>
  page.evaluate(
    async ([url, given]) => {
      try {
        const response = await fetch(url, given)
        const headers = [...response.headers.keys()].filter((name) => !name.startsWith('access-control-')).sort()
        return { status: response.status, headers, hasBody: (await response.text()).length > 0 }
      } catch (error) {
        return { refused: error instanceof TypeError }
      }
    },
    [base + path, init] as const,
  )

test.describe.configure({ mode: 'default' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPage(await browser.newPage())
})
test.afterAll(() => page.close())

for (const [interceptor, intercept] of Object.entries(interceptors)) {
  for (const [name, request] of Object.entries(cases)) {
    test(`${interceptor}: ${name}`, async ({ browser }) => {
      const realStore = createStore({ environment: repeatableEnvironment() })
      await realStore.append('orders', seeded)
      const server = await listen(realStore, { port: 0 })
      // Before there is any route: with one, Playwright answers the preflights of all requests itself.
      const real = await observe(page, server.url, request)
      await server.close()
      const stop = await intercept(page, browser)
      try {
        expect(await observe(page, serverLike, request)).toEqual(real)
      } finally {
        await stop()
      }
    })
  }
}
