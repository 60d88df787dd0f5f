// The frame of a playground: splitters, the compact result on a phone, languages, failures at the top, print, and pages without scripts.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { PlaygroundElement } from '../../src/playground/elements.ts'
import { addresses } from '../addresses.ts'
import { expectAccessible } from './accessible.ts'
import { append, expectOpen, headerButton, playgrounds } from './embed.ts'
import type { Site } from './site.ts'
import { cartScenario, embed, fallback, reservingStyle, serveSite } from './site.ts'

let site: Site

test.beforeAll(async () => {
  site = await serveSite({
    files: {
      '/site.css': `${reservingStyle} :root { color-scheme: light dark }`,
      // A heading between the page's and those of the panels.
      '/embed.html': `<h2>Carts</h2>${embed()}`,
      '/german.html': `<div lang="de">${embed('share')}</div>`,
      '/lesson.html': embed('share', { ...cartScenario, lesson: [{ text: 'Look.' }] }),
      '/dark.html': embed('theme="dark"'),
      '/missing.html': '<rillbox-playground src="nowhere.json"></rillbox-playground>',
      '/scenario.json': JSON.stringify(cartScenario),
      '/waits-for-it.html': '<rillbox-playground src="scenario.json" loading="click"></rillbox-playground>',
      '/waits.html': '<rillbox-playground src="cart.json" loading="click"></rillbox-playground>',
    },
  })
})
test.afterAll(() => site.close())

async function visit(page: Page, path: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(site.url + path)
  await expectOpen(playgrounds(page))
}

const splitter = (page: Page, name: string) => playgrounds(page).getByRole('separator', { name })
const widthOfQuery = async (page: Page): Promise<number> =>
  Math.round((await playgrounds(page).locator('.panel.editor').boundingBox())!.width)

for (const width of [1024, 1440]) {
  test(`panes can be divided with pointer and keyboard, and stay so, ${width} px wide`, async ({ page }) => {
    await visit(page, 'embed.html', width)
    const columns = splitter(page, 'Query width')
    const before = await widthOfQuery(page)
    const box = (await columns.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 120, box.y + 60, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => widthOfQuery(page)).toBeLessThan(before - 100)

    await columns.press('End')
    await expect(columns).toHaveAttribute('aria-valuenow', '80')
    const rows = splitter(page, 'Query and result height')
    await rows.press('Home')
    await expect(rows).toHaveAttribute('aria-valuenow', '20')
    await rows.press('ArrowDown')
    await expect(rows).toHaveAttribute('aria-valuenow', '22')
    const widest = await widthOfQuery(page)
    await expectAccessible(page, 'rillbox-playground')

    await page.reload()
    await expectOpen(playgrounds(page))
    await expect.poll(() => widthOfQuery(page)).toBe(widest)
    await columns.press('Enter')
    await expect.poll(() => widthOfQuery(page)).toBe(before)
  })
}

test('on a page from right to left, arrows move a splitter as they point', async ({ page }) => {
  await visit(page, 'embed.html')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const before = await widthOfQuery(page)
  await splitter(page, 'Query width').press('ArrowLeft')
  await expect.poll(() => widthOfQuery(page)).toBeGreaterThan(before)
})

test('on a page from right to left, arrows move tabs as they point', async ({ page }) => {
  await visit(page, 'embed.html')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await playgrounds(page).getByRole('tab', { name: 'Streams' }).press('ArrowLeft')
  await expect(playgrounds(page).getByRole('tab', { name: 'Map' })).toBeFocused()
})

for (const path of ['embed.html', 'german.html', 'lesson.html'])
  test(`320 px wide, ${path} has all of its tabs in sight`, async ({ page }) => {
    await visit(page, path, 320)
    const tabs = playgrounds(page).getByRole('tab')
    expect(await tabs.count()).toBeGreaterThanOrEqual(6)
    const bar = (await playgrounds(page).getByRole('tablist').boundingBox())!
    for (const tab of await tabs.all()) {
      const box = (await tab.boundingBox())!
      expect(box.x).toBeGreaterThanOrEqual(bar.x)
      expect(box.x + box.width).toBeLessThanOrEqual(bar.x + bar.width)
      expect(box.height).toBeGreaterThanOrEqual(24)
    }
    expect(
      await playgrounds(page)
        .getByRole('tablist')
        .evaluate((element) => element.scrollWidth - element.clientWidth),
    ).toBe(0)
  })

