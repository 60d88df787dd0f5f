// Steps through a query in the editor itself: lines, values, stops and controls, from a phone to a wide screen; and what runs.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../../addresses.ts'
import { expectAccessible } from '../accessible.ts'

const editor = (page: Page) => page.locator('rillbox-query-editor')
const result = (page: Page) => page.locator('rillbox-projection-panel')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const where = (page: Page) => page.locator('rillbox-step-bar .where:visible')
const values = (page: Page) => editor(page).locator('.cm-values')
const ran = (page: Page): Promise<string[]> =>
  editor(page)
    .locator('.cm-ran')
    .evaluateAll((lines) => lines.map((line) => (line.firstChild?.parentElement?.innerText ?? '').trim().replace(/ {3,}.*/s, '')))

/** The code of lines that their values cover. */
const covered = (page: Page): Promise<string[]> =>
  values(page).evaluateAll((notes) =>
    notes.flatMap((note) => {
      const line = note.closest('.cm-line')!
      const box = note.getBoundingClientRect()
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      const under: string[] = []
      while (walker.nextNode()) {
        if (note.contains(walker.currentNode)) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const isUnder = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) => left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1,
        )
        if (isUnder) under.push(walker.currentNode.textContent!)
      }
      return under
    }),
  )

async function open(page: Page, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await page.goto(`${addresses.pages}playground/whole.html`)
  // Later, the draft of the scenario would replace what a test writes.
  await expect.poll(() => page.evaluate(phaseOf)).toBe('open')
}

/** Undefined before the element is defined. */
const phaseOf = (): string | undefined => {
  const element = document.querySelector('rillbox-playground') as Partial<HTMLElementTagNameMap['rillbox-playground']> | null
  return element?.session?.phase.kind
}

const append = (page: Page, stream: string, type: string, data: object): Promise<unknown> =>
  page.evaluate(([stream, type, data]) => document.querySelector('rillbox-playground')!.store!.append(stream, { type, data }), [
    stream,
    type,
    data,
  ] as const)

const edit = (page: Page, query: string): Promise<void> =>
  page.evaluate((text) => document.querySelector('rillbox-playground')!.session.edit({ query: text }), query)

const isInView = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

for (const [width, scheme] of [
  [390, 'dark'],
  [1024, 'light'],
  [1440, 'dark'],
] as const)
  test(`the query shows the line that failed, with the values it met (${width} px, ${scheme})`, async ({ page }) => {
    await open(page, width, scheme)
    if (width === 390) await page.getByRole('tab', { name: 'Query' }).click()
    await button(page, 'Step through').click()
    // The editor has controls of its own until the panel of steps is in sight.
    await expect(where(page)).toHaveCount(1)
    await expect(where(page)).toHaveText('Fault at 1@cart-2 (step 6 of 8)')
    await expect(editor(page).locator('.cm-at-fault')).toContainText('state.paid = event.body.how.length')
    await expect(values(page)).toHaveText([/event\.streamId: "cart-2" {3}state\.total: 7/, 'event.body.how.length: undefined'])
    await expectAccessible(page, 'rillbox-playground')

    await button(page, 'Step back').click()
    await expect(where(page)).toHaveText('ItemAdded at 2@cart-1 (step 5 of 8)')
    await expect(values(page).first()).toHaveText('state.total: 5 → 7   event.data.price: 2')
    expect(await ran(page)).toHaveLength(3)
    expect(await covered(page)).toEqual([])
    // The controls, and what changed, are in sight without scrolling.
    expect(await isInView(page, 'rillbox-step-bar input[type=range]')).toBe(true)
    expect(await isInView(page, width === 390 ? 'rillbox-query-editor .change-line' : 'rillbox-stepper .changes')).toBe(true)
    await expectAccessible(page, 'rillbox-playground')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

    await button(page, 'Exit stepping').click()
    if (width === 390) await expect(values(page)).toHaveCount(0)
    else await expect(button(page, 'Step through')).toHaveAttribute('aria-pressed', 'false')
  })

