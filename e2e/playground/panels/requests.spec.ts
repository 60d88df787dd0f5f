// The request panel: the details of every exchange, and the code to copy.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../../addresses.ts'
import { expectAccessible } from '../accessible.ts'
import { address, append, openInspector, overflow, requests, send } from '../inspect-page.ts'
import { atEverySize } from '../sizes.ts'

const rows = (page: Page) => requests(page).getByRole('rowheader')
const row = (page: Page, path: string) =>
  requests(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: path, exact: true }) })
const json = { 'Content-Type': 'application/json' }

test('shows method, path, status with its reason, and both messages in full', async ({ page }) => {
  await openInspector(page)
  await expect(requests(page)).toContainText('No requests yet.')
  await send(page, 'POST', '/streams/cart-1', {
    headers: { ...json, 'ES-EventType': 'ItemAdded', 'ES-EventId': '00000000-0000-4000-8000-000000000001', 'ES-ExpectedVersion': '7' },
    body: '{"sku":"kettle","price":54.50}',
  })
  await expect(row(page, '/streams/cart-1')).toContainText('400 Wrong expected EventNumber')
  await expect(requests(page).getByText('1 request', { exact: true })).toBeVisible()
  await rows(page).getByRole('button').click()
  const panel = requests(page)
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText('es-expectedversion: 7')
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText('{ "sku": "kettle", "price": 54.50 }')
  await expect(panel.getByRole('region', { name: 'Response' })).toContainText('es-currentversion: 1')
  await panel.getByRole('checkbox', { name: 'Raw bodies' }).check()
  await expect(panel.getByRole('region', { name: 'Request' })).toContainText('{"sku":"kettle","price":54.50}')
})

test('indents XML, and shows it raw on demand', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/cart-1', { headers: { Accept: 'application/atom+xml' } })
  await rows(page).getByRole('button').click()
  const response = requests(page).getByRole('region', { name: 'Response' })
  await expect(response).toContainText(/>\n {2}<title>/)
  await requests(page).getByRole('checkbox', { name: 'Raw bodies' }).check()
  await expect(response).toContainText(/><title>/)
})

