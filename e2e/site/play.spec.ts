// The full-window playground: an empty store, files, panes, a bare page for frames, in every size, with the keyboard alone.

import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { addresses } from '../addresses.ts'
import { expectAccessible } from '../playground/accessible.ts'
import { phaseOf } from '../playground/embed.ts'
import { sumOfShifts, watchShifts } from './layout-shifts.ts'

const playground = (page: Page) => page.locator('rillbox-playground')

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`${addresses.demo}play.html${search}`)
  await expect(page.locator('html')).toHaveAttribute('data-ready', '')
  await expect.poll(() => phaseOf(playground(page))).toBe('open')
}

const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
const events = '{"stream":"order-1","type":"Placed","data":{"total":42}}\n{"stream":"order-2","type":"Placed","data":{"total":7}}\n'

test('begins empty, fills the window, and is accessible in every size and both colours', async ({ page }) => {
  test.slow()
  const trouble: string[] = []
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  await open(page)
  await expect(playground(page)).toContainText('No streams yet')
  await expect(playground(page)).not.toContainText('Choose a stream')
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1024, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    const { bottom, right } = await playground(page).evaluate((element) => element.getBoundingClientRect())
    expect({ bottom, right }).toEqual({ bottom: 900, right: width })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  }
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  await open(page, '?scenario=inventory')
  await expect(playground(page).getByRole('heading', { name: 'State' })).toBeVisible()
  await expectAccessible(page)
  expect(trouble).toEqual([])
})

for (const width of [390, 700, 900, 1024, 1245, 1440])
  test(`the other pages are a menu where their links have no room, and nothing moves (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await watchShifts(page)
    await open(page)
    expect(await sumOfShifts(page)).toBe(0)
    const [menu, pages] = [page.getByRole('button', { name: 'Menu' }), page.getByRole('navigation', { name: 'Pages' })]
    if (width > 1240) await expect(menu).toBeHidden()
    else {
      await expect(pages).toBeHidden()
      await menu.press('Enter')
      await expect(menu).toHaveAttribute('aria-expanded', 'true')
      await expectAccessible(page)
      await page.keyboard.press('Tab')
      await expect(pages.getByRole('link', { name: 'Start' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(pages).toBeHidden()
      await expect(menu).toBeFocused()
      await menu.click()
    }
    for (const name of ['Start', 'Article', 'Shop', 'Source']) await expect(pages.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    const tools = await page
      .locator('.head')
      .locator('a, select, button')
      .evaluateAll((found) => found.map((each) => each.getBoundingClientRect()))
    const seen = tools.filter(({ width }) => width > 0)
    const over = seen.filter((one, at) =>
      seen.some(
        (other, index) =>
          index > at && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
      ),
    )
    expect(over).toEqual([])
    await pages.getByRole('link', { name: 'Docs' }).click()
    await expect(page).toHaveURL(/docs\/index\.html$/)
  })

test('opens files that are chosen or dropped, says what is wrong with others, and takes it back', async ({ page }) => {
  await open(page)
  await page.locator('#file').setInputFiles(file('orders.ndjson', events))
  await expect(playground(page).getByText('order-2').first()).toBeVisible()
  await expect(page.getByLabel('Content')).toHaveValue('orders.ndjson')
  await page.locator('#file').setInputFiles(file('table.csv', 'name,total'))
  await expect(playground(page).getByRole('alert').first()).toContainText('table.csv is no file that a playground opens.')
  await expect(playground(page).getByText('order-2').first()).toBeVisible()
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['{"version":1,"events":[{"stream":"dropped","type":"A"}]}'], 'mine.json'))
    return data
  })
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
  await expect(page.getByText(/^Drop a scenario/)).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  await expect(playground(page).getByText('dropped').first()).toBeVisible()
  await expect(page.getByText(/^Drop a scenario/)).toBeHidden()
  await playground(page).getByRole('button', { name: 'Undo' }).click()
  await expect(playground(page).getByText('order-1').first()).toBeVisible()
})

test('the keyboard chooses a scenario, a release, and the pane that has all the room', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  await page.getByLabel('Content').focus()
  await page.keyboard.type('A counter')
  await expect(page).toHaveURL(/scenario=counter/)
  await expect(playground(page).getByText('"count": 5').first()).toBeVisible()
  await page.getByLabel('Release').press('ArrowDown')
  await expect(page).toHaveURL(/scenario=counter&release=26\.2/)
  await expect
    .poll(() => playground(page).evaluate((element) => (element as HTMLElementTagNameMap['rillbox-playground']).store?.release))
    .toBe('26.2')
  const [query, tabs] = [playground(page).locator('rillbox-query-editor'), playground(page).getByRole('tablist', { name: 'Panels' })]
  // Tab goes the way that the eye goes: to the query, then to the tabs below its result.
  await playground(page).getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('Tab')
  if (await page.evaluate(() => document.fullscreenEnabled)) await page.keyboard.press('Tab')
  await expect(query.getByRole('textbox', { name: 'Projection' })).toBeFocused()
  await playground(page).getByRole('button', { name: 'Query', exact: true }).press('Enter')
  await expect(tabs).toBeHidden()
  expect((await query.boundingBox())!.width).toBeGreaterThan(1350)
  // What is asked for is seen.
  await query.getByRole('button', { name: 'Step through' }).press('Enter')
  await expect(tabs).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Content')).toHaveValue('')
  await expect(playground(page).getByText('No streams yet')).toBeVisible()
})

test('in a frame it is bare, and a shared link leads there', async ({ page }) => {
  await open(page, '?embed&scenario=counter')
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await playground(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
  await playground(page).getByRole('button', { name: 'Share' }).click()
  await playground(page).getByRole('tab', { name: 'Embed' }).click()
  const code = (await playground(page).getByLabel('code of the frame', { exact: true }).first().textContent())!
  const address = /src="([^"]+)"/.exec(code)![1]!.replaceAll('&amp;', '&')
  expect(new URL(address).searchParams.has('embed')).toBe(true)
  await page.setContent(`<iframe src="${address}" title="Embedded" width="900" height="640"></iframe>`)
  const framed = page.frameLocator('iframe')
  await expect(framed.getByText('"count": 5').first()).toBeVisible()
  await expect(framed.getByRole('banner')).toBeHidden()
})
