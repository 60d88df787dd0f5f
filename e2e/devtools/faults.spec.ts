// Faults that the drawer puts in force: the application meets them, they are counted, taken away, and kept over a reload.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { button, drawer, openApplication, openDrawer, panel, notes, shortcut, status, write } from './devtools-page.ts'

const faults = (page: Page) => panel(page, 'Faults')
const row = (page: Page, text: string) => faults(page).getByRole('row').filter({ hasText: text })
const hits = (page: Page, text: string) => row(page, text).getByRole('cell').nth(1)

async function open(page: Page): Promise<void> {
  await openApplication(page)
  await openDrawer(page, 'Faults')
  await expect(faults(page)).toContainText('every request reaches the store')
}

test('offline: requests are dropped and counted until it is switched off', async ({ page }) => {
  await open(page)
  const offline = faults(page).getByRole('button', { name: 'Offline', exact: true })
  await offline.click()
  await expect(offline).toHaveAttribute('aria-pressed', 'true')
  await write(page, 'lost')
  await expect(status(page)).toHaveText('no answer')
  await expect(hits(page, 'Offline')).toHaveText('2')
  await page.keyboard.press(shortcut)
  await expect(button(page)).toHaveClass('faulty')
  await page.keyboard.press(shortcut)
  await offline.click()
  await expect(row(page, 'Offline')).toHaveCount(0)
  await write(page, 'kept')
  await expect(notes(page)).toHaveCount(2)
  await page.keyboard.press(shortcut)
  await expect(button(page)).not.toHaveClass('faulty')
})

test('offline: a run says that nothing answered', async ({ page }) => {
  await open(page)
  await faults(page).getByRole('button', { name: 'Offline', exact: true }).click()
  await drawer(page).getByRole('tab', { name: 'Projections' }).click()
  await panel(page, 'Projections').getByRole('button', { name: 'Run' }).click()
  await expect(panel(page, 'Projections').locator('rillbox-query-editor').getByRole('alert')).toHaveText(
    'No response: the connection was dropped.',
  )
})

test('an error for some requests only, with its conditions, at most as often as it says', async ({ page }) => {
  await open(page)
  await faults(page).getByRole('combobox', { name: 'Fault' }).selectOption('Error status')
  await faults(page).getByRole('textbox', { name: 'Status' }).fill('429')
  await faults(page).getByLabel('Reason phrase').fill('Slow Down')
  await faults(page).getByRole('combobox', { name: 'Method' }).selectOption('GET')
  await faults(page).getByLabel('Path begins with').fill('/streams/notes')
  await faults(page).getByLabel('At most').fill('1')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await expect(row(page, 'Answers 429 Slow Down')).toContainText('GET /streams/notes, at most 1×')
  await expect(drawer(page).getByRole('tab', { name: 'Faults, 1 in force' })).toBeVisible()
  await write(page, 'one')
  await expect(status(page)).toHaveText('429')
  await expect(hits(page, '429')).toHaveText('1')
  await write(page, 'two')
  await expect(status(page)).toHaveText('200')
  await expect(hits(page, '429')).toHaveText('1')
  await row(page, '429').getByRole('button', { name: 'Remove' }).click()
  await expect(faults(page)).toContainText('every request reaches the store')
})

test('a latency without end holds a request back; the application is answered once it is gone', async ({ page }) => {
  await open(page)
  await faults(page).getByLabel('Never answer').check()
  await faults(page).getByLabel('At most').fill('1')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await expect(row(page, 'Never answers')).toBeVisible()
  await write(page, 'waits')
  // The next request is not held back.
  await write(page, 'goes')
  await expect(notes(page)).toHaveText(['goes', 'first'])
  await expect(hits(page, 'Never answers')).toHaveText('1')
})

test('a lost race, a dropped connection after the store has acted, and a stopped projection', async ({ page }) => {
  await open(page)
  await faults(page).getByRole('combobox', { name: 'Fault' }).selectOption('Lost race')
  await faults(page).getByLabel('Type of the other event').fill('NoteWritten')
  await faults(page).getByRole('combobox', { name: 'Method' }).selectOption('POST')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await write(page, 'late')
  await expect(notes(page)).toHaveCount(3)
  await faults(page).getByRole('button', { name: 'Remove' }).click()

  await faults(page).getByRole('combobox', { name: 'Fault' }).selectOption('Dropped connection')
  await faults(page).getByRole('combobox', { name: 'When' }).selectOption('After the store has acted')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await write(page, 'never heard of')
  await expect(notes(page)).toHaveCount(4)
  await expect(hits(page, 'after the store has acted')).toHaveText('1')

  await faults(page).getByRole('combobox', { name: 'Fault' }).selectOption('Stopped projection')
  await faults(page).getByRole('textbox', { name: 'Projection' }).fill('counts')
  await faults(page).getByRole('button', { name: 'Stop now' }).click()
  await expect(faults(page)).toContainText('The projection counts is stopped as faulted.')
  expect(await page.evaluate(() => window.store.fault('counts'))).toBeDefined()
})

test('an impossible rule is refused with the reason', async ({ page }) => {
  await open(page)
  await faults(page).getByLabel('From (ms)').fill('soon')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await expect(faults(page).getByRole('alert')).toContainText('milliseconds')
  await expect(faults(page)).toContainText('every request reaches the store')
})

test('faults stay over a reload, so that a page can be seen starting with them, and end with the last', async ({ page }) => {
  await open(page)
  await faults(page).getByRole('button', { name: 'Slow' }).click()
  await faults(page).getByLabel('Never answer').check()
  await faults(page).getByLabel('Path begins with').fill('/nothing')
  await faults(page).getByRole('button', { name: 'Add fault' }).click()
  await page.keyboard.press(shortcut)
  await page.reload()
  await expect(button(page)).toHaveClass('faulty')
  await expect(status(page)).toHaveText('200')
  await openDrawer(page)
  await expect(hits(page, 'Answers after 400 to 2,000 ms')).not.toHaveText('0')
  await expect(row(page, 'Never answers')).toContainText('/nothing')
  await faults(page).getByRole('button', { name: 'Remove all' }).click()
  await page.keyboard.press(shortcut)
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  await expect(button(page)).not.toHaveClass('faulty')
})

test('a request of the application fails from its row, once', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Requests')
  await write(page, 'first')
  const requests = panel(page, 'Requests')
  await requests.getByRole('row').filter({ hasText: 'POST' }).getByRole('button').click()
  const form = requests.getByRole('form', { name: 'This request' })
  await form.getByRole('combobox', { name: 'Next time' }).selectOption('Lose the answer')
  await form.getByRole('button', { name: 'Fail next time' }).click()
  await expect(drawer(page).getByRole('tab', { name: 'Faults, 1 in force' })).toBeVisible()
  await write(page, 'unheard')
  // The store has acted, and the application has read on.
  await expect(notes(page)).toHaveText(['unheard', 'first', 'first'])
  await expect(requests.getByRole('row').filter({ hasText: 'Connection dropped' })).toHaveCount(1)
  await expect(drawer(page).getByRole('tab', { name: 'Faults', exact: true })).toBeVisible()
})
