// The workbench at /ui of a real port: what it shows of the live store, with the keyboard alone, and that no stranger's page gets it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { Serving } from '../../src/server.ts'
import { serve } from '../../src/server.ts'
import { expectAccessible } from '../playground/accessible.ts'

let served: Serving
let url: string
test.beforeEach(async () => {
  served = await serve({ port: 0, control: true, security: 'insecure', systemProjections: false, warn: () => undefined })
  url = `http://localhost:${served.port}`
  const { store } = served
  await store.append('cart-1', [
    { type: 'added', data: { n: 1 } },
    { type: 'added', data: { n: 2 } },
  ])
  await store.project('counts', 'fromAll().when({ $init: () => ({ n: 0 }), added: (s, e) => { s.n += e.data.n } })')
  await store.settled()
  await fetch(`${url}/streams/cart-1/0`, { headers: { Accept: 'application/json' } })
})
test.afterEach(() => served.close())

/** Puts the focus on an element as a user of the keyboard does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const label = await focused.evaluate(
      (element) =>
        element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '',
    )
    const words = label.replaceAll(/\s+/g, ' ').trim()
    if (typeof name === 'string' ? words === name : name.test(words)) return
  }
  throw new Error(`The keyboard does not reach "${name}".`)
}

for (const width of [390, 1440]) {
  test(`shows and moves the store with the keyboard alone, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/ui`)
    await tabTo(page, /^cart-1 2$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Events of cart-1' }).getByRole('row')).toHaveText([
      /Number/,
      /1.*added.*\{"n":2\}/s,
      /0.*added.*\{"n":1\}/s,
    ])
    await tabTo(page, /^counts Running, 2$/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('"n": 3')).toBeVisible()
    await tabTo(page, 'Run its steps')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Last steps' }).getByRole('row')).toHaveText([
      /Event/,
      /1@cart-1.*\{"n":3\}/s,
      /0@cart-1.*\{"n":1\}/s,
    ])
    await tabTo(page, /^GET \/streams\/cart-1\/0$/)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Answered by the store.')).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBe(0)

    // What clients do later is seen without a reload, and commands reach the store.
    await served.store.append('cart-2', { type: 'added', data: { n: 4 } })
    await expect(page.getByRole('button', { name: /cart-2/ })).toBeVisible()
    await expect(page.getByText('"n": 7')).toBeVisible()
    await page.getByRole('button', { name: 'Stop', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /counts Stopped/ })).toBeVisible()
    await page.getByLabel('Path').focus()
    await page.keyboard.type('/streams/cart-1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/"kind":"status"/)).toBeVisible()
    expect((await fetch(`${url}/streams/cart-1`)).status).toBe(503)
    await page.getByRole('button', { name: 'Freeze time' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Let time go on' })).toBeVisible()
    await expectAccessible(page)
    // The page asks over the control routes alone: it is no client of the store.
    const paths = served.store.requests.entries.map((entry) => new URL(entry.url).pathname)
    expect(paths).toEqual(['/streams/cart-1/0', '/streams/cart-1'])
  })
}

test('says why there is nothing without the control routes', async ({ page }) => {
  const plain = await serve({ port: 0, security: 'insecure', warn: () => undefined })
  try {
    await page.goto(`http://localhost:${plain.port}/ui`)
    await expect(page.getByRole('heading', { name: 'Not switched on' })).toBeVisible()
    await expect(page.getByText('rillbox serve --control')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await plain.close()
  }
})

test("is in no stranger's frame, and gives nothing to a stranger's page or name", async ({ page }) => {
  const stranger = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Stranger</title><iframe src="${url}/ui"></iframe>`)
  })
  await new Promise<void>((resolve) => stranger.listen(0, () => resolve()))
  const { port } = stranger.address() as AddressInfo
  try {
    // Another port of this machine is another origin of the same site, which the port itself lets in.
    await page.goto(`http://localhost:${port}/`)
    await expect.poll(() => page.frames().length).toBe(2)
    await page.waitForLoadState()
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Rillbox workbench' })).toHaveCount(0)
    const read = await page.evaluate(
      (address) =>
        fetch(address).then(
          ({ status }) => status,
          () => 'refused',
        ),
      `${url}/ui`,
    )
    expect(read).not.toBe(200)
  } finally {
    stranger.close()
  }
  const answer = await fetch(`${url}/ui`)
  expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  const refused = await fetch(`${url}/ui`, { headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'iframe' } })
  expect(refused.status).toBe(403)
})
