// The stream browser: what it shows, how it follows a stream, and what it writes.

import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from './accessible.ts'
import { append, browser, choose, events, openInspector, overflow, requests, streams } from './inspect-page.ts'

test.beforeEach(({ page }) => openInspector(page))

test('lists the user’s streams with their counts; the others behind a switch', async ({ page }) => {
  await expect(streams(page).getByRole('button')).toHaveText([/^\s*cart-1\s*2/, /^\s*cart-2\s*2/, /^\s*links\s*2/, /^\s*recent\s*2/])
  await browser(page).getByRole('searchbox', { name: 'Filter streams by name' }).fill('CART')
  await expect(streams(page).getByRole('listitem')).toHaveCount(2)
  await browser(page).getByRole('searchbox', { name: 'Filter streams by name' }).fill('')
  await browser(page).getByRole('checkbox', { name: 'System streams' }).check()
  await expect(streams(page).getByTitle('$$recent', { exact: true })).toBeVisible()
  await expect(streams(page).getByTitle('cart-1', { exact: true })).toBeVisible()
})

test('shows an event as it was written, and steps to its neighbours', async ({ page }) => {
  await append(page, 'cart-1', { type: 'ItemAdded', data: { sku: 'kettle' }, metadata: { by: 'kim' } })
  await choose(page, 'cart-1')
  await events(page).getByRole('button', { name: 'ItemAdded, event 0' }).click()
  const detail = browser(page).locator('rillbox-event')
  await expect(detail).toContainText('0@cart-1')
  await expect(detail).toContainText('"espresso"')
  await expect(detail).toContainText('{ "by": "kim" }')
  await browser(page).getByRole('button', { name: 'Newer' }).first().click()
  await expect(detail).toContainText('"cup"')
  await expect(browser(page).getByRole('button', { name: '↑ Newer' })).toBeFocused()
  await browser(page).getByRole('button', { name: '↑ Newer' }).press('Enter')
  await expect(detail).toContainText('"kettle"')
  await expect(browser(page).getByRole('button', { name: '↑ Newer' })).toBeDisabled()
})

test('numbers keep the digits that JavaScript cannot hold', async ({ page }) => {
  await page.evaluate(() =>
    document.querySelector('rillbox-store')!.session.send('POST', '/streams/exact', {
      headers: { 'Content-Type': 'application/json', 'ES-EventType': 'Counted', 'ES-EventId': crypto.randomUUID() },
      body: '{"n": 12345678901234567890.10}',
    }),
  )
  await choose(page, 'exact')
  await events(page).getByRole('button', { name: 'Counted, event 0' }).click()
  await expect(browser(page).locator('rillbox-event')).toContainText('{ "n": 12345678901234567890.10 }')
})

test('bytes that are no text are said to be none', async ({ page }) => {
  await page.evaluate(() =>
    document.querySelector('rillbox-store')!.store!.fetch(
      new Request('http://localhost:2113/streams/bytes', {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', 'ES-EventType': 'Raw', 'ES-EventId': crypto.randomUUID() },
        body: new Uint8Array([0xff, 0x00, 0x41]),
      }),
    ),
  )
  await choose(page, 'bytes')
  await events(page).getByRole('button', { name: 'Raw, event 0' }).click()
  const detail = browser(page).locator('rillbox-event')
  await expect(detail).toContainText('3 bytes that are no UTF-8 text')
  await expect(detail).toContainText('ff 00 41')
})

test('links lead to their targets, broken ones say so', async ({ page }) => {
  await choose(page, 'links')
  await expect(events(page)).toContainText('broken link → 7@cart-1')
  await events(page).getByRole('button', { name: '$>, event 1' }).click()
  await expect(browser(page).locator('rillbox-event')).toContainText('1@links is a broken link: there is no event 7@cart-1 to read.')
  await events(page).getByRole('button', { name: 'ItemAdded, event 0' }).click()
  await browser(page).getByRole('button', { name: '1@cart-1' }).click()
  await expect(browser(page).locator('rillbox-event')).toContainText('"cup"')
  expect(await page.evaluate(() => document.querySelector('rillbox-store')!.session.selection)).toMatchObject({
    stream: 'cart-1',
    event: 1,
  })
})

test('goes through thousands of events page by page', async ({ page }) => {
  const list = Array.from({ length: 1000 }, (_, n) => ({ type: 'Counted', data: { n } }))
  for (let batch = 0; batch < 3; batch += 1) await append(page, 'many', list)
  await choose(page, 'many')
  await expect(streams(page).getByTitle('many', { exact: true })).toContainText('3,000')
  const pages = browser(page).getByRole('navigation', { name: 'Pages of events' })
  await expect(pages).toContainText('2970–2999')
  await pages.getByRole('button', { name: 'Older' }).click()
  await expect(pages).toContainText('2940–2969')
  await pages.getByRole('button', { name: 'Oldest' }).click()
  await expect(pages).toContainText('0–29')
  await pages.getByRole('button', { name: 'Newer' }).click()
  await expect(pages).toContainText('30–59')
  await pages.getByRole('button', { name: 'Newest' }).click()
  await expect(pages).toContainText('2970–2999')
  // Whatever is selected elsewhere is found, wherever it stands.
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.select({ stream: 'many', event: 1234 }))
  await expect(browser(page).locator('rillbox-event')).toContainText('{ "n": 234 }')
})

