// Steps through queries: forward and back, skipped events and the reasons, emissions, faults, long histories, by mouse and by keys.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../../addresses.ts'
import { expectAccessible } from '../accessible.ts'
import { atEverySize } from '../sizes.ts'

type StoreElement = HTMLElementTagNameMap['rillbox-store']

const summary = (page: Page): Locator => page.locator('rillbox-stepper .summary')
/** Where the reader is: what, the event's place in its stream, and the step. */
const where = (page: Page): Locator => page.locator('rillbox-stepper .where')
/** A step of so many. */
const step = (number: number, count = 8): RegExp => new RegExp(`\\(step ${number} of ${count}\\)`)
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
  await expect(summary(page)).toHaveText('8 events, 3 handled')
  await expect(where(page)).toHaveText('Fault at 1@cart-2 (step 6 of 8)')
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

test('the list never holds steps that a new run does not have yet', async ({ page }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await open(page)
  await append(page, 'many', 400)
  await button(page, 'Run again').click()
  await expect(summary(page)).toContainText('408 events')
  await button(page, 'Last step').click()
  // A panel may render at any time.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const stepper: object = document.querySelector('rillbox-stepper')!
      ;(stepper as { requestUpdate(): void }).requestUpdate()
      port2.postMessage(undefined)
    })
    port1.start()
    port2.postMessage(undefined)
  })
  await edit(page, 'fromAll().when({ Counted: () => ({ n: 1 }) })')
  await expect(summary(page)).toHaveText('408 events, 400 handled')
  await expect(where(page)).toHaveText(step(408, 408))
  expect(errors).toEqual([])
})

test('goes forward and back, and shows the changes of every event', async ({ page }) => {
  await open(page)
  await button(page, 'First step').click()
  await expect(where(page)).toHaveText('ItemAdded at 0@cart-1 (step 1 of 8)')
  await expect(detail(page)).toContainText('Handled by ItemAdded')
  await expect(detail(page)).toContainText('ItemAdded 0@cart-1 read through the link 0@$ce-cart')
  await expect.poll(() => changes(page)).toEqual(['state {"total":5,"items":["tea"]}'])
  await expect
    .poll(() => marked(page, 'handler'))
    .toEqual([
      '    $init: () => ({ total: 0, items: [] }),',
      '      state.total += event.data.price',
      '      state.items.push(event.data.sku)',
      "      log('added ' + event.data.sku)",
    ])
  await expect(page.locator('rillbox-stepper .query .note')).toHaveText([
    'state.total: 5   event.data.price: 5',
    'state.items: ["tea"]   event.data.sku: "tea"',
    'event.data.sku: "tea"',
  ])

  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Skipped. The query does not read this stream.')
  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Partition cart-2')
  await button(page, 'Step forward').click()
  await expect(detail(page)).toContainText('Skipped. There is no handler for this type, and no $any.')
  await button(page, 'Step forward').click()
  await expect(where(page)).toHaveText(step(5))
  await expect.poll(() => changes(page)).toEqual(['total 5 7', 'items[1] "cup"'])
  await expect(detail(page)).toContainText('added cup')

  await button(page, 'Step back').click()
  await expect(where(page)).toHaveText(step(4))
  await button(page, 'First step').click()
  await expect(where(page)).toHaveText(step(1))
  await slider(page).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(where(page)).toHaveText(step(5))
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(where(page)).toHaveText(step(3))
  await button(page, 'Last step').click()
  await expect(detail(page)).toContainText('Skipped. The query faulted at an earlier event.')
})

test('jumps to the event that faulted the query, and shows where', async ({ page }) => {
  await open(page)
  await button(page, 'First step').click()
  await button(page, 'To the fault').click()
  await expect(where(page)).toHaveText(step(6))
  await expect(detail(page)).toContainText('Faulted at line 13')
  await expect(detail(page)).toContainText('"total": 7')
  // The parser that finds the lines loads by itself.
  await expect.poll(() => marked(page, 'wrong')).toEqual(['      state.paid = event.body.how.length'])
  await expect
    .poll(() => marked(page, 'handler'))
    .toEqual(["      emit('receipts', 'Receipt', { of: event.streamId, total: state.total })", '      state.paid = event.body.how.length'])
  await expect(page.locator('rillbox-stepper .query .wrong .note')).toHaveText('event.body.how.length: undefined')
})