/** By how much an element stands out of the frame at its end. */
async function beyondFrame(page: Page, element: Locator): Promise<number> {
  const [frame, box] = await Promise.all([playgrounds(page).locator('.frame[part="frame"]').boundingBox(), element.boundingBox()])
  return box!.x + box!.width - (frame!.x + frame!.width)
}

test('with text of twice the size on a phone the buttons of the header stay in sight', async ({ page }) => {
  await visit(page, 'german.html', 320)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await beyondFrame(page, headerButton(page, 'Teilen'))).toBeLessThan(0)
  expect((await playgrounds(page).locator('.title').boundingBox())!.width).toBeGreaterThan(80)
})

test('in German, the status has a German word, and the server’s in its tooltip', async ({ page }) => {
  await visit(page, 'german.html')
  const status = playgrounds(page).locator('rillbox-projection-panel .status')
  await expect(status).toHaveText('Läuft')
  await expect(status).toHaveAttribute('title', 'Running')
})

test('a warning with a long name keeps its button in sight', async ({ page }) => {
  await visit(page, 'embed.html', 390)
  await playgrounds(page).evaluate((host: PlaygroundElement) =>
    host.session.warn({ what: `The projection "${'x'.repeat(300)}" feeds itself.` }),
  )
  const dismiss = playgrounds(page).getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toBeVisible()
  expect(await beyondFrame(page, dismiss)).toBeLessThan(0)
})

test('keys of the browser stay its own on tabs and splitters', async ({ page }) => {
  await visit(page, 'embed.html')
  const tab = playgrounds(page).getByRole('tab', { name: 'Map' })
  await tab.click()
  await page.evaluate(() => {
    const taken: string[] = []
    Object.assign(window, { taken })
    window.addEventListener('keydown', ({ key, defaultPrevented }) => defaultPrevented && taken.push(key))
  })
  const columns = splitter(page, 'Query width')
  const width = await columns.getAttribute('aria-valuenow')
  for (const key of ['Alt+ArrowLeft', 'Control+Home', 'Meta+ArrowRight']) {
    await tab.press(key)
    await columns.press(key)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'taken') as string[])).toEqual([])
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(columns).toHaveAttribute('aria-valuenow', width!)
})

test('steps that are scrolled away do not show above their bar', async ({ page }) => {
  await visit(page, 'embed.html', 1280)
  await playgrounds(page).getByRole('tab', { name: 'Steps' }).click()
  await expect(playgrounds(page).locator('rillbox-stepper .where')).toContainText('step 1 of 3')
  const panel = playgrounds(page).locator('.panel.steps')
  // The states below the steps come after the first of them.
  const scrolled = (): Promise<number> =>
    panel.evaluate((element) => {
      element.scrollTo({ top: element.scrollHeight })
      return element.scrollTop
    })
  await expect.poll(scrolled).toBeGreaterThan(0)
  const above = await panel.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect()
    const stepper = element.querySelector('rillbox-stepper')!
    return stepper.shadowRoot!.elementFromPoint(x + 40, y + 3)?.localName
  })
  expect(above).toBe('rillbox-step-bar')
})

test('hints in empty fields can be read in the dark', async ({ page }) => {
  await visit(page, 'dark.html')
  const [hint, label] = await playgrounds(page)
    .getByPlaceholder('Filter streams')
    .evaluate((field) => [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).getPropertyValue('--_muted')])
  expect(label).toContain('#9fb4b1')
  expect(hint).toBe('rgb(159, 180, 177)')
})

test('in forced colours the open tab and the chosen partition have marks of their own', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, 'embed.html')
  const border = (name: string) =>
    playgrounds(page)
      .getByRole('tab', { name })
      .evaluate((tab) => getComputedStyle(tab).borderBottomColor)
  expect(await border('Streams')).not.toBe(await border('Map'))
  await expect(playgrounds(page).locator('.partitions [aria-current="true"]')).toHaveCSS('outline-style', 'solid')
})

