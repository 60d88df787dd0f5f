// The documentation as a reader uses it: every page, the search, playgrounds in the text, small screens, print, no scripts.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from '../playground/accessible.ts'

const root = join(import.meta.dirname, '..', '..')
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && file !== 'README.md' && !file.startsWith('decisions'))
  .map((file) => `docs/${file.replace(/md$/, 'html')}`)
const pages = [
  'docs/index.html',
  ...documents,
  'docs/api/rillbox.html',
  'docs/api/rillbox-query-language.html',
  'docs/decisions/index.html',
]

/** Collects the browser's complaints: refused by the policy, missing, or thrown. */
function watchTrouble(page: Page): string[] {
  const trouble: string[] = []
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('response', (response) => response.status() >= 400 && trouble.push(`${response.status()} ${response.url()}`))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(addresses.demo) || /^(?:data|blob):/.test(request.url())
    if (!isOwn) trouble.push(`a request to ${request.url()}`)
  })
  return trouble
}

const open = async (page: Page, path: string, address: string = addresses.demo): Promise<void> => {
  await page.goto(`${address}${path}`)
  await expect(page.locator('html')).toHaveAttribute('data-ready', '')
}

/** Collects the layout shifts of each page that is opened from now on. Inside of playgrounds, their own tests watch. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: readonly { readonly node: Node | null }[]
    }
    const shifts: number[] = []
    Object.assign(window, { shifts })
    const isOfPage = ({ node }: Shift['sources'][number]): boolean =>
      node?.getRootNode() === document && !(node instanceof Element && node.closest('rillbox-playground'))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (entry.sources.some(isOfPage)) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The browser reports a shift after the frame with it. */
const shiftsOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return (window as unknown as { shifts: readonly number[] }).shifts
  })

test('every page loads without trouble, fits every width, and keeps its place', async ({ page }) => {
  test.slow()
  const trouble = watchTrouble(page)
  await watchShifts(page)
  for (const path of pages) {
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      if (width === 390) {
        await open(page, path)
        expect(await shiftsOf(page), `${path} at ${width} px`).toEqual([])
      }
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(tooWide, `${path} at ${width} px`).toBe(0)
    }
    await open(page, path)
    expect(await shiftsOf(page), path).toEqual([])
  }
  expect(trouble).toEqual([])
})

for (const width of [390, 1440]) {
  test(`no text moves while playgrounds load below a reader, and while a search is typed (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    for (const path of ['docs/start.html', 'docs/guides/docs.html', 'docs/guides/tests.html']) {
      await open(page, path)
      const end = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let at = 0; at < end; at += 450) {
        await page.mouse.wheel(0, 450)
        await page.waitForTimeout(100)
      }
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page), path).toEqual([])
    }
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search the documentation' }).pressSequentially('storage full')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages of each kind are accessible (${colorScheme})`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    for (const path of [
      'docs/index.html',
      'docs/store.html',
      'docs/errors.html',
      'docs/server/routes.html',
      'docs/api/rillbox-node.html',
    ]) {
      await open(page, path)
      await expectAccessible(page)
    }
  })
}

