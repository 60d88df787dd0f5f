// Steps that many tests share: open the empty page, start a store in it, send requests through the page's own fetch.

import type { Release } from '../src/index.ts'
import type { Page } from '@playwright/test'
import { addresses } from './addresses.ts'

/** Another origin, as a front end has it in development; nothing listens there. */
export const storeAddress = 'http://localhost:2113'

/** Opens the page that has the package and msw at hand, and nothing else. */
export async function openPage(page: Page, path = ''): Promise<Page> {
  await page.goto(addresses.pages + path)
  await page.waitForFunction(() => 'harness' in window)
  return page
}

export interface PageStoreOptions {
  readonly baseUrl?: string
  readonly name?: string
  readonly workerUrl?: string
  readonly workerScope?: string
  readonly sharesOrigin?: boolean
  readonly release?: Release
}

/** Starts a store in the page, as `window.store`. Fails as `startStore` does. */
export async function startStore(page: Page, options: PageStoreOptions = {}): Promise<void> {
  await page.evaluate(
    async (given) => {
      window.store = await window.harness.rillbox.startStore(given)
    },
    { baseUrl: storeAddress, ...options },
  )
}

/** The error of a start that fails, as a plain object; undefined if it does not fail. */
export const startError = (
  page: Page,
  options: PageStoreOptions = {},
): Promise<{ name: string; code: string; message: string; hint: string } | undefined> =>
  page.evaluate(
    async (given) => {
      try {
        window.store = await window.harness.rillbox.startStore(given)
        return undefined
      } catch (error) {
        const { name, message, code, hint } = error as Error & { code: string; hint: string }
        return { name, message, code, hint }
      }
    },
    { baseUrl: storeAddress, ...options },
  )

export interface Exchange {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a request with the page's fetch. The answer's status is 0 if there was none. */
export const send = (
  page: Page,
  url: string,
  init: Exchange = {},
): Promise<{ status: number; statusText: string; type: string; body: string }> =>
  page.evaluate(
    async ([target, options]) => {
      try {
        const response = await fetch(target, options)
        const type = response.headers.get('content-type') ?? ''
        return { status: response.status, statusText: response.statusText, type, body: await response.text() }
      } catch {
        return { status: 0, statusText: '', type: '', body: '' }
      }
    },
    [url, init] as const,
  )

export const asAdmin = { authorization: `Basic ${Buffer.from('admin:changeit').toString('base64')}` }
export const json = { accept: 'application/json' }

/** Appends one event with distinct data. */
export const append = (page: Page, stream: string, type: string, data: unknown = {}, base = storeAddress) =>
  send(page, `${base}/streams/${encodeURIComponent(stream)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.eventstore.events+json' },
    body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: type, data }]),
  })

/** Creates a continuous projection. */
export const project = (page: Page, name: string, query: string) =>
  send(page, `${storeAddress}/projections/continuous?name=${name}&emit=yes&enabled=yes`, {
    method: 'POST',
    headers: { ...asAdmin, 'content-type': 'application/json' },
    body: query,
  })

export const projectionState = async (page: Page, name: string): Promise<unknown> => {
  const { body } = await send(page, `${storeAddress}/projection/${name}/state`, { headers: asAdmin })
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
