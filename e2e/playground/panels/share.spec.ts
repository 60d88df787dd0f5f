// Share links: copied, opened, refused where they are broken, and replaced by a file where they would be too long.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { launchOptions } from '../../../scripts/chromium.ts'
import { runCommand } from '../../../src/cli/commands.fixture.ts'
import { scenarioProblems } from '../../../src/engine/scenario/problems.ts'
import type { PlaygroundElement } from '../../../src/playground/elements.ts'
import { createStore, sqliteStorage } from '../../../src/server.ts'
import { temporaryFolder } from '../../../src/storage/sqlite/sqlite.fixture.ts'
import { longestLink, readFragment, writeFragment } from '../../../src/playground/panels/share/share-link.ts'
import { clean } from '../../hosts/stranger.ts'
import { installPacked, removeApplication } from '../../package/unpack.ts'
import { expectAccessible } from '../accessible.ts'
import { append, countOf, expectOpen, headerButton, playgrounds, stateOf } from '../embed.ts'
import type { Site } from '../site.ts'
import { cartScenario, embed, serveSite } from '../site.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let site: Site

const withUser = { ...cartScenario, title: 'Carts', users: [{ login: 'ann', password: 'a-password-of-ann' }] }

test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/site.css': '',
      '/shared.html': embed('share panel="requests"', withUser),
      '/click.html': embed('share loading="click"'),
      '/two.html': embed('share') + embed('share') + embed(),
      '/elsewhere.html': embed('share="shared.html?from=elsewhere"'),
    },
  })
})
test.afterAll(() => site.close())

const query = 'fromAll().when({ $init: () => ({ all: 0 }), $any(s) { s.all++ } })'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const link = (page: Page) => dialog(page).getByRole('textbox', { name: 'Link' }).inputValue()

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path)
  await expectOpen(playgrounds(page).first())
}

/** A link to something that no page here shows by itself. */
const fragmentOf = (stream: string): Promise<string> =>
  writeFragment({
    scenario: { version: 1, events: [{ stream, type: 'T', data: {} }] },
    draft: { name: 'mine', query, mode: 'one-time', emit: false },
    panel: 'steps',
  })

test('a link holds the events, the query and the open panel, but no password', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, 'shared.html')
  await append(playgrounds(page), 'cart-2', 'ItemAdded', { price: 1 })
  await playgrounds(page).evaluate((element: PlaygroundElement, text) => element.session.edit({ name: 'all', query: text }), query)
  // Nothing is copied unasked.
  await page.evaluate(() => navigator.clipboard.writeText('what was there'))
  await headerButton(page, 'Share').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Link' })).not.toHaveValue('')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('what was there')
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog(page).getByRole('status')).toContainText('Copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await link(page))
  expect(copied.startsWith(`${site.url}shared.html#1.`)).toBe(true)
  const held = await readFragment(new URL(copied).hash)
  expect(JSON.stringify(held)).not.toContain('ann')
  expect(held).toMatchObject({ kind: 'shared', shared: { panel: 'requests', scenario: { title: 'Carts' } } })

  const other = await context.newPage()
  await other.goto(copied)
  const opened = playgrounds(other)
  await expectOpen(opened)
  expect(await stateOf(opened, 'cart-totals', 'cart-2')).toEqual({ total: 10 })
  await expect(other.getByRole('tab', { selected: true })).toHaveText('Requests')
  const { draft } = await opened.evaluate((element: PlaygroundElement) => ({ draft: element.session.draft }))
  expect(draft).toMatchObject({ name: 'all', query })
  // Reset goes back to the contents of the link.
  await append(opened, 'cart-2', 'ItemAdded', { price: 1 })
  await opened.evaluate((element: PlaygroundElement) => element.session.edit({ query: 'another' }))
  await headerButton(other, 'Start over').click()
  await expect.poll(() => countOf(opened, 'cart-2')).toBe(2)
  await expect(opened.getByText('The playground has started over.').first()).toBeAttached()
  expect(await opened.evaluate((element: PlaygroundElement) => element.session.draft.query)).toBe(query)
})