test('gives a command for curl that sends the same, and a call of fetch', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openInspector(page)
  const body = '{"note":"it\'s\\n50% \\"off\\" é"}'
  await send(page, 'POST', '/streams/cart-9', {
    headers: { ...json, 'ES-EventType': 'Noted', 'ES-EventId': '00000000-0000-4000-8000-000000000002' },
    body,
  })
  await rows(page).getByRole('button').click()
  await requests(page).getByRole('button', { name: 'Copy as curl' }).click()
  await expect(requests(page).getByText('Copied').first()).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const given = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`])
    .toString()
    .split('\0')
  expect(given[0]).toBe('http://localhost:2113/streams/cart-9')
  expect(given).toEqual(expect.arrayContaining(['-u', 'admin:changeit', 'content-type: application/json', '--data-raw', body]))
  await requests(page).getByRole('button', { name: 'Copy as fetch' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("await fetch('http://localhost:2113/streams/cart-9'")
  await requests(page).getByRole('button', { name: 'Copy as Node.js over HTTP' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("await client.writeEvents('cart-9'")
})

test('shows the code it copied, for a request of any kind', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/cart-1', { headers: { Accept: 'application/json' } })
  await rows(page).getByRole('button').press('Enter')
  await requests(page).getByRole('button', { name: 'Copy as Node.js', exact: true }).press('Enter')
  const code = requests(page).getByRole('group', { name: 'Node.js' })
  await expect(code).toContainText("client.readStream('cart-1', { direction: 'backwards', fromRevision: 'end', maxCount: 20")
  await expect(requests(page)).toContainText('Needs the package @kurrent/kurrentdb-client.')
  await requests(page).getByRole('button', { name: 'Copy as curl' }).press('Enter')
  await expect(requests(page).getByRole('group', { name: 'curl' })).toContainText("curl 'http://localhost:2113/streams/cart-1'")
  await expectAccessible(page)
})

test('a long poll waits in the list, and ends without alarm', async ({ page }) => {
  await openInspector(page)
  const headers = { Accept: 'application/vnd.eventstore.atom+json', 'ES-LongPoll': '30' }
  await page.evaluate((headers) => {
    const { session } = document.querySelector('rillbox-store')!
    void session.send('GET', '/streams/cart-1/2/forward/20', { headers })
  }, headers)
  const poll = row(page, '/streams/cart-1/2/forward/20')
  await expect(poll).toContainText('Waiting for changes')
  const status = poll.locator('.status')
  await expect(status).toHaveClass(/quiet/)
  await requests(page).getByRole('combobox', { name: 'Filter by status' }).selectOption('waiting')
  await expect(rows(page)).toHaveCount(1)
  await atEverySize(page, async (width) => {
    await expect(poll.getByText(width < 400 ? 'Waiting' : 'Waiting for changes', { exact: true })).toBeVisible()
    expect(await status.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0)
  })
  await rows(page).getByRole('button').click()
  await expect(requests(page).getByRole('region', { name: 'Response' })).toContainText('The store answers when the stream changes')
  await requests(page).getByRole('combobox', { name: 'Filter by status' }).selectOption('all')
  await append(page, 'cart-1', { type: 'ItemAdded' })
  await expect(poll).toContainText('200 OK')
  await expect(requests(page).getByRole('region', { name: 'Response' })).toContainText('"entries"')
})

test('a look-up that finds nothing is not red, a refused change is', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/%24ce-none', { headers: { Accept: 'application/vnd.eventstore.atom+json' } })
  await send(page, 'POST', '/streams/cart-1', { headers: json, body: '{' })
  await expect(row(page, '/streams/$ce-none').locator('.status')).toHaveClass(/quiet/)
  await expect(row(page, '/streams/cart-1').locator('.status')).toHaveClass(/bad/)
  await rows(page).getByRole('button', { name: '/streams/$ce-none' }).click()
  await expect(requests(page)).toContainText('A 404 is normal')
})

test('an archive of the listed requests can be replayed by other tools', async ({ page, context }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/cart-1/0', { headers: { Accept: 'application/json' } })
  await send(page, 'GET', '/info')
  await requests(page).getByRole('searchbox', { name: 'Filter by method and path' }).fill('cart-1')
  await expect(rows(page)).toHaveCount(1)
  const [saved] = await Promise.all([page.waitForEvent('download'), requests(page).getByRole('button', { name: 'Download HAR' }).click()])
  expect(saved.suggestedFilename()).toBe('rillbox.har')
  const har = await saved.path()
  expect(readFileSync(har, 'utf8')).not.toContain('YWRtaW46Y2hhbmdlaXQ=')
  // The file has no ending that Playwright would take for another format.
  const reader = await context.newPage()
  await reader.routeFromHAR(har, { url: '**/streams/**' })
  await reader.goto(address)
  const answer = await reader.evaluate(
    async () => await ((await fetch('http://localhost:2113/streams/cart-1/0')).json() as Promise<unknown>),
  )
  expect(answer).toEqual({ sku: 'espresso', price: 5 })
})

test('keeps matches of the filter, and is cleared', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/cart-1', { headers: { Accept: 'application/atom+xml' } })
  await send(page, 'GET', '/streams/caf%C3%A9', { headers: { Accept: 'application/atom+xml' } })
  await send(page, 'DELETE', '/streams/cart-2')
  await expect(rows(page)).toHaveText(['/streams/cart-2', '/streams/café', '/streams/cart-1'])
  const filter = requests(page).getByRole('searchbox', { name: 'Filter by method and path' })
  await filter.fill('get /streams/caf')
  await expect(rows(page)).toHaveText(['/streams/café'])
  await expect(requests(page).getByRole('status')).toHaveText('1 of 3 requests')
  await filter.fill('')
  await requests(page).getByRole('combobox', { name: 'Filter by status' }).selectOption('4xx')
  await expect(rows(page)).toHaveText(['/streams/café'])
  await filter.fill('nothing')
  await expect(requests(page)).toContainText('No requests match the filter.')
  await requests(page).getByRole('button', { name: 'Clear' }).click()
  await expect(requests(page).getByRole('status')).toHaveText('0 requests')
})

test('keeps up with hundreds of exchanges; open ones stay open', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/info')
  await rows(page).getByRole('button').click()
  await page.evaluate(async () => {
    const { session } = document.querySelector('rillbox-store')!
    for (let n = 0; n < 150; n += 1) await session.send('GET', `/streams/cart-${n}`)
  })
  await expect(rows(page)).toHaveCount(151)
  await expect(rows(page).first()).toHaveText('/streams/cart-149')
  await expect(requests(page).getByRole('region', { name: 'Response' })).toContainText('"esVersion"')
})

test('shows the requests of a store that the page owns, including those before the panel', async ({ page }) => {
  await page.goto(`${addresses.pages}playground/lent.html`)
  await expect(rows(page)).toHaveText(['/info'])
  await page.evaluate(() => document.querySelector('rillbox-store')!.store!.fetch(new Request('http://localhost:2113/ping')))
  await expect(rows(page)).toHaveText(['/ping', '/info'])
})

test('tells who answered in place of the store', async ({ page }) => {
  await openInspector(page)
  await page.evaluate(async () => {
    const { store, session } = document.querySelector('rillbox-store')!
    store!.faults.add({ kind: 'status', status: 503, reason: 'Busy', name: 'overload', times: 1 })
    await session.send('GET', '/info')
    store!.faults.offline = true
    await session.send('GET', '/ping')
  })
  await expect(row(page, '/info')).toContainText('503 Busy')
  await expect(row(page, '/ping')).toContainText('Connection dropped')
  await rows(page).getByRole('button', { name: '/info' }).click()
  await expect(requests(page)).toContainText('Answered by the fault rule “overload”, not by the store.')
})

test('works in every size', async ({ page }) => {
  await openInspector(page)
  await send(page, 'GET', '/streams/cart-1', { headers: { Accept: 'application/atom+xml' } })
  await send(page, 'POST', `/streams/${'long-'.repeat(40)}`, { headers: json, body: '{' })
  await rows(page).last().getByRole('button').click()
  await expect(requests(page).getByRole('region', { name: 'Response' })).toContainText('<title>')
  await atEverySize(page, async () => {
    await expectAccessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})

test('a request fails once, the next time it is sent, and can be sent again', async ({ page }) => {
  await openInspector(page)
  const read = (path: string) => send(page, 'GET', path, { headers: { Accept: 'application/json' } })
  await read('/streams/cart-1')
  await rows(page).getByRole('button').press('Enter')
  const form = requests(page).getByRole('form', { name: 'This request' })
  await form.getByRole('spinbutton', { name: 'Status' }).fill('429')
  await form.getByRole('spinbutton', { name: 'Status' }).press('Enter')
  await expect(requests(page)).toContainText('Next GET /streams/cart-1: Answer with status 429')
  await expectAccessible(page)
  expect(await read('/streams/cart-1/metadata')).toBe(200)
  await form.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(form.getByRole('status')).toContainText('Sent again: 429')
  await expect(requests(page)).not.toContainText('Next GET')
  await form.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(form.getByRole('status')).toHaveText('Sent again: 200 OK')
  await expect(row(page, '/streams/cart-1')).toHaveCount(3)
})

test('a fault that waits is taken back before it is met', async ({ page }) => {
  await openInspector(page)
  await send(page, 'POST', '/streams/cart-1', {
    headers: { ...json, 'ES-EventType': 'Noted', 'ES-EventId': '00000000-0000-4000-8000-000000000003' },
    body: '{}',
  })
  await rows(page).getByRole('button').click()
  const form = requests(page).getByRole('form', { name: 'This request' })
  await form.getByRole('combobox', { name: 'Next time' }).selectOption('Let another writer win')
  await form.getByRole('button', { name: 'Fail next time' }).click()
  await requests(page)
    .getByRole('button', { name: /^Cancel: Next POST \/streams\/cart-1/ })
    .click()
  await expect(requests(page)).not.toContainText('Next POST')
  await form.getByRole('button', { name: 'Send again' }).click()
  await expect(form.getByRole('status')).toHaveText('Sent again: 201 Created')
})