test('new events come in without moving what is being read, and are announced', async ({ page }) => {
  await append(
    page,
    'cart-1',
    Array.from({ length: 20 }, () => ({ type: 'ItemAdded' })),
  )
  await choose(page, 'cart-1')
  const rows = events(page).getByRole('rowheader')
  await expect(rows).toHaveCount(22)
  await events(page).getByRole('button', { name: 'ItemAdded, event 1', exact: true }).click()
  const detail = browser(page).locator('rillbox-event')
  await expect(detail).toContainText('"cup"')
  const before = await detail.boundingBox()
  await append(page, 'cart-1', [{ type: 'ItemRemoved' }, { type: 'CheckedOut' }])
  await expect(rows).toHaveCount(24)
  await expect(browser(page).getByText('2 events in cart-1')).toBeAttached()
  await expect.poll(async () => (await detail.boundingBox())?.y).toBeCloseTo(before!.y, 0)
  await browser(page).getByRole('button', { name: '↑ 2 newer' }).click()
  await expect(rows.first()).toContainText('CheckedOut')
  await expect(rows.first()).toBeInViewport()
})

test('with the switch off, new events wait', async ({ page }) => {
  await choose(page, 'cart-1')
  await expect(events(page).getByRole('rowheader')).toHaveCount(2)
  await browser(page).getByRole('switch', { name: 'Live' }).uncheck()
  await append(page, 'cart-1', { type: 'CheckedOut' })
  const newer = browser(page).getByRole('button', { name: '↑ 1 newer' })
  await expect(newer).toBeVisible()
  await expect(events(page).getByRole('rowheader')).toHaveCount(2)
  await newer.click()
  await expect(events(page).getByRole('rowheader')).toHaveCount(3)
})

test('appends what the form says, and shows the server’s answer', async ({ page }) => {
  await choose(page, 'cart-1')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  const form = browser(page).locator('rillbox-append-form')
  await form.getByLabel('Event type').fill('ItemAdded')
  await form.getByLabel('Data (JSON)', { exact: true }).fill('{\n  "sku": "kettle",\n}')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('Line 3, column 1: There is a comma before this, but nothing follows it.')
  await expect(form.getByLabel('Data (JSON)', { exact: true })).toBeFocused()
  await form.getByLabel('Data (JSON)', { exact: true }).fill('{ "sku": "kettle", "n": 12345678901234567890 }')
  await expect(form).not.toContainText('Line 3')
  await form.getByLabel('Expected version').selectOption('no stream')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form.getByRole('alert')).toContainText('400 Wrong expected EventNumber')
  await expect(form.getByRole('alert')).toContainText('ES-CurrentVersion: 1')
  await form.getByLabel('Expected version').selectOption('a number …')
  await form.getByLabel('Number of the last event').fill('1')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('201 Created')
  await expect(form).toContainText('/streams/cart-1/2')
  await expect(events(page)).toContainText('"kettle", "n": 12345678901234567890')
  await expect(requests(page).getByRole('rowheader')).toHaveCount(2)
})

test('deletes softly, brings back, and closes for ever', async ({ page }) => {
  await choose(page, 'cart-2')
  await browser(page).getByRole('button', { name: 'Delete', exact: true }).click()
  const form = browser(page).locator('rillbox-stream-delete')
  await form.getByRole('button', { name: 'Delete stream' }).click()
  await expect(form).toContainText('204 Stream deleted')
  await expect(streams(page).getByTitle('cart-2', { exact: true })).toContainText('deleted')
  await expect(browser(page)).toContainText('No events to read: the stream was soft deleted')
  await append(page, 'cart-2', { type: 'ItemAdded' })
  await expect(events(page).getByRole('button', { name: 'ItemAdded, event 2' })).toBeVisible()
  await form.getByRole('radio', { name: 'Hard delete' }).check()
  await form.getByRole('button', { name: 'Delete for good' }).click()
  await expect(streams(page).getByTitle('cart-2', { exact: true })).toContainText('tombstone')
  await expect(browser(page)).toContainText('a tombstone closes it for good')
})