test('where the clipboard is closed, the link is there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await visit(page, 'shared.html')
  await headerButton(page, 'Share').click()
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog(page).getByRole('status')).toContainText('Select the link and copy it')
  expect(await link(page)).toContain('#1.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(headerButton(page, 'Share')).toBeFocused()
})

test('a store too large for a link is offered as a file', async ({ page }) => {
  await visit(page, 'shared.html')
  await playgrounds(page).evaluate(async (element: PlaygroundElement) => {
    const noise = () => Array.from(crypto.getRandomValues(new Uint8Array(30)), (byte) => byte.toString(36)).join('')
    const events = Array.from({ length: 400 }, () => ({ type: 'Noise', data: { noise: noise() } }))
    await element.store!.append('noise', events)
  })
  await headerButton(page, 'Share').click()
  await expect(dialog(page).getByRole('status')).toContainText('This is too large for a link')
  await expect(dialog(page).getByRole('status')).toContainText(longestLink.toLocaleString('en'))
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download scenario' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('carts.json')
  const scenario = JSON.parse(readFileSync(await download.path(), 'utf8')) as { events: unknown[] }
  expect(scenarioProblems(scenario)).toEqual([])
  expect(scenario.events).toHaveLength(403)
})

test('the whole store is a file that the command imports', async ({ page }) => {
  await visit(page, 'shared.html')
  await append(playgrounds(page), 'cart-2', 'ItemAdded', { price: 1 })
  await headerButton(page, 'Share').click()
  const downloading = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download store' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('carts.ndjson')
  const folder = temporaryFolder()
  try {
    const imported = await runCommand('import', await download.path(), '--db', join(folder.path, 'db'))
    expect(imported).toMatchObject({ failure: undefined, output: [expect.stringContaining('Imported the export of a store with')] })
    const store = createStore({ storage: sqliteStorage({ folder: join(folder.path, 'db') }) })
    const events = await store.read('cart-2')
    await store.close()
    expect(events.at(-1)).toMatchObject({ type: 'ItemAdded', data: { price: 1 } })
  } finally {
    folder.remove()
  }
})