test('stops are set at line numbers, by mouse and by key, and follow the text', async ({ page }) => {
  await open(page, 1440)
  await button(page, 'Step through').click()
  await expect(values(page).first()).toBeVisible()
  const numbers = editor(page).locator('.cm-lineNumbers .cm-gutterElement')
  await numbers.filter({ hasText: /^8$/ }).click()
  await expect(editor(page).locator('.cm-stop')).toHaveText('8')
  await button(page, 'First step').click()
  await button(page, 'Next stop').click()
  await expect(where(page)).toHaveText('Stop ItemAdded at 0@cart-2 (step 3 of 8)')

  // Line 5 has no statement that a handler of an event runs after the first: line 1 leads to the first one there is.
  await editor(page).locator('.cm-content').press('ControlOrMeta+Home')
  await page.keyboard.press('F9')
  await expect(editor(page).locator('.cm-stop')).toHaveText(['5', '8'])
  await page.keyboard.press('Home')
  await page.keyboard.insertText('// one more\n')
  await expect(editor(page).locator('.cm-stop')).toHaveText(['6', '9'])
  await expect(values(page)).toHaveCount(0)
  await expect(values(page).first()).toBeVisible()
  await button(page, 'Stops (2)').click()
  await page.getByRole('button', { name: 'Remove the stop Line 6 runs' }).click()
  await page.keyboard.press('Escape')
  await expect(editor(page).locator('.cm-stop')).toHaveText('9')
})

test('a faulted result leads to its fault, also on a phone', async ({ page }) => {
  await open(page, 390)
  await page.getByRole('tab', { name: 'Result' }).click()
  await result(page).getByRole('button', { name: 'Step to the fault' }).click()
  await expect(page.getByRole('tab', { name: 'Query' })).toHaveAttribute('aria-selected', 'true')
  await expect(where(page)).toHaveText('Fault at 1@cart-2 (step 6 of 8)')
  await expect(editor(page).locator('.cm-at-fault')).toBeVisible()
})

