// Opens the page with a stream browser and a request panel, and reaches into its store.

import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { NewEventOf } from '../../src/engine/typed-events.ts'
import { addresses } from '../addresses.ts'

export const address = `${addresses.pages}playground/inspect.html`

export const browser = (page: Page) => page.locator('rillbox-stream-browser')
export const streams = (page: Page) => browser(page).getByRole('list', { name: 'Streams' })
export const events = (page: Page) => browser(page).getByRole('table')
export const requests = (page: Page) => page.locator('rillbox-request-panel')

export async function openInspector(page: Page): Promise<void> {
  await page.goto(address)
  await expect(streams(page).getByRole('listitem')).toHaveCount(4)
}

export const choose = (page: Page, stream: string): Promise<void> => streams(page).getByTitle(stream, { exact: true }).click()

/** Appends past the panels, as another part of the page would. */
export const append = (page: Page, stream: string, list: NewEventOf | readonly NewEventOf[]): Promise<unknown> =>
  page.evaluate(({ stream, list }) => document.querySelector('rillbox-store')!.store!.append(stream, list), { stream, list })

/** Sends as the panels do: the request panel shows it. */
export const send = (page: Page, method: string, path: string, options: { headers?: Record<string, string>; body?: string } = {}) =>
  page.evaluate(
    async ({ method, path, options }) => (await document.querySelector('rillbox-store')!.session.send(method, path, options)).status,
    { method, path, options },
  )

/** Nothing is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
