// What-if: an event of the trace is left out, changed or added; the store stays as it is until the reader makes it a branch.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../../addresses.ts'
import { expectAccessible } from '../accessible.ts'
import { atEverySize } from '../sizes.ts'

const whatIf = (page: Page) => page.locator('rillbox-what-if')
const undo = (page: Page) => page.locator('rillbox-undo')

/** The steps stand at the fault, `1@cart-2`. */
async function open(page: Page): Promise<void> {
  await page.goto(`${addresses.pages}playground/stepper.html`)
  await expect(page.locator('rillbox-stepper .where')).toHaveText('Fault at 1@cart-2 (step 6 of 8)')
  await page.getByText('What if this event were different?').press('Enter')
  await expect(whatIf(page).getByRole('textbox', { name: 'Type' })).toHaveValue('CheckedOut')
}

const eventsOf = (page: Page, stream: string): Promise<unknown[]> =>
  page.evaluate(async (name) => (await document.querySelector('rillbox-store')!.store!.read(name)).map(({ data }) => data), stream)

async function change(page: Page): Promise<void> {
  await whatIf(page).getByRole('textbox', { name: 'Data' }).fill('{ "how": "card" }')
  await whatIf(page).getByRole('button', { name: 'Change it' }).press('Enter')
}

test('a change shows the steps and states that come out otherwise, and leaves the store alone', async ({ page }) => {
  await open(page)
  await change(page)
  await expect(whatIf(page).getByRole('status')).toHaveText('2 steps differ. 1 of 2 states ends differently.')
  await expect(whatIf(page).getByRole('table', { name: 'Last states' }).getByRole('row')).toHaveText([/cart-2\s*paid\s*→\s*4/])
  const steps = whatIf(page).getByRole('table', { name: 'Steps that differ' }).getByRole('row')
  await expect(steps).toHaveText([/1@cart-2 CheckedOut\s*paid/, /3@cart-1 CheckedOut\s*Cannot read property 'how'/])
  expect(await eventsOf(page, 'cart-2')).toEqual([{ sku: 'pot', price: 7 }, {}])
  await atEverySize(page, async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expectAccessible(page)
  })
})

test('edits add up, and go one by one', async ({ page }) => {
  await open(page)
  await whatIf(page).getByRole('button', { name: 'Leave it out' }).click()
  await expect(whatIf(page).getByRole('status')).toContainText('differ')
  await page.getByRole('button', { name: 'First step' }).click()
  await expect(whatIf(page).getByRole('textbox', { name: 'Type' })).toHaveValue('ItemAdded')
  await whatIf(page).getByRole('button', { name: 'Insert after it' }).click()
  await expect(whatIf(page).getByRole('table', { name: 'Steps that differ' })).toContainText('1@cart-1 ItemAdded (new)')
  await expect(whatIf(page).getByRole('list', { name: 'Edits' }).getByRole('listitem')).toHaveText([
    /Without 1@cart-2/,
    /One more event after 0@cart-1/,
  ])
  await whatIf(page).getByRole('button', { name: 'Remove: Without 1@cart-2' }).press('Enter')
  await expect(whatIf(page).getByRole('table', { name: 'Steps that differ' })).toContainText('(new)')
  await expect(whatIf(page).getByRole('list', { name: 'Edits' }).getByRole('listitem')).toHaveCount(1)
  await whatIf(page).getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(whatIf(page).getByRole('table')).toHaveCount(0)
})

test('becomes a branch of the store, which can be taken back', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.querySelector('rillbox-store')!.append(document.createElement('rillbox-undo'))),
  )
  await open(page)
  await change(page)
  await whatIf(page).getByRole('button', { name: 'Make it a branch' }).press('Enter')
  await expect(undo(page)).toContainText('The store holds the branch')
  await expect.poll(() => eventsOf(page, 'cart-2')).toEqual([{ sku: 'pot', price: 7 }, { how: 'card' }])
  await undo(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => eventsOf(page, 'cart-2')).toEqual([{ sku: 'pot', price: 7 }, {}])
})

test('says what is wrong with an edit, and where an edit has no effect', async ({ page }) => {
  await open(page)
  await whatIf(page).getByRole('textbox', { name: 'Data' }).fill('{ "how": ')
  await whatIf(page).getByRole('button', { name: 'Change it' }).click()
  await expect(whatIf(page).getByRole('alert')).toContainText('Line 1')
  await whatIf(page).getByRole('textbox', { name: 'Data' }).fill('{}')
  await whatIf(page).getByRole('button', { name: 'Change it' }).click()
  await expect(whatIf(page).getByRole('status')).toContainText('This has no effect')
})