test('a query that cannot be prepared offers no steps, and says where it is wrong', async ({ page }) => {
  await open(page, 1440)
  await edit(page, 'fromAll().when({\n  $init( => 1,\n})')
  await button(page, 'Run').click()
  await expect(result(page).locator('.status')).toContainText('Faulted')
  await expect(result(page).getByRole('button', { name: 'Step to the fault' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Steps' }).click()
  const steps = page.locator('rillbox-stepper')
  await expect(steps.getByRole('alert')).toContainText('Line 2')
  await expect(steps.getByRole('button', { name: 'Run', exact: true })).toHaveCount(0)
})

test('in a low frame, the list shows the current step', async ({ page }) => {
  await open(page, 800)
  await page.evaluate(() => (document.querySelector('rillbox-playground')!.height = '26rem'))
  for (let n = 0; n < 30; n++) await append(page, 'cart-9', 'ItemAdded', { price: n })
  await page.getByRole('tab', { name: 'Steps' }).click()
  const slider = page.locator('rillbox-stepper input[type=range]')
  for (const key of ['End', 'ArrowLeft', 'Home', 'PageUp']) {
    await slider.press(key)
    await expect
      .poll(() =>
        page.locator('rillbox-step-list [aria-selected="true"]').evaluate((row) => {
          const pane = document.querySelector('rillbox-playground')!.shadowRoot!.querySelector('#steps')!.getBoundingClientRect()
          const { top, bottom } = row.getBoundingClientRect()
          return top >= pane.top - 1 && bottom <= pane.bottom + 1
        }),
      )
      .toBe(true)
  }
})

test('says what is edited and what runs, until it runs', async ({ page }) => {
  await open(page, 1024)
  const state = editor(page).locator('.run-state')
  await expect(result(page).getByRole('button', { name: 'Step to the fault' })).toBeVisible()
  await expect(state).toHaveText('')
  await expect(result(page).locator('.why')).toHaveCount(0)
  await edit(page, "fromCategory('cart').when({ $init: () => ({ n: 0 }), ItemAdded: (s) => { s.n++ } })")
  await expect(state).toHaveText('Edited, not run')
  await expect(result(page).locator('.why')).toHaveText('From the last run: the query has been edited since.')
  await expectAccessible(page, 'rillbox-playground')
  await expect(button(page, 'Run')).toContainText(/Ctrl ⏎|⌘ ⏎/)
  await button(page, 'Run').click()
  await expect(editor(page).getByRole('status')).toHaveText('cart-totals has handled 4 events.')
  await expect(state).toHaveText('')
  await expect(result(page).locator('.why')).toHaveCount(0)
  await expect(result(page).locator('.values')).toContainText(/n"?:\s*4/)

  // The next event makes the message old news, and shows what it changed.
  await append(page, 'cart-1', 'ItemAdded', {})
  await expect(editor(page).getByRole('status')).toHaveText('')
  await expect(result(page).locator('.changed')).toHaveText('Changed: n 4 → 5')
})

test('what says that the query is edited stands above the values, not in their column', async ({ page }) => {
  await open(page, 1440)
  const [list, state] = [result(page).locator('.partitions'), result(page).locator('.box.state')]
  await expect(list).toBeVisible()
  await edit(page, 'fromAll()')
  await expect(result(page).locator('.why')).toBeVisible()
  const [beside, why, values] = await Promise.all([list, result(page).locator('.why'), state].map((each) => each.boundingBox()))
  expect(values!.x).toBeGreaterThanOrEqual(beside!.x + beside!.width)
  expect(values!.y).toBeGreaterThanOrEqual(why!.y + why!.height)
})

test('an edit leaves the state of the last run its width, and the query its place', async ({ page }) => {
  await open(page, 1440)
  await edit(page, 'fromAll().when({ $init: () => ({ n: 0 }), $any: (s) => { s.n += 1 } })')
  await page.locator('rillbox-query-editor').getByRole('button', { name: /^Run/ }).click()
  await expect(result(page).locator('.box.state')).toContainText('"n"')
  const boxes = () =>
    Promise.all([result(page).locator('.box.state'), page.locator('rillbox-query-editor .code')].map((each) => each.boundingBox()))
  const [state, query] = await boxes()
  await edit(page, 'fromAll()')
  await expect(result(page).locator('.why')).toBeVisible()
  const [laterState, laterQuery] = await boxes()
  expect(laterState!.width).toBe(state!.width)
  expect(laterQuery!.y).toBe(query!.y)
})

test('numbers that change are drawn over the events; a chart opens by key, and has a table', async ({ page }) => {
  await open(page, 1440)
  await edit(
    page,
    "fromCategory('cart').when({ $init: () => ({ n: 0, same: 1 }), ItemAdded: (s, e) => { s.n++; s.sum = (s.sum || 0) + e.data.price } })",
  )
  await button(page, 'Run').click()
  // Out of sight they run nothing.
  await result(page)
    .locator('rillbox-number-charts')
    .evaluate((element) => element.scrollIntoView())
  const charts = result(page).getByRole('button', { name: /^Chart of/ })
  await expect(charts).toHaveText([/n\s+4/, /sum\s+21/])
  await charts.last().focus()
  await page.keyboard.press('Enter')
  const dialog = result(page).getByRole('dialog')
  await expect(dialog.getByRole('slider')).toBeFocused()
  await expect(dialog.locator('.point')).toHaveText('21 after ItemAdded at 0@cart-3 (event 8 of 8)')
  await page.keyboard.press('Home')
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuetext', '5 after ItemAdded at 0@cart-1 (event 1 of 8)')
  await dialog.getByText('Table').click()
  await expect(dialog.getByRole('row')).toHaveText([/Event/, /1 ItemAdded\s+0@cart-1\s+5/, /12/, /14/, /21/])
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, 'rillbox-playground')
  }
  await page.keyboard.press('Escape')
  await expect(charts.last()).toBeFocused()
})
