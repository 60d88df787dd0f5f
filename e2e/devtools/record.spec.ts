// The recording of a session: what the application did becomes a scenario and a test.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from '../playground/accessible.ts'
import { openApplication, openDrawer, panel, shortcut, write } from './devtools-page.ts'

const record = (page: Page) => panel(page, 'Record')

async function recordOne(page: Page): Promise<void> {
  await openApplication(page)
  await openDrawer(page, 'Record')
  await record(page).getByRole('button', { name: 'Record', exact: true }).press('Enter')
  await expect(record(page).getByRole('status')).toContainText('0 changes so far')
  await page.keyboard.press(shortcut)
  await write(page, 'recorded')
  await page.keyboard.press(shortcut)
  await expect(record(page).getByRole('status')).toContainText('1 change so far')
  await record(page).getByRole('button', { name: 'Stop recording' }).press('Enter')
  await expect(record(page).getByRole('status')).toHaveText('1 change recorded.')
}

async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), record(page).getByRole('button', { name: button }).press('Enter')])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a session becomes a scenario, whole or only what was added', async ({ page }) => {
  await recordOne(page)
  await write(page, 'afterwards')
  const whole = JSON.parse((await saved(page, 'Download the scenario')).text) as { events: unknown[]; projections: unknown[] }
  expect([whole.events.length, whole.projections.length]).toEqual([2, 1])
  const added = JSON.parse((await saved(page, 'Download what was added')).text) as { events: { data: unknown }[]; projections?: unknown }
  expect(JSON.stringify(added.events.map(({ data }) => data))).toContain('recorded')
  expect([added.events.length, added.projections]).toEqual([1, undefined])
})

test('a session becomes a test that sends the same and expects the same', async ({ page }) => {
  await recordOne(page)
  await record(page).getByRole('button', { name: 'Playwright test', exact: true }).press('Enter')
  const code = record(page).getByRole('group', { name: 'Playwright test' })
  await expect(code).toContainText("await request.fetch('http://localhost:21139/streams/notes', {")
  await expect(code).toContainText("await expect(store).toHaveProjectionState('counts', { count: 2, })")
  await expectAccessible(page, 'rillbox-devtools')
  const { name, text } = await saved(page, 'Download the test')
  expect(name).toMatch(/\.spec\.ts$/)
  expect(text).toContain('toHaveReceivedInOrder')
})
