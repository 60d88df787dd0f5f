// The projection panel as a reader uses it: live figures, partitions, commands, and a deletion that first names the streams it touches.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { address, edit, editor, expectNoSidewaysScroll, openPanels, panel, run, runButton, sent, session, state } from '../panels-page.ts'
import { atEverySize } from '../sizes.ts'

const status = (page: Page) => panel(page).locator('.status')
const menu = (page: Page) => panel(page).getByRole('button', { name: 'Commands' })
/** In the menu, which must be open. */
const command = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
async function choose(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await command(page, name).click()
}
const choice = (page: Page) => panel(page).getByRole('combobox', { name: 'Projection' })
const partitions = (page: Page) => panel(page).getByRole('navigation', { name: 'Partitions' })
const dialog = (page: Page) => panel(page).getByRole('dialog')

const append = (page: Page, stream: string, count = 1): Promise<unknown> =>
  page.evaluate(
    ([stream, count]) => {
      const events = Array.from({ length: count }, (_, number) => ({ type: 'ItemAdded', data: { price: 1, number } }))
      return document.querySelector('rillbox-store')!.store!.append(stream, events)
    },
    [stream, count] as const,
  )

test('figures, state and partitions stay up to date', async ({ page }) => {
  await openPanels(page)
  await expect(status(page)).toHaveText('Running')
  await expect(status(page).locator('svg')).toBeVisible()
  await expect(panel(page).getByRole('definition').first()).toHaveText('3 events')
  await expect(panel(page).getByText('$ce-cart: 2')).toBeVisible()
  await expect(partitions(page).getByRole('button')).toHaveText(['cart-1', 'cart-2'])
  await append(page, 'cart-1')
  await expect(state(page)).toContainText('13')
  await append(page, 'cart-3')
  await expect(partitions(page).getByRole('button')).toHaveText(['cart-1', 'cart-2', 'cart-3'])
  await partitions(page).getByRole('button', { name: 'cart-2' }).click()
  await expect(state(page)).toContainText('9')
  await expect(partitions(page).getByRole('button', { name: 'cart-2' })).toHaveAttribute('aria-current', 'true')
  expect((await session(page)).selection).toMatchObject({ projection: 'cart-totals', partition: 'cart-2' })
})

test('looking makes no visible request', async ({ page }) => {
  await openPanels(page)
  await choice(page).selectOption('$by_category')
  await expect(panel(page).getByText('Continuous, emits')).toBeVisible()
  await append(page, 'cart-9', 3)
  await choice(page).selectOption('cart-totals')
  await expect(partitions(page).getByRole('button', { name: 'cart-9' })).toBeVisible()
  expect(await sent(page)).toEqual([])
})

test('the result is announced once the projection rests, and not before', async ({ page }) => {
  await openPanels(page)
  const news = panel(page).locator('p[role=status]')
  await page.evaluate(() => {
    const texts: string[] = []
    const status = document.querySelector('rillbox-projection-panel')!.shadowRoot!.querySelector('p[role=status]')!
    new MutationObserver(() => texts.push(status.textContent)).observe(status, { characterData: true, childList: true, subtree: true })
    Object.assign(window, { said: texts })
  })
  for (let round = 0; round < 10; round++) await append(page, 'cart-1', 20)
  await expect(news).toHaveText('cart-totals: Running, 203 events handled, 2 partitions.')
  const texts = await page.evaluate(() => (window as unknown as { said: string[] }).said.filter((text) => text !== ''))
  // Ten appends, one sentence; more only where the machine made a pause that is long enough to be one.
  expect(texts.length).toBeLessThan(10)
})

test('two thousand partitions are a list to filter and to leaf through', async ({ page }) => {
  await openPanels(page)
  await page.evaluate(() => {
    const events = Array.from({ length: 2_000 }, () => ({ stream: 'many', type: 'ItemAdded', data: { price: 1 } }))
    return document.querySelector('rillbox-store')!.store!.seed({ version: 1, events })
  })
  await run(
    page,
    "let n = 0; fromStream('many').partitionBy(() => 'p-' + n++).when({ $init: () => ({ c: 0 }), ItemAdded: (s) => { s.c++ } })",
  )
  await expect(partitions(page).getByRole('heading')).toHaveText('2,000 partitions')
  await expect(partitions(page).getByText('1–100 of 2,000')).toBeVisible()
  await expect(partitions(page).getByRole('listitem')).toHaveCount(100)
  await partitions(page).getByRole('button', { name: 'Next partitions' }).click()
  await expect(partitions(page).getByText('101–200 of 2,000')).toBeVisible()
  await partitions(page).getByRole('searchbox').fill('P-1999')
  await expect(partitions(page).getByRole('listitem')).toHaveText(['p-1999'])
  await partitions(page).getByRole('button', { name: 'p-1999' }).click()
  await expect(panel(page).getByRole('heading', { name: 'State of p-1999' })).toBeVisible()
  await expect(state(page)).toContainText('"c": 1')
  await partitions(page).getByRole('searchbox').fill('nobody')
  await expect(partitions(page).getByText('No partitions match the filter.')).toBeVisible()
})

