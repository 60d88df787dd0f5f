// Opens the page with a query editor and a projection panel, and asks its session.

import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Draft, DraftFault } from '../../src/playground/model/draft/draft.ts'
import type { SessionSelection } from '../../src/playground/model/session.ts'
import { addresses } from '../addresses.ts'

export const address = `${addresses.pages}playground/editor.html`

export const editor = (page: Page) => page.locator('rillbox-query-editor')
export const panel = (page: Page) => page.locator('rillbox-projection-panel')
export const code = (page: Page) => editor(page).locator('.cm-content')
export const area = (page: Page) => editor(page).getByRole('textbox', { name: 'Query' })
export const runButton = (page: Page) => editor(page).getByRole('button', { name: 'Run' })
export const state = (page: Page) => panel(page).getByRole('group', { name: 'State' })

/** The store is open, and its projection has handled everything. */
export async function openPanels(page: Page): Promise<void> {
  await page.goto(address)
  await expect(state(page)).toContainText('12')
}

export async function loadEditor(page: Page): Promise<void> {
  await area(page).focus()
  await expect(code(page)).toBeFocused()
}

interface SessionState {
  readonly draft: Draft
  readonly fault: DraftFault | undefined
  readonly selection: SessionSelection
}

export const session = (page: Page): Promise<SessionState> =>
  page.evaluate(() => {
    const { draft, fault, selection } = document.querySelector('rillbox-store')!.session
    return { draft, fault, selection }
  })

export const edit = (page: Page, change: Partial<Draft>): Promise<void> =>
  page.evaluate((change) => document.querySelector('rillbox-store')!.session.edit(change), change)

/** Runs a query as a reader would: puts it into the editor and presses the button. */
export async function run(page: Page, query: string, change: Partial<Draft> = {}): Promise<void> {
  await edit(page, { ...change, query })
  await runButton(page).click()
}

/** Methods and paths in the request panel. */
export const sent = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.querySelector('rillbox-store')!.store!.requests.entries.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
  )

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  expect(content).toBe(shown)
}