test('the message of a fault has room, also where the hint on leaving the editor has none', async ({ page }) => {
  await visit(page, 'embed.html', 1024)
  await playgrounds(page).evaluate((host: PlaygroundElement) =>
    host.session.edit({ query: 'fromAll().when({ $any: (s) => s.no.member })' }),
  )
  await playgrounds(page).getByRole('button', { name: 'Run' }).click()
  const message = playgrounds(page).locator('rillbox-query-editor .message')
  await expect(message).toContainText('Line 1')
  expect((await message.boundingBox())!.height).toBeLessThan(60)
})

test('the message about an earlier draft stands in one line, beside the button that lays out the query', async ({ page }) => {
  await visit(page, 'embed.html')
  await playgrounds(page).evaluate((host: PlaygroundElement) => host.session.edit({ query: '// Mine.\nfromAll()' }))
  await page.reload()
  await expectOpen(playgrounds(page))
  const editor = playgrounds(page).locator('rillbox-query-editor')
  const message = editor.locator('.message')
  await expect(message).toContainText('This is your draft from an earlier visit.')
  expect((await message.boundingBox())!.height).toBeLessThan(30)
  const format = editor.getByRole('button', { name: 'Format' })
  const before = (await format.boundingBox())!.x
  await editor.getByRole('button', { name: 'Back to the original' }).click()
  await expect(message).toHaveText('')
  expect((await format.boundingBox())!.x).toBe(before)
})

test('on a phone the result stays in sight, changes with an append, and opens its panel', async ({ page }) => {
  await visit(page, 'embed.html', 390)
  const compact = playgrounds(page).locator('rillbox-compact-result').getByRole('button')
  await expect(compact).toContainText('cart-1')
  await playgrounds(page).getByRole('tab', { name: 'Streams' }).click()
  await expect(compact).toContainText(/"total":\s*12/)
  await append(playgrounds(page), 'cart-1', 'ItemAdded', { price: 30 })
  await expect(compact).toContainText('42')
  await expectAccessible(page, 'rillbox-playground')
  await compact.press('Enter')
  await expect(playgrounds(page).getByRole('tab', { name: 'Result' })).toHaveAttribute('aria-selected', 'true')
  await expect(compact).toHaveCount(0)
  await expect(playgrounds(page).getByRole('tab', { name: 'Result' })).toBeFocused()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('splitters are wide enough for a finger, which moves them', async ({ page, context }) => {
    await visit(page, 'embed.html')
    const before = await widthOfQuery(page)
    const columns = (await splitter(page, 'Query width').boundingBox())!
    const rows = (await splitter(page, 'Query and result height').boundingBox())!
    expect(Math.min(columns.width, rows.height)).toBeGreaterThanOrEqual(24)
    const touch = await context.newCDPSession(page)
    const at = (x: number) => [{ x: columns.x + columns.width / 2 + x, y: columns.y + 60 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const x of [-60, -120]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => widthOfQuery(page)).toBeLessThan(before - 100)
  })
})

test('a page in German has German panels, and English ones where its language changes', async ({ page }) => {
  await visit(page, 'german.html')
  await expect(headerButton(page, 'Teilen')).toBeVisible()
  await expect(playgrounds(page).getByRole('tab', { name: 'Anfragen' })).toBeVisible()
  await expect(playgrounds(page).locator('.frame[part="frame"]')).toHaveAttribute('lang', 'de')
  await playgrounds(page).evaluate((element) => element.setAttribute('lang', 'en'))
  await expect(headerButton(page, 'Share')).toBeVisible()
  await expect(playgrounds(page).getByRole('tab', { name: 'Requests' })).toBeVisible()
})

test('a page can bring a language of its own', async ({ page }) => {
  await visit(page, 'embed.html')
  await page.evaluate(async (url) => {
    const { addLanguage } = (await import(url)) as typeof import('../../src/element.ts')
    addLanguage('fr', { frame: { startOver: 'Recommencer' } })
    document.querySelector('rillbox-playground')!.lang = 'fr-CA'
  }, `${site.url}rillbox/element.js`)
  await expect(headerButton(page, 'Recommencer')).toBeVisible()
  await expect(playgrounds(page).getByRole('tab', { name: 'Streams' })).toBeVisible()
})

test('a failure stands at the top and says what to do', async ({ page }) => {
  await page.goto(`${site.url}missing.html`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Check the address')
  const [frame, trouble] = await Promise.all([playgrounds(page).boundingBox(), alert.boundingBox()])
  expect(trouble!.y - frame!.y).toBeLessThan(8)
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a playground without content of its own waits as a skeleton of its panes', async ({ page }) => {
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${site.url}waits.html`)
    const shown = playgrounds(page).locator('.skeleton > :visible')
    await expect(shown).toHaveCount(width === 390 ? 4 : 5)
    await expect(page.getByRole('button', { name: 'Start the playground' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the query is there before the engine', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${site.url}waits-for-it.html`)
  const start = page.getByRole('button', { name: 'Start the playground' })
  await expect(start).toBeVisible()
  const engine = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await engine.promise
    await route.continue()
  })
  await start.click()
  await expect(playgrounds(page).locator('.skeleton pre')).toContainText("fromCategory('cart').foreachStream()")
  engine.resolve()
  await expectOpen(playgrounds(page))
  await expect(playgrounds(page).locator('.skeleton')).toHaveCount(0)
})

