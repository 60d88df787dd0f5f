// Steps through queries: forward and back, what was skipped and why, emissions, faults, long histories, by mouse and by keys.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from './accessible.ts'

type StoreElement = HTMLElementTagNameMap['rillbox-store']

const summary = (page: Page): Locator => page.locator('rillbox-stepper .summary')
const position = (page: Page): Locator => page.locator('rillbox-stepper .position')
const detail = (page: Page): Locator => page.locator('rillbox-stepper .detail')
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Step' })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
/** Lines of the query that are marked as the handler's, or as wrong. */
const marked = (page: Page, how: 'handler' | 'wrong'): Promise<string[]> =>
  page.locator(`rillbox-stepper .query .${how} code`).allTextContents()
/** Path, before and after of each change of the state. */
const changes = (page: Page): Promise<string[]> =>
  page
    .locator('rillbox-stepper .changes tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('code')].map((code) => code.textContent).join(' ')))

async function open(page: Page): Promise<void> {
  await page.goto(`${addresses.pages}playground/stepper.html`)
  await expect(summary(page)).toHaveText('8 events, 3 handled, a fault at 6')
}

const edit = (page: Page, query: string): Promise<void> =>
  page.locator('rillbox-store').evaluate((element: StoreElement, text) => element.session.edit({ query: text }), query)

const append = (page: Page, stream: string, count: number): Promise<void> =>
  page.locator('rillbox-store').evaluate(
    async (element: StoreElement, [name, many]) => {
      const events = Array.from({ length: many }, (_, n) => ({ type: 'Counted', data: { n } }))
      await element.session.store!.append(name, events)
    },
    [stream, count] as const,
  )

test('goes forward and back, and says what every event changed', async ({ page }) => {
  await open(page)
  await expect(detail(page)).toContainText('Handled by ItemAdded')
  await expect(detail(page)).toContainText('ItemAdded cart-1@0 read through the link $ce-cart@0')
  await expect.poll(() => changes(page)).toEqual(['state {"total":5,"items":["tea"]}'])
  await expect.poll(() => marked(page, 'handler')).toContain('    ItemAdded: (state, event) => {')

  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Skipped. The query does not read this stream.')
  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Partition cart-2')
  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Skipped. There is no handler for this type, and no $any.')
  await button(page, 'Step forward').click()
  await expect(position(page)).toHaveText('5 / 8')
  await expect.poll(() => changes(page)).toEqual(['total 5 7', 'items[1] "cup"'])
  await expect(detail(page)).toContainText('added cup')

  await button(page, 'Step back').click()
  await expect(position(page)).toHaveText('4 / 8')
  await button(page, 'First step').click()
  await expect(position(page)).toHaveText('1 / 8')
  await button(page, 'Change →').click()
  await expect(position(page)).toHaveText('5 / 8')
  await button(page, '← Handled').click()
  await expect(position(page)).toHaveText('3 / 8')
  await button(page, 'Last step').click()
  await expect(detail(page)).toContainText('Skipped. An earlier event ended the query.')
})

test('jumps to the event that ended the query, and shows where', async ({ page }) => {
  await open(page)
  await button(page, 'Go to the fault').click()
  await expect(position(page)).toHaveText('6 / 8')
  await expect(detail(page)).toContainText('Ends the query at line 13')
  await expect(detail(page)).toContainText('"total": 7')
  expect(await marked(page, 'wrong')).toEqual(['      state.paid = event.body.how.length'])
  await expect
    .poll(() => marked(page, 'handler'))
    .toContain("      emit('receipts', 'Receipt', { of: event.streamId, total: state.total })")
})

test('shows what was emitted, and writes nothing', async ({ page }) => {
  await open(page)
  await edit(
    page,
    "fromStream('cart-2').when({ CheckedOut: (s, e) => { emit('receipts', 'Receipt', { n: 1 }); linkTo('index', e); return s } })",
  )
  await expect(summary(page)).toHaveText('8 events, 1 handled')
  await button(page, 'Handled →').click()
  await expect(page.locator('rillbox-stepper .emitted li')).toHaveText([/Receipt to receipts/, /link to 1@cart-2 in index/])
  const read = await page.locator('rillbox-store').evaluate((element: StoreElement) => element.session.store!.read('index'))
  expect(read).toEqual([])
})

test('a query that loops for ever ends with its event, and the page lives', async ({ page }) => {
  await open(page)
  await edit(page, "fromStream('cart-1').when({\n  CheckedOut: () => {\n    while (true);\n  },\n})")
  await expect(summary(page)).toHaveText('8 events, 0 handled, a fault at 7')
  await button(page, 'Go to the fault').click()
  await expect(detail(page)).toContainText('Projection script took too long to execute')
  await expect.poll(() => marked(page, 'handler')).toHaveLength(3)
})

test('a query that cannot be read says so, and the steps of the one before stay', async ({ page }) => {
  await open(page)
  await edit(page, 'fromAll().when({\n  $any: (state => state\n})')
  await expect(page.getByRole('alert')).toContainText('Line 3')
  await expect(position(page)).toHaveText('1 / 8')
  await edit(page, 'fromAll().when({ $any: (state) => state })')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(summary(page)).toHaveText('8 events, 8 handled')
})

test('says when history has grown, and stays where it is until it is run again', async ({ page }) => {
  await open(page)
  await button(page, 'Last step').click()
  await append(page, 'cart-9', 3)
  await expect(summary(page)).toHaveText('The store has new events: run again.')
  await expect(position(page)).toHaveText('8 / 8')
  await button(page, 'Run again').click()
  await expect(summary(page)).toHaveText('11 events, 3 handled, a fault at 6')
  await expect(position(page)).toHaveText('8 / 11')
})

test('reads categories where nothing writes their index, and says that this is not what a projection would do', async ({ page }) => {
  await open(page)
  await page.locator('rillbox-store').evaluate(async (element: StoreElement) => {
    await element.session.send('POST', '/projection/$by_category/command/disable')
    await element.session.store!.append('cart-9', { type: 'ItemAdded', data: { sku: 'pot', price: 1 } })
  })
  await expect(summary(page)).toHaveText('The store has new events: run again.')
  await button(page, 'Run again').click()
  await expect(summary(page)).toHaveText('9 events, 3 handled, a fault at 6')
  await expect(page.locator('rillbox-stepper .notice')).toContainText('Nothing writes $ce-cart here')
})

test('lists steps by what became of them, by type and by partition', async ({ page }) => {
  await open(page)
  const options = page.locator('rillbox-step-list').getByRole('option')
  await expect(options).toHaveCount(8)
  await page.getByLabel('Show').selectOption('Events handled')
  await expect(options).toHaveText([/cart-1@0/, /cart-2@0/, /cart-1@2/, /cart-2@1/])
  await page.getByLabel('Partition').selectOption('cart-1')
  await expect(options).toHaveText([/cart-1@0/, /cart-1@2/])
  await expect(position(page)).toHaveText('1 / 2')
  await options.nth(1).click()
  await expect(detail(page)).toContainText('cart-1@2')
  await page.getByLabel('Type').selectOption('CheckedOut')
  await expect(detail(page)).toContainText('No steps match the filters.')
  await page.getByLabel('Type').selectOption('All')
  await button(page, 'Go to the fault').click()
  await expect(detail(page)).toContainText('cart-2@1')
})

test('ten thousand events: a slider over all of them, and few elements', async ({ page }) => {
  await open(page)
  await append(page, 'long', 10_000)
  await edit(
    page,
    "fromStream('long').when({ $init: () => ({ n: 0, seen: [] }), Counted: (s, e) => { s.n++; s.seen.push(e.data.n); if (s.seen.length > 50) s.seen.shift() } })",
  )
  await expect(summary(page)).toHaveText('10,008 events, 10,000 handled')
  await slider(page).fill('5007')
  await expect(position(page)).toHaveText('5,008 / 10,008')
  await expect.poll(() => changes(page)).toEqual(['n 4999 5000', 'seen[0] 4949', 'seen[49] 4999'])
  await expect(page.locator('rillbox-step-list').getByRole('option', { selected: true })).toContainText('long@4999')
  expect(await page.locator('rillbox-step-list').getByRole('option').count()).toBeLessThan(100)
  await slider(page).fill('10007')
  await expect.poll(() => changes(page)).toEqual(['n 9999 10000', 'seen[0] 9949', 'seen[49] 9999'])
})

test('can be stopped, and shows how far it came', async ({ page }) => {
  await open(page)
  await append(page, 'long', 200)
  await edit(
    page,
    "fromStream('long').when({ $init: () => ({ n: 0 }), Counted: (s) => { const end = Date.now() + 100; while (Date.now() < end); s.n++ } })",
  )
  await expect(summary(page)).toHaveText(/Running …\s+[1-9]\d* %/)
  await button(page, 'Stop').click()
  await expect(summary(page)).toHaveText(/Stopped\. [1-9]/)
  await expect(button(page, 'Run again')).toBeVisible()
})

test('everything by keyboard', async ({ page }) => {
  await open(page)
  await slider(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText('2 / 8')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(position(page)).toHaveText('3 / 8')
  await page.keyboard.press('End')
  await expect(position(page)).toHaveText('8 / 8')
  await page.keyboard.press('PageUp')
  await expect(position(page)).toHaveText('1 / 8')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(position(page)).toHaveText('5 / 8')
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Step 5 of 8: ItemAdded, cart-1@2, handled by ItemAdded')
  const list = page.getByRole('listbox', { name: 'Steps' })
  await list.focus()
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { selected: true })).toContainText('cart-1@1')
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveText('1 / 8')
  await button(page, 'Step forward').focus()
  await page.keyboard.press('Enter')
  await expect(position(page)).toHaveText('2 / 8')
  await expect(page.locator('rillbox-stepper').getByRole('status').last()).toHaveText('Step 2 of 8: ItemAdded, wish-1@0, skipped: not read')
})

for (const [width, colorScheme] of [
  [300, 'light'],
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`fits ${width} pixels, and breaks no rule of accessibility (${colorScheme})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await open(page)
    await button(page, 'Go to the fault').click()
    await expect(detail(page)).toContainText('Ends the query')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page, 'rillbox-stepper')
  })
}
