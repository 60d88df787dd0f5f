// The stream browser: how it shows, follows and writes streams.

import { expect, test } from '@playwright/test'
import { addresses } from '../../addresses.ts'
import { expectAccessible } from '../accessible.ts'
import { append, browser, choose, events, openInspector, overflow, requests, streams } from '../inspect-page.ts'
import { atEverySize } from '../sizes.ts'

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

test('the only stream is open, until the reader goes back to the list', async ({ page }) => {
  const load = (...names: string[]) =>
    page.evaluate(
      (streams) =>
        document.querySelector('rillbox-store')!.session.load({
          version: 1,
          events: streams.map((stream) => ({ stream, type: 'Alone', data: {} })),
        }),
      names,
    )
  await load('only')
  await expect(events(page).getByRole('button', { name: 'Alone, event 0' })).toBeVisible()
  await expect(streams(page).getByTitle('only', { exact: true })).toHaveAttribute('aria-current', 'true')
  await load('one', 'other')
  await expect(browser(page)).toContainText('Choose a stream to see its events.')

  await page.setViewportSize({ width: 390, height: 800 })
  await load('single')
  await browser(page).getByRole('button', { name: 'All streams' }).click()
  await expect(streams(page).getByTitle('single', { exact: true })).toBeFocused()
})