test('print shows query, states and events in full', async ({ page }) => {
  await visit(page, 'embed.html')
  const printed = playgrounds(page).locator('rillbox-print')
  await append(playgrounds(page), 'cart-2', 'ItemAdded', { price: 33 })
  await expect(printed).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(printed).toBeVisible()
  await expect(printed.locator('code', { hasText: '{"total":42}' })).toBeVisible()
  await expect(printed).toContainText("fromCategory('cart').foreachStream()")
  await expect(printed.locator('table')).toHaveCount(2)
  await expect(printed.locator('tr', { hasText: '{ "price": 33 }' })).toBeVisible()
  await expect(playgrounds(page).getByRole('tab').first()).toBeHidden()
  const { element, frame } = await playgrounds(page).evaluate((host: PlaygroundElement) => ({
    element: host.getBoundingClientRect().height,
    frame: host.shadowRoot!.querySelector('.frame')!.scrollHeight,
  }))
  expect(frame).toBeLessThanOrEqual(Math.ceil(element))
})

test('print is dark on white, also of a dark playground', async ({ page }) => {
  await visit(page, 'dark.html')
  const printed = playgrounds(page).locator('rillbox-print')
  await page.emulateMedia({ media: 'print' })
  await expect(printed.locator('th').first()).toBeVisible()
  const colour = await printed
    .locator('th')
    .first()
    .evaluate((cell) => getComputedStyle(cell).color)
  expect(Math.max(...colour.match(/\d+/g)!.map(Number))).toBeLessThan(128)
})

test('without scripts the page’s own content stays', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}embed.html`)
  await expect(playgrounds(page).locator('table')).toContainText(/cart-1\s*12/)
  expect(fallback).toContain('cart-1')
  await page.goto(addresses.demo)
  await expect(page.locator('noscript .notice')).toBeVisible()
  await context.close()
})

test('the first page says which scenario it does not know, and offers the others', async ({ page }) => {
  await page.goto(`${addresses.demo}?scenario=nowhere`)
  await expect(page.getByRole('alert').filter({ hasText: 'There is no scenario “nowhere” here' })).toBeVisible()
  await page.locator('.choice').getByRole('link', { name: 'Shopping carts' }).click()
  await expect(page.getByText('There is no scenario')).toBeHidden()
})

for (const width of [390, 1024, 1440]) {
  test(`the first page leads to the first event by keyboard, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(addresses.demo)
    const lesson = width === 1440 ? page.locator('#lesson') : playgrounds(page).locator('rillbox-lesson')
    await expect(lesson.locator('ol > li').first()).toHaveClass(/kept/)
    await page.getByRole('link', { name: 'Append your first event' }).press('Enter')
    const button = lesson.getByRole('button', { name: "Append PageVisited { page: '/about' }" }).first()
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(lesson.locator('ol > li').nth(1)).toHaveClass(/kept/)
    // What it changed is in sight.
    const result =
      width === 390 ? playgrounds(page).locator('rillbox-compact-result') : playgrounds(page).locator('rillbox-projection-panel')
    await expect(result).toContainText('6')
    await expect(result).toBeInViewport()
    await expect(button).toBeInViewport()
  })
}
