// The workbench at /ui of a real port: what it shows of the live store, with the keyboard alone, and that no stranger's page gets it. Needs `npm run build:package`.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { Serving } from '../../src/server.ts'
import { serve } from '../../src/server.ts'
import type { StoreElement } from '../../src/playground/elements.ts'
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

/** What the focus is on, across shadow roots. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let { activeElement } = document
    while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot)
    const { ariaLabel, textContent } = activeElement ?? {}
    const labels = (activeElement as HTMLInputElement | null)?.labels
    return (ariaLabel ?? labels?.[0]?.textContent ?? textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  })

/** Puts the focus on a button as a user of the keyboard does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  await expect(page.getByRole('button', { name }).first()).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

/** Goes to the panel behind the next tab. */
async function openNext(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
}

async function expectToFit(page: Page): Promise<void> {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

const refusals = (page: Page): string[] => {
  const lines: string[] = []
  page.on('console', (message) => message.type() === 'error' && lines.push(message.text()))
  page.on('pageerror', ({ message }) => lines.push(message))
  return lines
}

for (const width of [390, 1440]) {
  test(`shows and moves the store with the keyboard alone, at ${width} px`, async ({ page }) => {
    const refused = refusals(page)
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/ui`)
    await expect(page.getByRole('tab', { name: 'Streams', selected: true })).toBeVisible()
    // The only stream is open at once; where the list has no room beside it, it is a step back.
    await expect(page.getByRole('row', { name: /^1 added, event 1 \{ "n": 2 \}/ })).toBeVisible()
    await tabTo(page, /^added, event 1/)
    await expectToFit(page)

    await openNext(page, 'Projections')
    await expect(page.getByText('Running').first()).toBeVisible()
    await expect(page.getByRole('group', { name: 'State' })).toContainText('"n": 3')
    // What clients do later is seen without a reload.
    await served.store.append('cart-2', { type: 'added', data: { n: 4 } })
    await expect(page.getByRole('group', { name: 'State' })).toContainText('"n": 7')
    await expectToFit(page)

    await openNext(page, 'Steps')
    await expect(page.getByText(/step 1 of 3/)).toBeVisible()
    await tabTo(page, /^Step forward/)
    await expectToFit(page)

    await openNext(page, 'Requests')
    await expect(page.getByText('/streams/cart-1/0')).toBeVisible()
    await expectToFit(page)

    await openNext(page, 'Record')
    await expectToFit(page)

    await openNext(page, 'Faults')
    await tabTo(page, /^Offline/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name: 'Faults, 1 in force' })).toBeVisible()
    await expect.poll(() => served.store.faults.offline).toBe(true)
    await expect(fetch(`${url}/streams/cart-1`)).rejects.toThrow()
    await page.keyboard.press('Enter')
    await expect.poll(() => served.store.faults.offline).toBe(false)
    await expectToFit(page)

    await openNext(page, 'Snapshots')
    await tabTo(page, /^Save/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table')).toContainText('3 events')
    await served.store.clear()
    await tabTo(page, /^Restore/)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await served.store.read('cart-1')).length).toBe(2)
    await expectToFit(page)

    await openNext(page, 'Clock')
    await tabTo(page, /^Freeze the clock$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => served.store.clock.isFrozen?.()).toBe(true)
    await expect(page.getByRole('button', { name: 'Freeze the clock', pressed: true })).toBeVisible()
    await expectToFit(page)
    // To look leaves no request behind.
    const paths = served.store.requests.entries.map((entry) => new URL(entry.url).pathname)
    expect(paths).toEqual(['/streams/cart-1/0', '/streams/cart-1'])
    expect(refused).toEqual([])
  })
}

test('runs an edited query in the served store', async ({ page }) => {
  await page.goto(`${url}/ui?panel=projections`)
  const editor = page.getByRole('textbox', { name: 'Query' })
  await editor.focus()
  // The editor proper has come with the focus.
  await expect(page.locator('rillbox-query-editor .cm-content')).toContainText('fromAll()')
  await page
    .locator('rillbox-query-editor .cm-content')
    .fill('fromAll().when({ $init: () => ({ n: 40 }), added: (s, e) => { s.n += e.data.n } })')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => served.store.state('counts')).toEqual({ n: 43 })
  await expect(page.getByRole('group', { name: 'State' })).toContainText('"n": 43')
  const commands = served.store.requests.entries.map(({ method, url: address }) => `${method} ${new URL(address).pathname}`)
  expect(commands).toContain('PUT /projection/counts/query')
})

test('opens a copy in the playground, whose engine runs in the page', async ({ page }) => {
  const refused = refusals(page)
  await page.goto(`${url}/ui`)
  await page.getByRole('button', { name: 'Playground' }).click()
  const copy = page.locator('rillbox-playground')
  await expect(copy.getByRole('button', { name: /cart-1/ }).first()).toBeVisible()
  await expect.poll(() => copy.evaluate((element) => (element as StoreElement).store?.state('counts'))).toEqual({ n: 3 })
  expect(refused).toEqual([])
})

test('shows the stores of tests, and hears of those that come and go', async ({ page }) => {
  await page.goto(`${url}/ui`)
  await expect(page.getByRole('button', { name: /cart-1/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Store' })).toHaveCount(0)
  const body = JSON.stringify({ name: 'mine', release: '23.10', scenario: { version: 1, events: [{ stream: 'order-1', type: 'Placed' }] } })
  await fetch(`${url}/-/stores`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  await page.getByRole('combobox', { name: 'Store' }).selectOption('mine')
  await expect(page.getByRole('button', { name: /order-1/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /order-1/ })).toBeVisible()
  await fetch(`${url}/-/stores/mine`, { method: 'DELETE' })
  await expect(page.getByRole('button', { name: /cart-1/ })).toBeVisible()
  await expect(page.getByText('The store mine is closed.')).toBeVisible()
})

test('says that the server is gone, and goes on with the next', async ({ page }) => {
  const { port } = served
  await page.goto(`${url}/ui`)
  await expect(page.getByRole('button', { name: /cart-1/ })).toBeVisible()
  await served.close()
  await expect(page.getByText('The server does not answer.')).toBeVisible()
  served = await serve({ port, control: true, security: 'insecure', systemProjections: false, warn: () => undefined })
  await served.store.append('cart-9', { type: 'added' })
  await expect(page.getByRole('button', { name: /cart-9/ })).toBeVisible()
  await expect(page.getByText('The server does not answer.')).toHaveCount(0)
})

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
    await expect(page.frameLocator('iframe').getByRole('tab')).toHaveCount(0)
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