test('of very many streams only those in sight have elements, and each says its place', async ({ page }) => {
  await page.evaluate(() =>
    document.querySelector('rillbox-store')!.store!.seed({
      version: 1,
      events: Array.from({ length: 2_500 }, (_, index) => ({ stream: `many-${index}`, type: 'Counted', data: {} })),
    }),
  )
  await browser(page).getByRole('searchbox', { name: 'Filter streams by name' }).fill('many-')
  const items = streams(page).getByRole('listitem')
  await expect(items.first()).toHaveAttribute('aria-setsize', '2500')
  await expect(items.first()).toHaveAttribute('aria-posinset', '1')
  expect(await items.count()).toBeLessThan(60)

  await items.first().getByRole('button').focus()
  await streams(page).evaluate((list) => list.parentElement!.scrollTo({ top: 1e9 }))
  await expect(items.last()).toHaveAttribute('aria-posinset', '2500')
  await expect(items.last()).toBeInViewport()
  expect(await items.count()).toBeLessThan(60)
  // The focused row is gone; the keys still lead through the list.
  await page.keyboard.press('Home')
  await expect(streams(page).getByTitle('many-0', { exact: true })).toBeFocused()
  for (const key of ['End', 'ArrowUp', 'PageUp', 'Enter']) await page.keyboard.press(key)
  await expect(streams(page).locator('[aria-current="true"]')).toBeFocused()
  await expect(streams(page).locator('[tabindex="0"]')).toHaveCount(1)

  // A stream that another panel selects comes into sight.
  await page.evaluate(() => {
    const { session } = document.querySelector('rillbox-store')!
    session.select({ ...session.selection, stream: 'many-1777' })
  })
  await expect(streams(page).getByTitle('many-1777', { exact: true })).toBeInViewport()
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

test('shows the events that a store has got back in place of others with their numbers', async ({ page }) => {
  const priceAfter = (change: 'write' | 'restore') =>
    page.evaluate(async (change) => {
      const { store } = document.querySelector('rillbox-store')!
      const kept = window as unknown as { before?: Parameters<NonNullable<typeof store>['restore']>[0] }
      if (change === 'restore') return await store!.restore(kept.before!)
      const empty = await store!.snapshot()
      await store!.append('again', { type: 'Priced', data: { price: 1 } })
      kept.before = await store!.snapshot()
      await store!.restore(empty)
      await store!.append('again', { type: 'Priced', data: { price: 2 } })
    }, change)
  await priceAfter('write')
  await choose(page, 'again')
  await events(page).getByRole('button', { name: 'Priced, event 0' }).click()
  const detail = browser(page).locator('rillbox-event')
  await expect(detail).toContainText('"price": 2')
  await priceAfter('restore')
  await expect(detail).toContainText('"price": 1')
  await expect(events(page)).not.toContainText('"price": 2')
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

test('bytes other than text are announced as such', async ({ page }) => {
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
  await expect(detail).toContainText('3 bytes that are not UTF-8 text')
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

test('new events come in without moving the text being read, and are announced', async ({ page }) => {
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

for (const action of ['Append', 'Generate', 'Metadata'])
  test(`the keyboard is in the form that "${action}" opens, and Escape leads back`, async ({ page }) => {
    await choose(page, 'cart-1')
    const button = browser(page).getByRole('button', { name: action, exact: true })
    await button.press('Enter')
    await expect(browser(page).locator('.form:focus-within')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

test('appends the event of the form, and shows the server’s answer', async ({ page }) => {
  await choose(page, 'cart-1')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  const form = browser(page).locator('rillbox-append-form')
  await form.getByLabel('Event type').fill('ItemAdded')
  await form.getByLabel('Data (JSON)', { exact: true }).fill('{\n  "sku": "kettle",\n}')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('Line 3, column 1: Remove the comma before this: nothing follows it.')
  await expect(form.getByLabel('Data (JSON)', { exact: true })).toBeFocused()
  await form.getByLabel('Data (JSON)', { exact: true }).fill('{ "sku": "kettle", "n": 12345678901234567890 }')
  await expect(form).not.toContainText('Line 3')
  await form.getByLabel('Expected version').selectOption('no stream')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form.getByRole('alert')).toContainText('400 Wrong expected EventNumber')
  await expect(form.getByRole('alert')).toContainText('Kurrent-CurrentVersion: 1')
  await form.getByLabel('Expected version').selectOption('a number …')
  await form.getByLabel('Number of the last event').fill('1')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('201 Created')
  await expect(form).toContainText('/streams/cart-1/2')
  await expect(events(page)).toContainText('"kettle", "n": 12345678901234567890')
  await expect(requests(page).getByRole('rowheader')).toHaveCount(2)
})

test('offers the types of a stream, with the data of the last event of each, and appends several events at once', async ({ page }) => {
  await append(page, 'cart-1', { type: 'CheckedOut' })
  await choose(page, 'cart-1')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).press('Enter')
  const form = browser(page).locator('rillbox-append-form')
  const types = form.getByRole('group', { name: 'Types of earlier events' })
  await expect(types.getByRole('button')).toHaveText(['CheckedOut', 'ItemAdded'])
  await expect(form.getByLabel('Event type')).toHaveValue('CheckedOut')
  await types.getByRole('button', { name: 'ItemAdded' }).press('Enter')
  const data = form.getByLabel('Data (JSON)', { exact: true })
  await expect(data).toHaveValue('{\n  "sku": "cup",\n  "price": 7\n}')
  await expect(form).toContainText('Filled in from 1@cart-1, the last event of this type.')
  await data.fill('{ "sku": "kettle", "price": 9 }')
  await types.getByRole('button', { name: 'CheckedOut' }).press('Enter')
  // What the reader wrote stays, also while the form is closed.
  await expect(data).toHaveValue('{ "sku": "kettle", "price": 9 }')
  await data.press('Escape')
  await expect(form).toHaveCount(0)
  await browser(page).getByRole('button', { name: 'Append', exact: true }).press('Enter')
  await expect(data).toHaveValue('{ "sku": "kettle", "price": 9 }')
  await form.getByRole('button', { name: 'Add another event' }).press('Enter')
  const second = form.getByRole('group', { name: 'Event 2' })
  await expect(second.getByLabel('Event type')).toBeFocused()
  await second.getByLabel('Event type').fill('Paid')
  await second.getByLabel('Data (JSON)', { exact: true }).fill('{ "total": }')
  await form.getByRole('button', { name: 'Append 2 events' }).click()
  await expect(form).toContainText('Nothing was sent: one field needs fixing.')
  await expect(second.getByLabel('Data (JSON)', { exact: true })).toBeFocused()
  await second.getByLabel('Data (JSON)', { exact: true }).fill('{ "total": 9 }')
  await form.getByText('Request', { exact: true }).click()
  await form.getByRole('button', { name: 'Copy as fetch' }).click()
  await expect(form.getByRole('group', { name: 'fetch' })).toContainText('"eventType": "Paid", "data": { "total": 9 }')
  await form.getByRole('button', { name: 'Append 2 events' }).click()
  await expect(form).toContainText('201 Created')
  await expect(events(page).getByRole('rowheader')).toHaveCount(5)
  await expect(requests(page).getByRole('rowheader')).toHaveCount(1)
})

test('keeps what is written while the form is sent, the focus, and its place where an event is removed', async ({ page }) => {
  await choose(page, 'cart-1')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).press('Enter')
  const form = browser(page).locator('rillbox-append-form')
  await form.getByRole('button', { name: 'Add another event' }).press('Enter')
  await form.getByRole('button', { name: 'Remove event 2' }).press('Enter')
  await expect(form.getByRole('combobox', { name: 'Expected version' })).toBeFocused()
  await page.evaluate(() => document.querySelector('rillbox-store')!.store!.faults.add({ kind: 'latency', milliseconds: 1500 }))
  await form.getByRole('button', { name: 'Append event' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Append event' })).toBeFocused()
  await form.getByLabel('Data (JSON)', { exact: true }).fill('{ "sku": "next" }')
  await expect(form).toContainText('201 Created')
  await expect(form.getByLabel('Data (JSON)', { exact: true })).toHaveValue('{ "sku": "next" }')
  await form.getByLabel('Data (JSON)', { exact: true }).press('Escape')
  await expect(browser(page).getByRole('button', { name: 'Append', exact: true })).toBeFocused()
})

test('on a phone, the button and the answer stay in sight below long data', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await append(page, 'cart-1', { type: 'Imported', data: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`field${n}`, n])) })
  await choose(page, 'cart-1')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  const form = browser(page).locator('rillbox-append-form')
  await expect(form.getByLabel('Data (JSON)', { exact: true })).toHaveValue(/"field59": 59/)
  const button = form.getByRole('button', { name: 'Append event' })
  await form.getByLabel('Event type').scrollIntoViewIfNeeded()
  await form.getByLabel('Event type').fill('')
  await form.getByLabel('Event type').press('Enter')
  await expect(form.getByLabel('Event type')).toBeFocused()
  await expect(button).toBeInViewport()
  await expect(form.getByText('Nothing was sent: one field needs fixing.')).toBeInViewport()
  await form.getByLabel('Event type').fill('Imported')
  await button.click()
  await expect(form.getByText('201 Created')).toBeInViewport()
  await expectAccessible(page)
})

for (const [width, height] of [
  [1440, 560],
  [390, 600],
] as const)
  test(`at ${width} px the field with the error is seen with its error, not behind the buttons`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await choose(page, 'cart-1')
    await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
    const form = browser(page).locator('rillbox-append-form')
    const data = form.getByLabel('Data (JSON)', { exact: true })
    await data.fill('{ "sku": }')
    await form.getByRole('button', { name: 'Append event' }).click()
    await expect(data).toBeFocused()
    const fault = form.locator('.fault', { hasText: /./ }).first()
    await expect(fault).toBeInViewport({ ratio: 1 })
    // Not the buttons, which may stand in front, but the words are what a reader finds there.
    const isOnTop = await fault.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = (element.getRootNode() as ShadowRoot).elementFromPoint(left + Math.min(20, width / 2), top + height / 2)
      return found !== null && (element.contains(found) || found.contains(element))
    })
    expect(isOnTop).toBe(true)
  })

test('names that would mislead are shown with escapes', async ({ page }) => {
  await append(page, 'a\u202eb', { type: 'T\u0007x', data: { note: 'x\u2066y' } })
  await choose(page, String.raw`a\u202eb`)
  await expect(events(page)).toContainText(String.raw`T\u0007x`)
  await expect(events(page)).toContainText(String.raw`x\u2066y`)
  await expect(browser(page).locator('.title')).toHaveText(String.raw`a\u202eb`)
})

test('deletes softly, brings back, and closes for ever', async ({ page }) => {
  await choose(page, 'cart-2')
  await browser(page).getByRole('button', { name: 'Delete', exact: true }).click()
  const form = browser(page).locator('rillbox-stream-delete')
  await form.getByRole('button', { name: 'Delete stream' }).click()
  await expect(form).toContainText('204 Stream deleted')
  await expect(streams(page).getByTitle('cart-2', { exact: true })).toContainText('deleted')
  await expect(browser(page)).toContainText('No events to read: the stream was soft-deleted')
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

test('works in every size', async ({ page }) => {
  await atEverySize(page, () => expectAccessible(page))
  await choose(page, 'cart-1')
  await events(page).getByRole('button', { name: 'ItemAdded, event 1' }).click()
  await expect(browser(page).locator('rillbox-event')).toContainText('"cup"')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  await expect(browser(page).getByLabel('Data (JSON)', { exact: true })).toBeVisible()
  await atEverySize(page, () => expectAccessible(page))
  await browser(page).getByRole('button', { name: 'Metadata' }).click()
  await expect(browser(page).getByLabel('Metadata of cart-1 (JSON)')).toBeVisible()
  await atEverySize(page, async (width) => {
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await expect(streams(page)).toBeVisible({ visible: width > 620 })
  })
  await browser(page).getByRole('button', { name: 'All streams' }).click()
  await expect(streams(page)).toBeVisible()
})

test('an empty store can be filled, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.evaluate(() => document.querySelector('rillbox-store')!.store!.clear())
  await expect(browser(page)).toContainText('No streams yet. The first event creates one.')
  await expect(browser(page)).not.toContainText('Choose a stream')
  await browser(page).getByRole('button', { name: 'Append', exact: true }).click()
  const form = browser(page).locator('rillbox-append-form')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(form).toContainText('Enter a stream name.')
  await form.getByLabel('Stream').fill('first')
  await form.getByLabel('Event type').fill('Begun')
  await form.getByRole('button', { name: 'Append event' }).click()
  await expect(events(page).getByRole('button', { name: 'Begun, event 0' })).toBeVisible()
})

test('a user with read access only is offered no way to write', async ({ page }) => {
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

test('a closed store leaves nothing behind, and one that opens again is read again', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await choose(page, 'cart-1')
  await expect(events(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.close())
  await expect(browser(page)).toContainText('Streams appear here once the store is open.')
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
      Object.assign(document.querySelector('rillbox-json')!, { text, what: 'data' })
    }, text)

  test('big ones are folded, and unfold', async ({ page }) => {
    const items = Array.from({ length: 14_000 }, (_, id) => ({ id, name: `name ${id}`, tags: ['a', 'b'] }))
    await show(page, JSON.stringify({ items, exact: '%' }).replace('"%"', '9007199254740993.0'))
    const view = page.locator('rillbox-json')
    await expect(view).toContainText('"exact": 9007199254740993.0')
    await expect(view).toContainText('[ 14,000 items ]')
    await view.getByRole('button', { name: '"items"' }).click()
    await expect(view).toContainText('"name 99"')
    await expect(view).not.toContainText('"name 100"')
    await view.getByRole('button', { name: 'Show 100 more' }).click()
    await expect(view).toContainText('"name 199"')
    await view.getByRole('button', { name: 'Show 1,000 more' }).click()
    await expect(view).toContainText('"name 1199"')
  })

  test('moderately long lists show all of their items', async ({ page }) => {
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

  test('long texts are cut until a click asks for all', async ({ page }) => {
    await show(page, `no JSON ${'x'.repeat(1_000_000)} end`)
    const view = page.locator('rillbox-json')
    await expect(view).toContainText('more characters')
    await view.getByRole('button', { name: 'Show all' }).press('Enter')
    await expect(view).toContainText('x end')
    await expect(view.locator('.content')).toBeFocused()
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

test('generates events like those of the stream', async ({ page }) => {
  await append(
    page,
    'orders',
    [1, 2].map((n) => ({ type: 'OrderPlaced', data: { id: `order-${n}`, total: n * 10 } })),
  )
  await choose(page, 'orders')
  await browser(page).getByRole('button', { name: 'Generate' }).press('Enter')
  await expect(browser(page)).toContainText('Like its last 2 events: OrderPlaced.')
  await expectAccessible(page)
  await browser(page).getByRole('spinbutton', { name: 'How many' }).fill('8')
  await browser(page).getByRole('button', { name: 'Append 8 events' }).press('Enter')
  await expect(browser(page).getByRole('status').filter({ hasText: '201' })).toBeVisible()
  const data = await page.evaluate(async () =>
    (await document.querySelector('rillbox-store')!.store!.read('orders')).map((event) => event.data),
  )
  expect(data).toHaveLength(10)
  expect((data as { id: string }[]).map(({ id }) => id).slice(2)).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map((n) => `order-${n}`))
  expect((data as { total: number }[]).every(({ total }) => total >= 10 && total <= 20)).toBe(true)
  // Learned anew: the numbering goes on.
  await expect(browser(page)).toContainText('Like its last 10 events')
})
