// The drawer over an application: it opens in every way, shows the application's own store, and leaves the application alone.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../playground/accessible.ts'
import { button, choose, drawer, host, note, notes, openApplication, openDrawer, panel, shortcut, write } from './devtools-page.ts'

const panels = ['Streams', 'Projections', 'Steps', 'Requests', 'Record', 'Faults', 'Snapshots', 'Clock']

/** Places of everything that belongs to the application. */
const layout = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.localName} ${x} ${y} ${width} ${height}`
    }),
  )

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [colorScheme, readAt] of [
  ['light', 390],
  ['dark', 1440],
] as const)
  test(`every panel fits every width, and breaks no rule of accessibility (${colorScheme}, ${readAt} px)`, async ({ page }) => {
    // Seven looks at all rules.
    test.slow()
    await page.emulateMedia({ colorScheme })
    await openApplication(page, '?clock=movable')
    await openDrawer(page)
    for (const name of panels) {
      await choose(page, name)
      await expect(panel(page, name)).toBeVisible()
      await expect(panel(page, name)).not.toContainText('Loading …')
      for (const width of [1024, 390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await panel(page, name).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
        if (width === readAt) await expectAccessible(page, 'rillbox-devtools')
        expect(await overflow(page)).toBe(0)
      }
    }
  })

test('opens a copy of the store in a playground, and leaves the application’s own alone', async ({ page }) => {
  await openApplication(page)
  await write(page, 'second')
  await expect(notes(page)).toHaveCount(2)
  await openDrawer(page)
  await drawer(page).getByRole('button', { name: 'Playground' }).press('Enter')
  const copy = host(page).getByRole('dialog', { name: 'Playground' })
  await expect(copy.getByRole('status').first()).toContainText('nothing that happens here changes')
  const playground = copy.locator('rillbox-playground')
  await expect(playground).toContainText('notes')
  // In the whole window, whatever the height of the drawer.
  await expect.poll(() => playground.evaluate((element) => Math.abs(element.getBoundingClientRect().bottom - innerHeight))).toBeLessThan(1)
  await expectAccessible(page, 'rillbox-devtools')
  // The name in its header comes before its store.
  await expect(playground.locator('rillbox-stream-browser')).toBeVisible()
  await playground.evaluate((element) =>
    (element as HTMLElementTagNameMap['rillbox-playground']).store!.append('notes', { type: 'NoteWritten', data: { text: 'only here' } }),
  )
  await copy.getByRole('button', { name: 'Back to the application' }).press('Enter')
  await expect(copy).toBeHidden()
  await expect(drawer(page)).toBeVisible()
  await expect(notes(page)).toHaveCount(2)
})

test('opens a branch of the store in a playground, and leaves the application’s own alone', async ({ page }) => {
  await openApplication(page)
  await write(page, 'second')
  await openDrawer(page, 'Steps')
  await drawer(page).getByText('What if this event were different?').press('Enter')
  await drawer(page).getByRole('button', { name: 'Leave it out' }).press('Enter')
  await drawer(page).getByRole('button', { name: 'Open as a branch' }).press('Enter')
  const playground = host(page).getByRole('dialog', { name: 'Playground' }).locator('rillbox-playground')
  // Undefined until the store is open: the query shows before.
  const count = (element: Element) =>
    (element as HTMLElementTagNameMap['rillbox-playground']).store?.read('notes').then(({ length }) => length)
  await expect.poll(() => playground.evaluate(count)).toBe(1)
  await expect(notes(page)).toHaveCount(2)
})

test('the button alone breaks no rule of accessibility', async ({ page }) => {
  await openApplication(page)
  await expectAccessible(page)
})

for (const when of ['before', 'after'])
  test(`imported ${when} the store is started, it shows what the application did`, async ({ page }) => {
    await openApplication(page, `?import=${when}`)
    await write(page, 'second')
    await expect(notes(page)).toHaveCount(2)
    await openDrawer(page, 'Streams')
    // The only stream is open at once.
    await expect(panel(page, 'Streams').getByRole('table')).toContainText('NoteWritten')
    await choose(page, 'Requests')
    await expect(panel(page, 'Requests')).toContainText('/streams/notes')
    await choose(page, 'Projections')
    await expect(panel(page, 'Projections').getByRole('group', { name: 'State' })).toContainText('2')
    await expect(panel(page, 'Projections').getByRole('textbox', { name: 'Query' })).toHaveValue(/fromStream\('notes'\)/)
    await panel(page, 'Projections').getByRole('button', { name: 'Step through' }).first().click()
    await expect(panel(page, 'Steps')).toContainText('2 events')
    // Later events appear by themselves.
    await write(page, 'third')
    await choose(page, 'Projections')
    await expect(panel(page, 'Projections').getByRole('group', { name: 'State' })).toContainText('3')
  })

test('steps that are scrolled away do not show above their bar', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 700 })
  await openApplication(page)
  await openDrawer(page, 'Steps')
  await expect(panel(page, 'Steps').locator('.where')).toContainText('step 1 of')
  const above = await panel(page, 'Steps').evaluate((element) => {
    element.scrollTo({ top: element.scrollHeight })
    const { x, y } = element.getBoundingClientRect()
    const stepper = element.querySelector('rillbox-devtools-steps')!.shadowRoot!.querySelector('rillbox-stepper')!
    return [element.scrollTop > 0, stepper.shadowRoot!.elementFromPoint(x + 40, y + 3)?.localName]
  })
  expect(above).toEqual([true, 'rillbox-step-bar'])
})

test('one slider shows the states of all projections', async ({ page }) => {
  await openApplication(page)
  await write(page, 'second')
  await expect(notes(page)).toHaveCount(2)
  await openDrawer(page, 'Steps')
  const past = panel(page, 'Steps').locator('rillbox-past')
  await past.getByText('All projections over time').press('Enter')
  const slider = past.getByRole('slider', { name: 'Event of the log' })
  await expect(slider).toBeInViewport()
  await expect(past.getByRole('row').filter({ hasText: 'counts' })).toContainText('{"count":2}')
  await slider.press('ArrowLeft')
  await expect(past.getByRole('row').filter({ hasText: 'counts' })).toContainText('{"count":1}')
  await expectAccessible(page, 'rillbox-devtools')
  // Nothing of the steps lies over it.
  const bottom = await past.evaluate((element) => element.getBoundingClientRect().bottom)
  const top = await panel(page, 'Steps')
    .locator('rillbox-stepper')
    .evaluate((element) => element.getBoundingClientRect().top)
  expect(top).toBeGreaterThanOrEqual(bottom)
})

test('the application does not move, and its styles do not get in', async ({ page }) => {
  await openApplication(page, '?import=never')
  const before = await layout(page)
  await openApplication(page)
  expect(await layout(page)).toEqual(before)
  expect(await button(page).boundingBox()).toMatchObject({ width: 40, height: 40 })
  await openDrawer(page)
  expect(await layout(page)).toEqual(before)
  const { x, width } = (await drawer(page).boundingBox())!
  expect([x, width]).toEqual([0, page.viewportSize()!.width])
  await expect(drawer(page).getByRole('tab').first()).toHaveCSS('text-transform', 'none')
})

test('works with the keyboard alone, and gives the focus back', async ({ page }) => {
  await openApplication(page)
  await note(page).focus()
  await page.keyboard.press(shortcut)
  await expect(drawer(page).getByRole('tab', { selected: true })).toBeFocused()
  for (const name of panels.slice(1)) {
    await page.keyboard.press('ArrowRight')
    await expect(drawer(page).getByRole('tab', { name })).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(note(page)).toBeFocused()
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeVisible()
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeHidden()
  await expect(note(page)).toBeFocused()
  // The button, too, and the edge between drawer and page.
  await button(page).focus()
  await page.keyboard.press('Enter')
  const edge = drawer(page).getByRole('separator', { name: 'Height' })
  await edge.focus()
  const { height } = (await drawer(page).boundingBox())!
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await drawer(page).boundingBox())!.height).toBeGreaterThan(height)
  await page.keyboard.press('Escape')
  await expect(button(page)).toBeFocused()
})

test('a click on the button does not take the focus of the application for good', async ({ page }) => {
  await openApplication(page)
  await note(page).fill('half')
  await openDrawer(page, 'Faults')
  await drawer(page).getByRole('button', { name: 'Close' }).click()
  await expect(note(page)).toBeFocused()
  await expect(note(page)).toHaveValue('half')
})

test('the application does not hear typing in the drawer', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Faults')
  await drawer(page).getByLabel('Path begins with').fill('')
  await drawer(page).getByLabel('Path begins with').pressSequentially('abc')
  await expect(page.locator('#keys')).toHaveText('')
  await note(page).press('x')
  await expect(page.locator('#keys')).toHaveText('x')
})

test('opens over a modal dialog of the application, by its button and by keys', async ({ page }) => {
  await openApplication(page)
  await page.getByRole('button', { name: 'Ask' }).click()
  // The page is inert now, and the mouse is all that is left of the button.
  const { x, y, width, height } = (await button(page).boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect(drawer(page)).toBeVisible()
  await choose(page, 'Streams')
  await expect(panel(page, 'Streams').getByRole('table')).toContainText('NoteWritten')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Yes' })).toBeFocused()
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeVisible()
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Really?' })).toBeVisible()
})

test('a drawer that is open when a dialog opens comes in front of it when it is asked for', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page)
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.keyboard.press(shortcut)
  await choose(page, 'Clock')
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Really?' })).toBeVisible()
})

test('the button stays above pop-ups', async ({ page }) => {
  await openApplication(page)
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.popover = 'manual'
    cover.style.cssText = 'inset: 0; width: 100%; height: 100%; margin: 0'
    document.body.append(cover)
    cover.showPopover()
  })
  await button(page).click()
  await expect(drawer(page)).toBeVisible()
})

test('is dragged to another corner, or sent there, and stays there', async ({ page }) => {
  await openApplication(page)
  const at = async (): Promise<[boolean, boolean]> => {
    const { x, y } = (await button(page).boundingBox())!
    const { width, height } = page.viewportSize()!
    return [x > width / 2, y > height / 2]
  }
  expect(await at()).toEqual([true, true])
  const { x, y } = (await button(page).boundingBox())!
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down()
  await page.mouse.move(60, 300, { steps: 4 })
  await page.mouse.move(60, 60, { steps: 4 })
  await page.mouse.up()
  await expect.poll(at).toEqual([false, false])
  await expect(drawer(page)).toBeHidden()
  await openApplication(page)
  expect(await at()).toEqual([false, false])
  await openDrawer(page)
  await drawer(page).getByLabel('Place of the button').selectOption('Button top right')
  await page.keyboard.press(shortcut)
  expect(await at()).toEqual([true, false])
})

test('is open again after a reload, with the same panel, and leaves the focus to the application', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Snapshots')
  await page.reload()
  await expect(panel(page, 'Snapshots')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press(shortcut)
  await expect(drawer(page)).toBeHidden()
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  await expect(button(page)).toBeVisible()
  await expect(drawer(page)).toBeHidden()
})

test('several stores: one can be chosen, and is gone when it is taken away', async ({ page }) => {
  await openApplication(page, '?stores=2')
  await openDrawer(page, 'Streams')
  const chooser = drawer(page).getByLabel('Store', { exact: true })
  await expect(chooser.getByRole('option')).toHaveText(['http://localhost:21139', 'another store'])
  const stream = panel(page, 'Streams').locator('rillbox-stream-events')
  await expect(stream).toContainText('notes')
  await chooser.selectOption('another store')
  await expect(stream).toContainText('others')
  await expect(stream).not.toContainText('notes')
  await page.evaluate(() => (window as unknown as { takeAway: () => void }).takeAway())
  await expect(chooser).toHaveCount(0)
  await expect(stream).toContainText('notes')
})

test('each store has its drafts: the query of the application is not that of another store, nor one from before', async ({ page }) => {
  await openApplication(page, '?stores=2')
  await openDrawer(page, 'Projections')
  const name = panel(page, 'Projections').locator('rillbox-query-editor').getByLabel('Projection')
  await expect(name).toHaveValue('counts')
  await drawer(page).getByLabel('Store', { exact: true }).selectOption('another store')
  await expect(name).toHaveValue('my-projection')
  await page.evaluate(() => window.store.project('counts', 'fromAll().when({ $any: () => ({ isChanged: true }) })'))
  await page.reload()
  await expect(panel(page, 'Projections').getByRole('textbox', { name: 'Query' })).toHaveValue(/isChanged/)
})

test('without a store it says how one gets there, and shows it once it is started', async ({ page }) => {
  await openApplication(page, '?store=none')
  await openDrawer(page)
  await expect(drawer(page)).toContainText('No store is running on this page.')
  await expectAccessible(page, 'rillbox-devtools')
  await page.evaluate(async () => {
    window.store = await window.harness.rillbox.startStore({ baseUrl: 'http://localhost:21139', name: 'devtools-late' })
    await window.store.append('late', { type: 'Written', data: {} })
  })
  await expect(panel(page, 'Streams').locator('rillbox-stream-events')).toContainText('late')
})

test('a stopped store is not shown any more', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Streams')
  await expect(panel(page, 'Streams').locator('rillbox-stream-events')).toContainText('notes')
  await page.evaluate(async () => {
    // One stop for each start.
    await window.store.stop()
    await window.store.stop()
  })
  await expect(drawer(page)).toContainText('No store is running on this page.')
})
