// The hosts that carry requests to a store, each behind the same interface.

import type { Browser, Page } from '@playwright/test'
import { setupServer } from 'msw/node'
import { connectContexts } from '../../src/playwright/network/contexts.ts'
import type { FaultRule, Store } from '../../src/index.ts'
import { createStore, repeatableEnvironment } from '../../src/index.ts'
import { storeHandlers } from '../../src/node.ts'
import { listen } from '../../src/server.ts'
import { addresses } from '../addresses.ts'
import type { Answer } from './answer.ts'
import { dropped, toAnswer, toInit } from './answer.ts'
import type { Sent } from './scenarios.ts'

export interface Host {
  /** Absolute. */
  readonly baseUrl: string
  send(request: Sent): Promise<Answer>
  settle(): Promise<void>
  addFault(rule: FaultRule): Promise<void>
  close(): Promise<void>
}

const basePath = '/_store'

/** The clock stands still and ids repeat, so that every host's store gives the same answers. */
const openStore = (baseUrl: string): Store => createStore({ baseUrl, environment: repeatableEnvironment() })

const byFetch =
  (baseUrl: string, fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  (sent: Sent): Promise<Answer> =>
    fetch(baseUrl + sent.path, toInit(sent)).then(toAnswer, () => dropped)

const controls = (store: Store): Pick<Host, 'settle' | 'addFault'> => ({
  settle: () => store.settled(),
  addFault: (rule) => Promise.resolve(void store.faults.add(rule)),
})

/** As every client follows redirects. */
async function sendToItself(store: Store, url: string, sent: Sent): Promise<Answer> {
  const response = await store.fetch(new Request(url, toInit(sent)))
  const location = response.headers.get('Location')
  if (response.status !== 307 || location === null) return await toAnswer(response)
  return { ...(await sendToItself(store, new URL(location, url).href, sent)), redirected: true }
}

export async function storeItself(): Promise<Host> {
  const baseUrl = `http://reference.test${basePath}`
  const store = openStore(baseUrl)
  return { baseUrl, send: (sent) => sendToItself(store, baseUrl + sent.path, sent), ...controls(store), close: () => store.close() }
}

/** A real port. */
export async function socket(): Promise<Host> {
  const store = openStore(basePath)
  const { url, close } = await listen(store, { port: 0 })
  return { baseUrl: url + basePath, send: byFetch(url + basePath, (target, init) => fetch(target, init)), ...controls(store), close }
}

/** msw in this process. */
export async function mswInNode(): Promise<Host> {
  const baseUrl = `http://intercepted.test${basePath}`
  const store = openStore(baseUrl)
  const server = setupServer(...storeHandlers(store))
  server.listen({ onUnhandledFrame: 'bypass' })
  const close = async () => {
    server.close()
    await store.close()
  }
  return { baseUrl, send: byFetch(baseUrl, (target, init) => fetch(target, init)), ...controls(store), close }
}

/** Opens a page without a Service Worker on the address that `playwrightRoute` answers. */
export async function openRoutedPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await context.route('http://routed.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  const page = await context.newPage()
  await page.goto('http://routed.test/')
  return page
}

/** A route of Playwright, as the fixture sets it up. */
export async function playwrightRoute(page: Page): Promise<Host> {
  const baseUrl = `http://routed.test${basePath}`
  const store = openStore(baseUrl)
  const stop = () => undefined
  const browser = page.context().browser()!
  const connection = await connectContexts(browser, { fetch: store.fetch, baseUrl, warn: stop, report: stop })
  const close = async () => {
    await connection.close()
    await store.close()
  }
  return { baseUrl, send: (sent) => sendFromPage(page, baseUrl, sent), ...controls(store), close }
}

/** msw's Service Worker: the store lives in the page. */
export async function mswWorker(page: Page): Promise<Host> {
  const baseUrl = new URL(basePath, addresses.pages).href
  await page.evaluate(async (url) => {
    const { startStore, repeatableEnvironment: repeatable, memoryStorage } = window.harness.rillbox
    window.store = await startStore({ baseUrl: url, storage: memoryStorage(), environment: repeatable() })
  }, baseUrl)
  return {
    baseUrl,
    send: (sent) => sendFromPage(page, baseUrl, sent),
    settle: () => page.evaluate(() => window.store.settled()),
    addFault: (rule) => page.evaluate((given) => void window.store.faults.add(given), rule),
    close: () => page.evaluate(() => window.store.stop()),
  }
}

async function sendFromPage(page: Page, baseUrl: string, sent: Sent): Promise<Answer> {
  const { body, ...init } = toInit(sent)
  const bytes = body === undefined ? undefined : [...(body as Uint8Array)]
  return await page.evaluate(
    async ([url, given, content]) => {
      try {
        const response = await fetch(url, { ...given, ...(content && { body: new Uint8Array(content) }) })
        const read = new Uint8Array(await response.arrayBuffer())
        let text = ''
        for (const byte of read) text += String.fromCodePoint(byte)
        const { status, statusText, redirected, headers } = response
        return { status, statusText, redirected, headers: Object.fromEntries(headers), body: text }
      } catch {
        return { status: 0, statusText: '', redirected: false, headers: {}, body: '' }
      }
    },
    [baseUrl + sent.path, init, bytes] as const,
  )
}