test('commands stop, start and reset; each is a request', async ({ page }) => {
  await openPanels(page)
  await menu(page).click()
  await expect(command(page, 'Enable')).toBeDisabled()
  await expect(command(page, 'Edit')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(command(page, 'Disable')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('Stopped')
  await expect(command(page, 'Disable')).toBeHidden()
  await append(page, 'cart-1')
  await choose(page, 'Reset …')
  await expect(dialog(page).getByRole('status')).toContainText('$projections-cart-totals')
  await dialog(page).getByRole('button', { name: 'Reset' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(panel(page).getByText('No partitions yet.')).toBeVisible()
  await choose(page, 'Enable')
  await expect(state(page)).toContainText('13')
  expect(await sent(page)).toEqual(['disable', 'reset', 'enable'].map((name) => `POST /projection/cart-totals/command/${name}`))
})

test('a result that differs from the state stands beside it', async ({ page }) => {
  await openPanels(page)
  const result = panel(page).getByRole('group', { name: 'Result' })
  await expect(result).toHaveCount(0)
  await run(
    page,
    "fromCategory('cart').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } }).transformBy((s) => ({ twice: s.n * 2 }))",
  )
  await expect(result).toContainText('"twice": 6')
  await expect(state(page)).toContainText('"n": 3')
})

const emitting = "fromCategory('cart').when({ ItemAdded: (s, e) => { linkTo('dear', e); emit('seen-' + e.streamId, 'Seen', {}) } })"

test('emitted streams lead to the stream', async ({ page }) => {
  await openPanels(page)
  await run(page, emitting)
  await expect(panel(page).getByRole('heading', { name: 'Emits to 3 streams' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'seen-cart-2' }).click()
  expect((await session(page)).selection).toMatchObject({ stream: 'seen-cart-2', projection: 'cart-totals' })
})

test.describe('deletion', () => {
  const streams = (page: Page) => dialog(page).getByRole('list', { name: 'Streams to delete' }).getByRole('listitem')

  test('says which streams it touches, and then touches these', async ({ page }) => {
    await openPanels(page)
    await run(page, emitting)
    await expect(panel(page).getByRole('heading', { name: 'Emits to 3 streams' })).toBeVisible()
    await choose(page, 'Delete …')
    await expect(dialog(page).getByText('Its status is Running, so it will be disabled first.')).toBeVisible()
    await expect(dialog(page).getByText('No streams will be deleted.')).toBeVisible()
    await dialog(page).getByLabel('Emitted streams').check()
    await expect(streams(page).filter({ hasText: 'emitted by the projection' })).toHaveCount(3)
    await dialog(page).getByLabel('Checkpoints').check()
    await expect(streams(page).filter({ hasText: '$projections-cart-totals-checkpoint' })).toHaveCount(1)
    const named = (await streams(page).locator('code').allTextContents()).sort()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(panel(page).getByText('No projections yet. Write a query and run it.')).toBeVisible()
    const gone = await page.evaluate(async (names) => {
      const { store } = document.querySelector('rillbox-store')!
      const reads = await Promise.all(names.map(async (name) => ({ name, events: await store!.read(name) })))
      return reads.filter(({ events }) => events.length === 0).map(({ name }) => name)
    }, named)
    expect(gone).toEqual(named)
    expect((await sent(page)).slice(-2)).toEqual(['POST /projection/cart-totals/command/disable', 'DELETE /projection/cart-totals'])
    await expect(page.evaluate(() => document.querySelector('rillbox-store')!.store!.read('cart-1'))).resolves.toHaveLength(2)
  })

  test('can be left alone: Escape closes, and the focus goes back', async ({ page }) => {
    await openPanels(page)
    await menu(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await expect(command(page, 'Delete …')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(menu(page)).toBeFocused()
    expect(await sent(page)).toEqual([])
  })

  test('deletes what it has asked about, also where the panel has gone on to another projection', async ({ page }) => {
    await openPanels(page)
    await page.evaluate(async () => {
      const { store, session } = document.querySelector('rillbox-store')!
      await store!.project('short-lived', 'fromAll().when({})')
      session.select({ projection: 'short-lived' })
    })
    await expect(choice(page)).toHaveValue('short-lived')
    await choose(page, 'Delete …')
    await page.evaluate(async () => {
      const { session } = document.querySelector('rillbox-store')!
      await session.send('POST', '/projection/short-lived/command/disable')
      await session.send('DELETE', '/projection/short-lived')
    })
    await expect(choice(page)).toHaveValue('cart-totals')
    await expect(dialog(page).getByRole('heading')).toContainText('short-lived')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page).getByRole('alert')).not.toBeEmpty()
    expect((await sent(page)).filter((request) => request.includes('cart-totals'))).toEqual([])
  })

  test('is not offered for projections that come with the store', async ({ page }) => {
    await openPanels(page)
    await choice(page).selectOption('$by_category')
    await menu(page).click()
    await expect(command(page, 'Delete …')).toBeDisabled()
    await expect(command(page, 'Edit')).toHaveCount(0)
  })
})

test('a completed query is said to have handled all of its source, not what the server counts anew', async ({ page }) => {
  await openPanels(page)
  await run(page, 'fromAll().when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } })', {
    name: 'once',
    mode: 'one-time',
    emit: false,
  })
  await expect(status(page)).toContainText('Completed')
  await expect(panel(page).locator('dl')).toContainText('All of its source')
  await expect(editor(page).getByRole('status')).toHaveText('once has completed.')
})

test('a fault is shown as a summary, and in the words of the server', async ({ page }) => {
  await openPanels(page)
  await run(page, "fromCategory('cart').when({ ItemAdded: (s, e) => { e.data.missing.price } })")
  await expect(status(page)).toHaveText('Faulted (Enabled)')
  await expect(panel(page).getByText("Cannot read property 'price' of undefined", { exact: true })).toBeVisible()
  await panel(page).getByText('Full message from the server').click()
  await expect(panel(page).getByText(/The cart-totals projection failed to process an event/)).toBeVisible()
})

test('a long status loses whole words where there is no room, and never letters', async ({ page }) => {
  await openPanels(page)
  await run(page, "fromCategory('cart').when({ ItemAdded: (s, e) => { e.data.missing.price } })")
  await expect(status(page)).toHaveText('Faulted (Enabled)')
  const seen = new Set<boolean>()
  for (const width of [300, 390, 600, 760, 900, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [word, rest, box] = await Promise.all(
      ['.words', '.rest', '.words'].map((part) =>
        status(page)
          .locator(part)
          .evaluate((element, part) => {
            const range = document.createRange()
            range.selectNodeContents(part === '.words' ? element.firstChild! : element)
            const { left, right, top } = part === '' ? element.getBoundingClientRect() : range.getBoundingClientRect()
            return {
              left,
              right,
              top,
              width: element.clientWidth,
              bottom: element.getBoundingClientRect().bottom,
              end: element.getBoundingClientRect().right,
            }
          }, part),
      ),
    )
    expect(word!.right, `${width} px`).toBeLessThanOrEqual(box!.end + 1)
    const isShown = rest!.top < box!.bottom - 1
    if (isShown) expect(rest!.right, `${width} px`).toBeLessThanOrEqual(box!.end + 1)
    seen.add(isShown)
  }
  expect(seen.size).toBe(2)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const order = await status(page)
    .locator('.words')
    .evaluate((words) => {
      const range = document.createRange()
      range.selectNodeContents(words.firstChild!)
      return [range.getBoundingClientRect().left, words.querySelector('.rest')!.getBoundingClientRect().left] as const
    })
  expect(order[0]).toBeLessThan(order[1])
})

test('a projection that is chosen can be taken into the editor', async ({ page }) => {
  await openPanels(page)
  await run(page, 'fromAll().when({ $any: (s) => s })', { name: 'other', emit: false })
  await expect(choice(page)).toHaveValue('other')
  await choice(page).selectOption('cart-totals')
  await expect(status(page)).toHaveText('Running')
  expect((await session(page)).draft.name).toBe('other')
  await choose(page, 'Edit')
  expect((await session(page)).draft).toMatchObject({ name: 'cart-totals', query: expect.stringContaining('state.total') })
  await runButton(page).click()
  await expect(editor(page).getByRole('status')).toHaveText('cart-totals has handled 3 events.')
})

test('nothing is offered that changes projections where the session is read-only', async ({ page }) => {
  await openPanels(page)
  await page.evaluate(() => {
    document.querySelector('rillbox-store')!.session.readonly = true
  })
  await expect(menu(page)).toHaveCount(0)
  await expect(state(page)).toContainText('12')
})

test('everything has its place and its name in every size', async ({ page }) => {
  const expectInPlace = async () => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await openPanels(page)
  await run(page, `${emitting}.transformBy((s) => ({ one: 1 }))`)
  await expect(panel(page).getByRole('heading', { name: 'Emits to 3 streams' })).toBeVisible()
  await atEverySize(page, expectInPlace)
  await choose(page, 'Delete …')
  await dialog(page).getByLabel('Emitted streams').check()
  await expect(dialog(page).getByText(/Deletes \d streams/)).toBeVisible()
  await atEverySize(page, () => expectAccessible(page))
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await edit(page, { query: "fromCategory('cart').when({ ItemAdded: (s, e) => { e.data.missing.price } })" })
  await runButton(page).click()
  await expect(status(page)).toHaveText('Faulted (Enabled)')
  await atEverySize(page, expectInPlace)
})

test('a store without user projections gives advice', async ({ page }) => {
  await page.goto(address)
  await expect(status(page)).toHaveText('Running')
  await page.evaluate(() => document.querySelector('rillbox-store')!.session.load({ version: 1 }))
  await expect(panel(page).getByText('No projections yet. Write a query and run it.')).toBeVisible()
  await choice(page).selectOption('$streams')
  await expect(status(page)).toHaveText('Running')
  await expectAccessible(page)
})