test('shows and writes metadata', async ({ page }) => {
  await choose(page, 'recent')
  await expect(events(page).getByRole('rowheader')).toHaveCount(2)
  await browser(page).getByRole('button', { name: 'Metadata' }).click()
  const form = browser(page).locator('rillbox-stream-metadata')
  await expect(form.getByLabel('Metadata of recent (JSON)')).toHaveValue(/"\$maxCount": 2,\s+"owner": "shop"/)
  await form.getByLabel('Metadata of recent (JSON)').fill('{ "$maxCount": 1 }')
  await form.getByRole('button', { name: 'Write metadata' }).click()
  await expect(form).toContainText('201 Created')
  await expect(events(page).getByRole('rowheader')).toHaveCount(1)
  await expect(streams(page).getByTitle('recent', { exact: true })).toContainText('1 event')
})

for (const [width, scheme] of [
  [300, 'dark'],
  [390, 'light'],
  [1440, 'dark'],
] as const)
  test(`works on ${width} pixels, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await expectAccessible(page)
    await choose(page, 'cart-1')
    await events(page).getByRole('button', { name: 'ItemAdded, event 1' }).click()
    await expect(browser(page).locator('rillbox-event')).toContainText('"cup"')
    await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
    await expect(browser(page).getByLabel('Data (JSON)', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await browser(page).getByRole('button', { name: 'Metadata' }).click()
    await expect(browser(page).getByLabel('Metadata of cart-1 (JSON)')).toBeVisible()
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    if (width > 620) return
    await expect(streams(page)).toBeHidden()
    await browser(page).getByRole('button', { name: 'All streams' }).click()
    await expect(streams(page)).toBeVisible()
  })

test('an empty store can be filled, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => document.querySelector('rillbox-store')!.store!.clear())
  await expect(browser(page)).toContainText('No streams yet. The first event creates one.')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  const form = browser(page).locator('rillbox-append-form')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('Enter a stream name.')
  await form.getByLabel('Stream').fill('first')
  await form.getByLabel('Event type').fill('Begun')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(events(page).getByRole('button', { name: 'Begun, event 0' })).toBeVisible()
})

test('who may only look, is offered nothing that writes', async ({ page }) => {
  await choose(page, 'cart-1')
  await page.evaluate(() => {
    document.querySelector('rillbox-store')!.readonly = true
  })
  await expect(browser(page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(browser(page).getByRole('button', { name: 'Append' })).toHaveCount(0)
  await browser(page).getByRole('button', { name: 'Metadata' }).click()
  await expect(browser(page).getByLabel('Metadata of cart-1 (JSON)')).not.toBeEditable()
  await expect(browser(page).getByRole('button', { name: 'Write metadata' })).toHaveCount(0)
})

test('a closed store leaves nothing behind, and one that opens again is read anew', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await choose(page, 'cart-1')
  await expect(events(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.close())
  await expect(browser(page)).toContainText('Streams appear here when the store is open.')
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.open())
  await expect(streams(page).getByRole('listitem')).toHaveCount(4)
  expect(errors).toEqual([])
})

test.describe('values in JSON', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(`${addresses.pages}playground/json.html`)
    await page.waitForFunction(() => customElements.get('rillbox-json'))
  })
  const show = (page: Parameters<typeof openInspector>[0], text: string) =>
    page.evaluate((text) => {
      document.querySelector('rillbox-json')!.text = text
    }, text)

  test('big ones are folded, and unfold', async ({ page }) => {
    const items = Array.from({ length: 14_000 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }))
    await show(page, JSON.stringify({ items, exact: '%' }).replace('"%"', '9007199254740993.0'))
    const view = page.locator('rillbox-json')
    await expect(view).toContainText('"exact": 9007199254740993.0')
    await expect(view).toContainText('[ 14000 items ]')
    await view.getByRole('button', { name: '"items"' }).click()
    await expect(view).toContainText('"name 99"')
    await expect(view).not.toContainText('"name 100"')
    await view.getByRole('button', { name: 'Show 100 more' }).click()
    await expect(view).toContainText('"name 199"')
    await view.getByRole('button', { name: 'Show 1,000 more' }).click()
    await expect(view).toContainText('"name 1199"')
  })

  test('lists that are not so long show all of their items', async ({ page }) => {
    await show(
      page,
      JSON.stringify({ items: Array.from({ length: 150 }, (_, id) => ({ id, text: 'x'.repeat(50) })), more: { deep: ['y'.repeat(70)] } }),
    )
    const view = page.locator('rillbox-json')
    await expectAccessible(page)
    await view.getByRole('button', { name: '"items"' }).click()
    await view.getByRole('button', { name: 'Show all' }).click()
    await expect(view).toContainText('"id": 149')
  })

  test('long texts are cut until somebody asks for all', async ({ page }) => {
    await show(page, `no JSON ${'x'.repeat(1_000_000)} end`)
    const view = page.locator('rillbox-json')
    await expect(view).toContainText('more characters')
    await view.getByRole('button', { name: 'Show all' }).click()
    await expect(view).toContainText('x end')
  })

  test('the whole text is copied as it is', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const text = '{"a":1.50,\n"b":"\\u00e9"}'
    await show(page, text)
    await page.getByRole('button', { name: 'Copy data' }).click()
    await expect(page.getByRole('status')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  })
})