test('the dialog writes tests that begin with this state, and they pass against the package', async ({ page }) => {
  await visit(page, 'shared.html')
  await append(playgrounds(page), 'cart-2', 'ItemAdded', { price: 33 })
  await headerButton(page, 'Share').press('Enter')
  // By keyboard: from the first tab to the last.
  await dialog(page).getByRole('tab', { name: 'Link' }).focus()
  await page.keyboard.press('End')
  const code = (name: string): Promise<string> => dialog(page).getByLabel(name, { exact: true }).innerText()
  await expect(dialog(page).getByLabel('test for Vitest', { exact: true })).toContainText('total: 42')
  await expectAccessible(page)

  const application = installPacked()
  try {
    writeFileSync(join(application, 'carts.test.mjs'), await code('test for Vitest'))
    writeFileSync(join(application, 'carts.spec.mjs'), await code('test for Playwright'))
    writeFileSync(join(application, 'vitest.config.mjs'), "export default { test: { include: ['carts.test.mjs'] } }\n")
    const config = { testMatch: 'carts.spec.mjs', use: { launchOptions: launchOptions() } }
    writeFileSync(join(application, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}\n`)
    const run = (program: string, ...args: string[]): string =>
      execFileSync(process.execPath, [join(root, 'node_modules', program), ...args], {
        cwd: application,
        encoding: 'utf8',
        env: { ...clean(process.env), NO_COLOR: '1' },
      })
    expect(run('vitest/vitest.mjs', 'run')).toMatch(/Tests +1 passed \(1\)/)
    expect(run('@playwright/test/cli.js', 'test', '--reporter=line')).toContain('1 passed')
  } finally {
    removeApplication(application)
  }
})

test('the code of an embed opens with this state, in an element and in a frame', async ({ page }) => {
  await visit(page, 'shared.html')
  await append(playgrounds(page), 'cart-2', 'ItemAdded', { price: 33 })
  await headerButton(page, 'Share').click()
  await dialog(page).getByRole('tab', { name: 'Embed' }).click()
  const element = await dialog(page).getByLabel('code of the element', { exact: true }).innerText()
  const frame = await dialog(page).getByLabel('code of the frame', { exact: true }).innerText()
  await page.keyboard.press('Escape')
  await page.evaluate(
    ([first, second]) => {
      // A script in markup that is set does not run; the page has it already.
      document.querySelector('main')!.innerHTML = `<h1>Embeds</h1>${first}${second}`
    },
    [element, frame],
  )
  await expectOpen(playgrounds(page))
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-2')).toEqual({ total: 42 })
  const framed = page.frameLocator('iframe').locator('rillbox-playground')
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await expectOpen(framed)
  expect(await stateOf(framed, 'cart-totals', 'cart-2')).toEqual({ total: 42 })
})

test('a link wakes a playground that waits for a click', async ({ page }) => {
  await page.goto(site.url + 'click.html' + (await fragmentOf('linked')))
  await expectOpen(playgrounds(page))
  expect(await countOf(playgrounds(page), 'linked')).toBe(1)
})

test('one playground of a page opens the link: the first that shares', async ({ page }) => {
  await page.goto(site.url + 'two.html' + (await fragmentOf('linked')))
  for (const [index, events] of [1, 0, 0].entries()) {
    await expectOpen(playgrounds(page).nth(index))
    expect(await countOf(playgrounds(page).nth(index), 'linked')).toBe(events)
  }
  await expect(headerButton(page, 'Share')).toHaveCount(2)
})

test('another link in the same page is opened, too; the name of a place in the page is none', async ({ page }) => {
  await visit(page, 'shared.html')
  await page.evaluate((fragment) => (location.hash = fragment), await fragmentOf('second'))
  await expect.poll(() => countOf(playgrounds(page), 'second').catch(() => 0)).toBe(1)
  await append(playgrounds(page), 'second', 'T', {})
  await page.evaluate(() => (location.hash = '#chapter'))
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expectOpen(playgrounds(page))
  expect(await countOf(playgrounds(page), 'second')).toBe(2)
})

test('an embed can share into another page', async ({ page }) => {
  await page.goto(site.url + 'elsewhere.html' + (await fragmentOf('linked')))
  await expectOpen(playgrounds(page))
  // The fragment of this page is not its business.
  expect(await countOf(playgrounds(page), 'linked')).toBe(0)
  await headerButton(page, 'Share').click()
  await expect.poll(() => link(page)).toContain(`${site.url}shared.html?from=elsewhere#1.`)
  await page.goto(await link(page))
  await expectOpen(playgrounds(page))
  expect(await stateOf(playgrounds(page), 'cart-totals', 'cart-1')).toEqual({ total: 12 })
})

test.describe('a link that cannot be opened', () => {
  const alert = (page: Page) => page.getByRole('alert')

  test('because it was cut says so, and lets the page’s own scenario be opened', async ({ page }) => {
    const fragment = await fragmentOf('linked')
    await page.goto(site.url + 'shared.html' + fragment.slice(0, -10))
    await expect(alert(page)).toContainText('This link is broken: part of it is missing or was changed.')
    await alert(page).getByRole('button', { name: 'Open without the link' }).click()
    await expectOpen(playgrounds(page))
    expect(await countOf(playgrounds(page), 'cart-1')).toBe(2)
    // The right one, pasted over it, is opened.
    await page.evaluate((whole) => (location.hash = whole), fragment)
    await expect.poll(() => countOf(playgrounds(page), 'linked').catch(() => 0)).toBe(1)
  })

  test('because it is of a later release says so', async ({ page }) => {
    await page.goto(site.url + 'shared.html#2.AAAA')
    await expect(alert(page)).toContainText('made by a newer release of the playground (version 2)')
  })

  test('because its scenario has errors names them', async ({ page }) => {
    const wrong = { version: 1, events: [{ stream: 'a' }] } as unknown as Parameters<typeof writeFragment>[0]['scenario']
    const fragment = await writeFragment({ scenario: wrong, draft: { name: 'n', query, mode: 'continuous', emit: true } })
    await page.goto(site.url + 'shared.html' + fragment)
    await expect(alert(page)).toContainText('events[0].type')
  })
})
