// Nothing is lost: drafts survive a reload and the way back, and what was deleted or started over comes back.

import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectOpen, headerButton, playgrounds, stateOf } from './embed.ts'
import type { Site } from './site.ts'
import { embed, serveSite } from './site.ts'

let site: Site
test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/index.html': '<h2>A cart</h2>' + embed('height="40rem"'),
      '/other.html': '<p>Another page. <a href="index.html">Back to the article</a></p>',
      '/changed.html': embed(),
      '/site.css': '',
    },
  })
})
test.afterAll(() => site.close())

const playground = (page: Page) => playgrounds(page).first()
const draftOf = (page: Page): Promise<string> =>
  playground(page).evaluate((element) => (element as HTMLElement & { session: { draft: { query: string } } }).session.draft.query)
const area = (page: Page) => playground(page).getByRole('textbox', { name: 'Query' })
const undo = (page: Page) => playground(page).getByRole('button', { name: 'Undo', exact: true })

/** Undefined while the store is being filled again. */
const totalOf = (page: Page): Promise<unknown> => stateOf(playground(page), 'cart-totals', 'cart-1').catch(() => undefined)

async function open(page: Page, width = 1024): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${site.url}index.html`)
  await expectOpen(playground(page))
}

test('a draft survives a reload and the way back, and gives way to the original', async ({ page }) => {
  await open(page)
  await area(page).focus()
  await expect(playground(page).locator('.cm-content')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('// mine ')
  await expect.poll(() => draftOf(page)).toMatch(/^\/\/ mine /)
  await page.reload()
  await expectOpen(playground(page))
  expect(await draftOf(page)).toMatch(/^\/\/ mine /)
  await expect(playground(page).getByText('This is your draft from an earlier visit.')).toBeVisible()
  await page.goto(`${site.url}other.html`)
  await page.goBack()
  await expectOpen(playground(page))
  expect(await draftOf(page)).toMatch(/^\/\/ mine /)
  await expectAccessible(page)
  await playground(page).getByRole('button', { name: 'Back to the original' }).press('Enter')
  expect(await draftOf(page)).toMatch(/^fromCategory/)
  await undo(page).press('Enter')
  expect(await draftOf(page)).toMatch(/^\/\/ mine /)
  // Another page has drafts of its own.
  await page.goto(`${site.url}changed.html`)
  await expectOpen(playground(page))
  expect(await draftOf(page)).toMatch(/^fromCategory/)
})

test('a double click starts over once, can be taken back, and the focus stays in the playground', async ({ page }) => {
  await open(page)
  await playground(page).evaluate((element) =>
    (element as HTMLElement & { store: { append(stream: string, event: object): Promise<unknown> } }).store.append('cart-1', {
      type: 'ItemAdded',
      data: { price: 100 },
    }),
  )
  expect(await totalOf(page)).toEqual({ total: 112 })
  await headerButton(playground(page), 'Start over').dblclick()
  await expect.poll(() => totalOf(page)).toEqual({ total: 12 })
  await undo(page).press('Enter')
  await expect.poll(() => totalOf(page)).toEqual({ total: 112 })
  await expect(playground(page).locator('[part="frame"]')).toBeFocused()
})

for (const width of [390, 1440]) {
  test(`starting over and deleting can be taken back, at ${width} px`, async ({ page }) => {
    await open(page, width)
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    await playground(page).evaluate(async (element) => {
      const { store, session } = element as HTMLElement & {
        store: { append(stream: string, event: object): Promise<unknown> }
        session: { edit(change: object): void }
      }
      await store.append('cart-1', { type: 'ItemAdded', data: { price: 100 } })
      session.edit({ query: '// mine' })
    })
    expect(await stateOf(playground(page), 'cart-totals', 'cart-1')).toEqual({ total: 112 })
    await headerButton(playground(page), 'Start over').press('Enter')
    await expect.poll(() => totalOf(page)).toEqual({ total: 12 })
    expect(await draftOf(page)).toMatch(/^fromCategory/)
    await expectAccessible(page)
    await undo(page).press('Enter')
    await expect.poll(() => totalOf(page)).toEqual({ total: 112 })
    expect(await draftOf(page)).toBe('// mine')
    await expect(undo(page)).toHaveCount(0)

    await playground(page).getByRole('tab', { name: 'Streams' }).click()
    await playground(page).getByRole('list', { name: 'Streams' }).getByTitle('cart-2', { exact: true }).click()
    await playground(page).getByRole('button', { name: 'Delete', exact: true }).click()
    const form = playground(page).locator('rillbox-stream-delete')
    await form.getByRole('button', { name: 'Delete stream' }).click()
    await expect(playground(page).getByText('Deleted the stream cart-2.').first()).toBeVisible()
    await undo(page).click()
    await expect(playground(page).getByRole('button', { name: 'ItemAdded, event 0' })).toBeVisible()
    await form.getByRole('radio', { name: 'Hard delete' }).check()
    await form.getByRole('button', { name: 'Delete for good' }).click()
    await expect(playground(page).getByText('a tombstone closes it for good')).toBeVisible()
    // A later change would be lost: the offer says so first.
    await playground(page).evaluate((element) =>
      (element as HTMLElement & { session: { send(method: string, path: string, options: object): Promise<unknown> } }).session.send(
        'POST',
        '/streams/later',
        {
          headers: { 'Content-Type': 'application/json', 'ES-EventType': 'Later', 'ES-EventId': crypto.randomUUID() },
          body: '{}',
        },
      ),
    )
    await undo(page).click()
    await expect(playground(page).getByRole('alert').filter({ hasText: 'Undoing also reverts the change made since.' })).toBeVisible()
    await playground(page).getByRole('button', { name: 'Undo anyway' }).click()
    await expect(playground(page).getByRole('button', { name: 'ItemAdded, event 0' })).toBeVisible()
  })
}
