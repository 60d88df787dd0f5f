// Opens the application with developer tools, and finds their parts.

import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { addresses } from '../addresses.ts'

export const host = (page: Page): Locator => page.locator('rillbox-devtools')
export const button = (page: Page): Locator => host(page).getByRole('button', { name: 'Rillbox devtools' })
export const drawer = (page: Page): Locator => host(page).getByRole('dialog', { name: 'Rillbox devtools' })
export const shortcut = 'Alt+Shift+R'

export async function openApplication(page: Page, search = ''): Promise<void> {
  await page.goto(`${addresses.pages}devtools/index.html${search}`)
  await page.locator('body[data-ready]').waitFor()
}

export async function openDrawer(page: Page, panel?: string): Promise<void> {
  if (!(await drawer(page).isVisible())) await button(page).click()
  await expect(drawer(page)).toBeVisible()
  if (panel !== undefined) await choose(page, panel)
}

export async function choose(page: Page, panel: string): Promise<void> {
  const tab = drawer(page).getByRole('tab', { name: panel })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

export const panel = (page: Page, name: string): Locator => drawer(page).getByRole('tabpanel', { name })

/** The field of the application. */
export const note = (page: Page): Locator => page.locator('#note')

/** Writes a note, as a user of the application does. */
export async function write(page: Page, text: string): Promise<void> {
  await note(page).fill(text)
  await note(page).press('Enter')
}

export const notes = (page: Page): Locator => page.locator('#notes li')
export const status = (page: Page): Locator => page.locator('#status')