test('shows emitted events, and writes nothing', async ({ page }) => {
  await open(page)
  await edit(
    page,
    "fromStream('cart-2').when({ CheckedOut: (s, e) => { emit('receipts', 'Receipt', { n: 1 }); linkTo('index', e); return s } })",
  )
  await expect(summary(page)).toHaveText('8 events, 1 handled')
  await button(page, 'First step').click()
  await slider(page).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('rillbox-stepper .emitted li')).toHaveText([/Receipt to receipts/, /link to 1@cart-2 in index/])
  const read = await page.locator('rillbox-store').evaluate((element: StoreElement) => element.session.store!.read('index'))
  expect(read).toEqual([])
})

test('a query that loops for ever ends with its event, and the page lives', async ({ page }) => {
  await open(page)
  await edit(page, "fromStream('cart-1').when({\n  CheckedOut: () => {\n    while (true);\n  },\n})")
  await expect(summary(page)).toHaveText('8 events, 0 handled. Fault at 3@cart-1 (step 7 of 8)')
  await button(page, 'To the fault').click()
  await expect(detail(page)).toContainText('Projection script took too long to execute')
  await expect.poll(() => marked(page, 'wrong')).toEqual(['    while (true);'])
})

test('a query that cannot be read says so, and the steps of the one before stay', async ({ page }) => {
  await open(page)
  await button(page, 'First step').click()
  await edit(page, 'fromAll().when({\n  $any: (state => state\n})')
  await expect(page.getByRole('alert')).toContainText(/^Line 3, column \d+: (?!Line)/)
  await expect(where(page)).toHaveText(step(1))
  await edit(page, 'fromAll().when({ $any: (state) => state })')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(summary(page)).toHaveText('8 events, 8 handled')
})

test('says when history has grown, and stays where it is until it is run again', async ({ page }) => {
  await open(page)
  await button(page, 'Last step').click()
  await append(page, 'cart-9', 3)
  await expect(summary(page)).toHaveText('The store has new events: run again.')
  await expect(where(page)).toHaveText(step(8))
  await button(page, 'Run again').click()
  await expect(summary(page)).toHaveText('11 events, 3 handled. Fault at 1@cart-2 (step 6 of 11)')
  await expect(where(page)).toHaveText(step(8, 11))
})

test('reads categories without a written index, and says that a projection would not', async ({ page }) => {
  await open(page)
  await page.locator('rillbox-store').evaluate(async (element: StoreElement) => {
    await element.session.send('POST', '/projection/$by_category/command/disable')
    await element.session.store!.append('cart-9', { type: 'ItemAdded', data: { sku: 'pot', price: 1 } })
  })
  await expect(summary(page)).toHaveText('The store has new events: run again.')
  await button(page, 'Run again').click()
  await expect(summary(page)).toHaveText('9 events, 3 handled')
  await expect(page.locator('rillbox-stepper .notice')).toContainText('Nothing writes $ce-cart here')
})