test('a key opens the search, which finds an error by its code', async ({ page }) => {
  const trouble = watchTrouble(page)
  await open(page, 'docs/api/rillbox-vite.html')
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search the documentation' })
  await expect(search).toBeFocused()
  await search.fill('storage-evicted')
  const found = page.getByRole('option')
  await expect(found.first()).toContainText('Error codes')
  await expect(found.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${addresses.demo}docs/errors.html#storage-evicted`)
  await expect(page.getByRole('heading', { name: 'storage-evicted' })).toBeInViewport()
  expect(trouble).toEqual([])
})

test('a question in a reader’s own words is answered by the first hit, with the matches marked', async ({ page }) => {
  await open(page, 'docs/errors.html')
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('how do I freeze the clock')
  const first = page.getByRole('option').first()
  await expect(first.locator('strong')).toHaveText('Freeze and advance the clock')
  await expect(first.locator('strong mark')).toHaveText(['Freeze', 'clock'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${addresses.demo}docs/guides/tests.html#freeze-and-advance-the-clock`)
})

test('the search says when it finds nothing, and Escape closes it', async ({ page }) => {
  await open(page, 'docs/index.html')
  await page.getByRole('button', { name: 'Search' }).click()
  const search = page.getByRole('combobox', { name: 'Search the documentation' })
  await search.fill('xyzzyxyzzy')
  await expect(page.locator('.finder').getByRole('status')).toHaveText('Nothing found.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('a playground in the text runs its query', async ({ page }) => {
  const trouble = watchTrouble(page)
  await open(page, 'docs/index.html')
  const playground = page.locator('rillbox-playground')
  await expect(playground).toContainText('fromStream')
  await playground
    .getByRole('button', { name: /run|start|open/i })
    .first()
    .click()
  await expect(playground).toContainText('"count": 5')
  expect(trouble).toEqual([])
})

test('a request in the text is sent, after those before it, to one store for the page', async ({ page }) => {
  const trouble = watchTrouble(page)
  await open(page, 'docs/guides/front-end.html')
  const late = page.locator('rillbox-request').nth(1)
  await late.getByRole('radio', { name: 'curl' }).check()
  await expect(late.getByText("curl 'http").filter({ visible: true })).toBeVisible()
  await late.getByRole('button', { name: 'Send' }).click()
  await expect(late.getByRole('status')).toHaveText('Sent, after the request before it.')
  await expect(late.locator('[part="code"]')).toContainText('HTTP/1.1 400 Wrong expected EventNumber')
  await expectAccessible(page)
  await late.getByRole('button', { name: 'Start over' }).click()
  await expect(late.getByRole('status')).toHaveText('The store is as the page finds it.')
  expect(trouble).toEqual([])
})

test('a letter typed in a playground does not open the search', async ({ page }) => {
  await open(page, 'docs/start.html')
  const playground = page.locator('rillbox-playground')
  await playground.scrollIntoViewIfNeeded()
  const name = playground.getByRole('textbox', { name: 'Projection', exact: true })
  await name.click()
  await page.keyboard.type('/')
  await expect(page.getByRole('combobox', { name: 'Search the documentation' })).toBeHidden()
})

test('the choice of colours stays from page to page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, 'docs/store.html')
  const ground = () => page.evaluate(() => getComputedStyle(document.body.parentElement!).backgroundColor)
  const light = await ground()
  const button = page.getByRole('button', { name: /^Colours:/ })
  await button.click()
  await expect(button).toHaveAccessibleName('Colours: light')
  await button.click()
  await expect(button).toHaveAccessibleName('Colours: dark')
  const dark = await ground()
  expect(dark).not.toBe(light)
  await open(page, 'docs/api/rillbox.html')
  await expect(page.getByRole('button', { name: 'Colours: dark' })).toBeVisible()
  expect(await ground()).toBe(dark)
})

test('a block of code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'docs/start.html')
  const block = page.locator('.copyable').first()
  await block.hover()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm install --save-dev rillbox msw\nnpx rillbox init')
})

test('on a phone the menu opens and leads on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, 'docs/start.html')
  const menu = page.getByRole('navigation', { name: 'Documentation' })
  await expect(menu).toBeHidden()
  const button = page.getByRole('button', { name: 'Menu' })
  await button.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await button.click()
  await menu.getByRole('link', { name: 'Error codes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error codes')
})

test('the contents follow the reader, and the last links lead on', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'docs/store.html#inject-faults')
  await expect(page.locator('.contents [data-read]')).toHaveText('Inject faults')
  await page.getByRole('navigation', { name: 'Next pages' }).getByRole('link', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The store')
})

test('works below a path, with its search and its Markdown', async ({ page, request }) => {
  await open(page, 'docs/decisions/index.html', addresses.demoBelow)
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill('storage-full')
  await expect(page.getByRole('option').first()).toContainText('storage-full')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${addresses.demoBelow}docs/errors.html#storage-full`)
  const source = await page.getByRole('link', { name: 'This page as Markdown' }).getAttribute('href')
  const markdown = await request.get(new URL(source!, page.url()).href)
  expect(await markdown.text()).toContain('# Error codes\n')
  expect(await (await request.get(`${addresses.demoBelow}llms.txt`)).text()).toContain('[Error codes](docs/errors.md)')
})

test('prints the text without its surroundings', async ({ page }) => {
  await open(page, 'docs/errors.html')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const selector of ['.head', '.menu', '.contents', '.after']) await expect(page.locator(selector)).toBeHidden()
})

test('reads without scripts, queries included', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${addresses.demo}docs/start.html`)
  await expect(page.getByRole('navigation', { name: 'Documentation' })).toBeVisible()
  await expect(page.locator('rillbox-playground')).toContainText("fromCategory('cart')")
  await expect(page.locator('rillbox-playground')).toContainText('States by partition')
  await context.close()
})
