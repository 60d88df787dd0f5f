// Lets a test use pages/admin-ui.ts: signs in, sends, reads, and opens pages that poll.

import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { AdminExchange, AdminRequest, PolledPage } from '../pages/admin-ui.ts'

export const signIn = (page: Page, password = 'changeit'): Promise<AdminExchange> =>
  page.evaluate((given) => window.adminUi.signIn('admin', given), password)

/** Sends with the credentials of the last `signIn`. */
export const send = (page: Page, request: AdminRequest): Promise<AdminExchange> =>
  page.evaluate((given) => window.adminUi.send(given), request)

/** All requests so far, answered or not. */
export const exchanges = (page: Page): Promise<AdminExchange[]> => page.evaluate(() => window.adminUi.exchanges)

/** @returns the parsed answer. Fails unless it is a 200. */
export async function read<T>(page: Page, path: string, accept?: string): Promise<T> {
  const { status, body } = await send(page, { path, ...(accept && { accept }) })
  expect(status, path).toBe(200)
  return JSON.parse(body!) as T
}

/** @returns the state of a projection; undefined before its first event has been handled. */
export async function readState(page: Page, projection: string): Promise<unknown> {
  const { status, body } = await send(page, { path: `${projection}/state` })
  expect(status).toBe(200)
  return body === '' ? undefined : JSON.parse(body!)
}

/** Opens a page that polls, and waits until it has sent each of its requests this many times. */
export async function poll(page: Page, name: PolledPage, times: number): Promise<AdminExchange[]> {
  const before = (await exchanges(page)).length
  await page.evaluate((opened) => window.adminUi.open(opened), name)
  const polled = async () => (await exchanges(page)).slice(before).filter(({ ended }) => ended !== undefined)
  const paths = new Set((await exchanges(page)).slice(before).map(({ path }) => path))
  await expect.poll(async () => (await polled()).length).toBeGreaterThanOrEqual(times * paths.size)
  await page.evaluate(() => window.adminUi.close())
  return await polled()
}

/** @returns the parsed answer to the last request for this path. */
export const lastOf = (polled: readonly AdminExchange[], path: string): unknown =>
  JSON.parse(polled.findLast((exchange) => exchange.path === path)!.body!)