test('lists steps by outcome, by type and by partition', async ({ page }) => {
  await open(page)
  const options = page.locator('rillbox-step-list').getByRole('option')
  const filter = async (label: string, option: string) => {
    await page.getByRole('button', { name: 'Filter' }).click()
    // The content of a menu is slotted: it is not inside of the dialog in the document.
    await page.locator('rillbox-step-bar .filters').getByLabel(label).selectOption(option)
    await page.keyboard.press('Escape')
  }
  await expect(options).toHaveCount(8)
  await filter('Show', 'Events handled')
  await expect(options).toHaveText([/0@cart-1/, /0@cart-2/, /2@cart-1/, /1@cart-2/])
  await filter('Partition', 'cart-1')
  await expect(options).toHaveText([/0@cart-1/, /2@cart-1/])
  await expect(where(page)).toHaveText(step(5))
  await options.first().click()
  await expect(where(page)).toHaveText('ItemAdded at 0@cart-1 (step 1 of 8)')
  await button(page, 'To the fault').click()
  await expect(detail(page)).toContainText('1@cart-2')
  await expect(options).toHaveCount(8)
  await filter('Partition', 'cart-1')
  await filter('Type', 'CheckedOut')
  await expect(detail(page)).toContainText('No steps match the filters.')
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
  await expect(where(page)).toHaveText('Counted at 4999@long (step 5,008 of 10,008)')
  await expect.poll(() => changes(page)).toEqual(['n 4999 5000', 'seen[0] 4949', 'seen[49] 4999'])
  await expect(page.locator('rillbox-step-list').getByRole('option', { selected: true })).toContainText('4999@long')
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
  await expect(summary(page)).toHaveText(/Running …\s+[1-9]\d*%/)
  await button(page, 'Stop').click()
  await expect(summary(page)).toHaveText(/Stopped\. [1-9]/)
  await expect(button(page, 'Run again')).toBeVisible()
})

test('everything by keyboard', async ({ page }) => {
  await open(page)
  await slider(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(where(page)).toHaveText(step(2))
  await page.keyboard.press('Shift+ArrowRight')
  await expect(where(page)).toHaveText(step(3))
  await page.keyboard.press('End')
  await expect(where(page)).toHaveText(step(8))
  await page.keyboard.press('PageUp')
  await expect(where(page)).toHaveText(step(1))
  await page.keyboard.press('Shift+ArrowDown')
  await expect(where(page)).toHaveText(step(5))
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Step 5 of 8: ItemAdded, 2@cart-1, handled by ItemAdded')
  const list = page.getByRole('listbox', { name: 'Steps' })
  await list.focus()
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { selected: true })).toContainText('1@cart-1')
  await page.keyboard.press('Home')
  await expect(where(page)).toHaveText(step(1))
  await button(page, 'Step forward').focus()
  await page.keyboard.press('Enter')
  await expect(where(page)).toHaveText(step(2))
  const told = page.locator('rillbox-stepper').getByRole('status')
  await expect(told.filter({ hasText: 'Step 2 of 8: ItemAdded, 0@wish-1, skipped: not read' })).toHaveCount(1)
})

test('plays to the end, and pauses at stops', async ({ page }) => {
  await open(page)
  await button(page, 'First step').click()
  await button(page, 'Stops').click()
  const menu = page.locator('rillbox-step-bar .stops')
  await menu.getByLabel('Condition').fill('event.data.price > 6')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('listitem')).toHaveText([/event\.data\.price > 6 is true/])
  await menu.getByLabel('Stop when').selectOption('the state changes at')
  await menu.getByLabel('Condition').fill('total')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('status')).toHaveText('Enter a path in the state, for example $.total or $.items[0].price.')
  await menu.getByLabel('Condition').fill('$.items[1]')
  await page.keyboard.press('Enter')
  await menu.getByLabel('Stop when').selectOption('an expression is true')
  await menu.getByLabel('Condition').fill('event.')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('listitem')).toHaveText([/price/, /The state changes at \$\.items\[1\]/, /event\. is true.*Unexpected/])
  await menu.getByRole('button', { name: 'Remove the stop event.', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(summary(page)).toContainText('8 events')
  await button(page, 'Play').click()
  await expect(button(page, 'Play')).toBeVisible()
  await expect(where(page)).toHaveText('Stop ItemAdded at 0@cart-2 (step 3 of 8)')
  await button(page, 'Next stop').click()
  await expect(where(page)).toHaveText('Stop ItemAdded at 2@cart-1 (step 5 of 8)')
  await button(page, 'Previous stop').click()
  await expect(where(page)).toHaveText(step(3))
  await button(page, 'Last step').click()
  await expect(button(page, 'Play')).toHaveAttribute('aria-disabled', 'true')
})

test('fits every size, and breaks no rule of accessibility', async ({ page }) => {
  await open(page)
  await expect(detail(page)).toContainText('Faulted')
  await atEverySize(page, async (width) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page, 'rillbox-stepper')
  })
})
