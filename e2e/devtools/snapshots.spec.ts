// Snapshots and the clock of the application's store.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../playground/accessible.ts'
import { notes, openApplication, openDrawer, panel, write } from './devtools-page.ts'

const snapshots = (page: Page) => panel(page, 'Snapshots')
const act = (page: Page, action: string, name: string) => snapshots(page).getByRole('button', { name: `${action}: ${name}`, exact: true })

async function save(page: Page, name: string): Promise<void> {
  await snapshots(page).getByLabel('Name').fill(name)
  await snapshots(page).getByRole('button', { name: 'Save' }).click()
  await expect(snapshots(page).getByRole('status')).toContainText(`Saved as “${name}”.`)
}

/** The number of events in the store, asked without the application. */
const count = (page: Page): Promise<number> => page.evaluate(async () => (await window.store.read('notes')).length)

test('a saved snapshot is restored, also after a reload, and the projection goes on from there', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Snapshots')
  await save(page, 'one note')
  await write(page, 'second')
  await expect(notes(page)).toHaveCount(2)
  await page.reload()
  await expect(snapshots(page).getByRole('rowheader')).toHaveText(['one note'])
  await act(page, 'Restore', 'one note').click()
  await expect(snapshots(page).getByRole('status')).toContainText('The store holds “one note” again.')
  expect(await count(page)).toBe(1)
  await snapshots(page).getByRole('button', { name: 'Undo' }).click()
  await expect(snapshots(page).getByRole('status')).toContainText('what it held before')
  expect(await count(page)).toBe(2)
  await act(page, 'Restore', 'one note').click()
  await expect(snapshots(page).getByRole('status')).toContainText('The store holds “one note” again.')
  await snapshots(page).getByRole('button', { name: 'Reload the page' }).click()
  await expect(notes(page)).toHaveText(['first'])
  await write(page, 'another second')
  await expect(notes(page)).toHaveCount(2)
  await page.evaluate(() => window.store.settled())
  expect(await page.evaluate(() => window.store.state('counts'))).toEqual({ count: 2 })
})

test('a branch saves the present content before it restores another', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Snapshots')
  await save(page, 'trunk')
  await write(page, 'second')
  await expect(notes(page)).toHaveCount(2)
  await act(page, 'Branch', 'trunk').click()
  await expect(snapshots(page).getByRole('status')).toContainText('What it held is saved as “Before trunk”.')
  expect(await count(page)).toBe(1)
  await act(page, 'Restore', 'Before trunk').click()
  await expect(snapshots(page).getByRole('status')).toContainText('The store holds “Before trunk” again.')
  expect(await count(page)).toBe(2)
  await act(page, 'Delete', 'trunk').click()
  await expect(snapshots(page).getByRole('rowheader')).toHaveText(['Before trunk'])
})

test('snapshots stand as a tree, with where the store is, and two are compared', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Snapshots')
  await save(page, 'trunk')
  await write(page, 'second')
  await expect(notes(page)).toHaveCount(2)
  await page.evaluate(() => window.store.settled())
  await save(page, 'two notes')
  await act(page, 'Restore', 'trunk').click()
  await expect(snapshots(page).getByRole('row').filter({ hasText: 'You are here' }).getByRole('rowheader')).toHaveText('trunk')
  await write(page, 'another second')
  await save(page, 'other branch')
  // Parents stand before their children, the newest of those first.
  await expect(snapshots(page).getByRole('rowheader')).toHaveText(['trunk', 'other branch', 'two notes'])
  const [trunk, child] = await snapshots(page)
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).paddingInlineStart))
  expect(Number.parseFloat(child!)).toBeGreaterThan(Number.parseFloat(trunk!))

  const form = snapshots(page).getByRole('form', { name: 'Compare' })
  await form.getByRole('combobox', { name: 'From' }).selectOption('trunk')
  await form.getByRole('combobox', { name: 'To' }).selectOption('two notes')
  await form.getByRole('button', { name: 'Compare' }).press('Enter')
  const difference = snapshots(page).locator('.difference')
  await expect(difference).toContainText(/notes\s*\+1 event/)
  await expect(difference).toContainText(/counts\s*count\s*1\s*→\s*2/)
  await expectAccessible(page, 'rillbox-devtools')
  await form.getByRole('combobox', { name: 'From' }).selectOption('other branch')
  await form.getByRole('combobox', { name: 'To' }).selectOption('The store now')
  await form.getByRole('button', { name: 'Compare' }).press('Enter')
  await expect(difference).toHaveText('Both hold the same.')
})

test('a download is a whole store: it is uploaded again, and a file that is none is refused', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Snapshots')
  await save(page, 'kept')
  const downloading = page.waitForEvent('download')
  await act(page, 'Download', 'kept').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('kept.json')
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain('"rillbox-snapshot"')
  await act(page, 'Delete', 'kept').click()
  await expect(snapshots(page)).toContainText('Nothing saved yet.')

  const upload = async (name: string, content: string): Promise<void> => {
    const choosing = page.waitForEvent('filechooser')
    await snapshots(page).getByRole('button', { name: 'Upload' }).click()
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
  }
  await upload('from-a-colleague.json', text)
  await expect(snapshots(page).getByRole('rowheader')).toHaveText(['from-a-colleague'])
  await write(page, 'second')
  await act(page, 'Restore', 'from-a-colleague').click()
  await expect(snapshots(page).getByRole('status')).toContainText('again')
  expect(await count(page)).toBe(1)
  await upload('other.json', '{"a":1}')
  await expect(snapshots(page).getByRole('alert')).toContainText('no snapshot')
  await expect(snapshots(page).getByRole('rowheader')).toHaveCount(1)
})

test('the clock is moved: new events have its time, and it is not moved back', async ({ page }) => {
  await openApplication(page, '?clock=movable')
  await openDrawer(page, 'Clock')
  const clock = panel(page, 'Clock')
  await expect(clock).toContainText('The same as this machine’s clock')
  await clock.getByRole('button', { name: '1 day' }).click()
  await clock.getByRole('button', { name: '1 hour' }).click()
  await expect(clock).toContainText('1 d 1 h ahead of this machine’s clock')
  await write(page, 'tomorrow')
  await expect(notes(page)).toHaveCount(2)
  const ahead = await page.evaluate(async () => {
    const [event] = (await window.store.snapshot()).events.filter(({ stream }) => stream === 'notes').slice(-1)
    return event!.created - Date.now()
  })
  expect(Math.round(ahead / 3_600_000)).toBe(25)
  await clock.getByLabel('Move to').fill('2020-01-01T00:00')
  await clock.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(clock.getByRole('alert')).toContainText('only goes forward')
  await clock.getByLabel('Move to').fill('2040-01-01T00:00')
  await clock.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(clock.getByRole('time')).toContainText('2040')
  await clock.getByLabel('Move to').fill('12000-01-01T00:00')
  await clock.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(clock.getByRole('alert')).toContainText('to the year 9999')
  await expect(clock.getByRole('time')).toContainText('2040')
})

test('a clock that cannot be moved says so, and how one gets one that can', async ({ page }) => {
  await openApplication(page)
  await openDrawer(page, 'Clock')
  const clock = panel(page, 'Clock')
  await expect(clock).toContainText('cannot be moved')
  await expect(clock).toContainText('movableEnvironment()')
  await expect(clock.getByRole('button')).toHaveCount(0)
})
