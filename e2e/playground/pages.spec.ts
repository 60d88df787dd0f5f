// The pages of the site as they are built: at the root and below a path, on a phone and on a desk, with every scenario.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { Scenario } from '../../src/engine/scenario/scenario.ts'
import { queryOf } from '../../src/engine/scenario/scenario.ts'
import { addresses } from '../addresses.ts'
import { phaseOf } from './embed.ts'

const folder = join(import.meta.dirname, '..', '..', 'demo', 'scenarios')
const scenarios = readdirSync(folder).map((file) => ({
  name: file.replace('.json', ''),
  scenario: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario,
}))

const pages = ['index.html', 'play.html', 'docs.html', 'app.html'] as const

/** Resolves when the page fulfils its purpose. */
async function alive(page: Page, name: (typeof pages)[number]): Promise<void> {
  if (name === 'app.html') return await expect(page.locator('#status')).toHaveText('The store is open in this tab')
  const playground = page.locator('rillbox-playground').first()
  await playground.scrollIntoViewIfNeeded()
  await expect.poll(() => phaseOf(playground)).toBe('open')
}

interface Watched {
  /** Messages of the page in the console, and uncaught errors. */
  readonly errors: string[]
  readonly foreign: string[]
}

function watch(page: Page, origin: string): Watched {
  const watched: Watched = { errors: [], foreign: [] }
  page.on('pageerror', (error) => watched.errors.push(String(error)))
  page.on('console', (message) => {
    // The shop asks for streams before there are any; the browser reports every 404.
    const isExpected = message.location().url.includes('/_store/streams/') && message.text().includes('404')
    if ((message.type() === 'error' || message.type() === 'warning') && !isExpected) watched.errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) watched.foreign.push(request.url())
  })
  return watched
}

for (const name of pages) {
  for (const [where, address] of [
    ['at the root of an origin', addresses.demo],
    ['below a path', addresses.demoBelow],
  ] as const) {
    test(`${name} comes alive ${where}, in every width, under a strict policy, without errors and without other origins`, async ({
      page,
    }) => {
      const watched = watch(page, new URL(address).origin)
      const response = await page.goto(address + name)
      expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
      await alive(page, name)
      // A phone, a narrow phone and a desk.
      for (const width of [390, 320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      expect(watched).toEqual({ errors: [], foreign: [] })
    })
  }
}

test('every page leads to every other one', async ({ page }) => {
  for (const name of pages) {
    await page.goto(addresses.demoBelow + name)
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    const targets = await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
    expect(targets).toEqual([
      ...[...pages, 'docs/index.html'].map((other) => addresses.demoBelow + other),
      'https://github.com/rillbox/rillbox',
    ])
    await expect(links.and(page.locator('[aria-current=page]'))).toHaveAttribute('href', `./${name}`)
  }
})

test('the skip link leads past the navigation', async ({ page }) => {
  await page.goto(addresses.demo)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'To the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('scenarios', () => {
  for (const { name, scenario } of scenarios) {
    const { title = '', lesson = [] } = scenario
    test(`${name} can be chosen, and keeps its promise`, async ({ page }) => {
      await page.goto(addresses.demo)
      await page.getByRole('navigation', { name: 'scenarios' }).getByRole('link', { name: title }).click()
      await expect(page).toHaveURL(`${addresses.demo}?scenario=${name}`)
      await expect(page.locator('#lesson-title')).toHaveText(title)
      const steps = page.locator('#lesson ol > li')
      await expect(steps).toHaveCount(lesson.length)
      for (const [index, { send, expect: promises = [] }] of lesson.entries()) {
        const step = steps.nth(index)
        if (send || promises.length === 0) await step.getByRole('button').click()
        await expect(step).toHaveClass(/kept/)
        const status = promises.flatMap((promise) => ('status' in promise ? [promise.status] : []))
        if (status[0]) await expect(step.getByRole('status')).toContainText(String(status[0]))
      }
    })
  }

  test('one is chosen by the address, and the way back leads to the one before', async ({ page }) => {
    await page.goto(`${addresses.demo}?scenario=versions`)
    await expect(page.locator('#lesson-title')).toHaveText('Versions in conflict')
    await expect(page.locator('.choice [aria-current]')).toContainText('Versions in conflict')
    await page.locator('.choice').getByRole('link', { name: 'A counter' }).click()
    await expect(page.locator('#lesson-title')).toHaveText('A counter')
    await page.goBack()
    await expect(page.locator('#lesson-title')).toHaveText('Versions in conflict')
    await expect(page.locator('.choice [aria-current]')).toContainText('Versions in conflict')
  })
})

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '')

test.describe('the article', () => {
  test('reads well without scripts: every frame shows its query', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${addresses.demo}docs.html`)
    const frames = page.locator('rillbox-playground')
    const sources = await frames.evaluateAll((found) => found.map((element) => element.getAttribute('src')!.split('/').at(-1)!))
    expect(sources.length).toBeGreaterThanOrEqual(5)
    for (const [index, source] of sources.entries()) {
      const { scenario } = scenarios.find(({ name }) => source === `${name}.json`)!
      await expect(frames.nth(index).locator('pre')).toBeVisible()
      const shown = await frames.nth(index).locator('pre').textContent()
      expect(shown?.trim()).toBe(queryOf(scenario.projections![0]!).trim())
      const promised = (scenario.lesson?.[0]?.expect ?? []).flatMap((promise) =>
        'state' in promise ? [withoutBlanks(JSON.stringify(promise.state))] : [],
      )
      // The article has blanks in its states, so that they wrap between members.
      const promises = withoutBlanks((await frames.nth(index).locator('table').allTextContents()).join('\n'))
      for (const state of promised) expect(promises).toContain(state)
    }
    await context.close()
  })

  test('wakes only the frames that are read, and nothing moves when they come alive', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${addresses.demo}docs.html`)
    const phases = () =>
      page
        .locator('rillbox-playground')
        .evaluateAll((found) => (found as HTMLElementTagNameMap['rillbox-playground'][]).map((element) => element.session.phase.kind))
    const heading = page.getByRole('heading', { name: 'A question asked once' })
    await page.evaluate(() => customElements.whenDefined('rillbox-playground').then(() => undefined))
    expect(await phases()).toContain('asleep')
    await page.evaluate(() => {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await heading.scrollIntoViewIfNeeded()
    await expect.poll(async () => (await phases()).at(-1)).toBe('open')
    // Status, state, figures and charts come one after the other.
    const result = page.locator('rillbox-playground').last().locator('rillbox-projection-panel')
    await expect(result.getByText(/^Completed/)).toBeVisible()
    await expect(result.getByText('Handled', { exact: true })).toBeVisible()
    await result.locator('rillbox-number-charts').evaluate((charts) => charts.scrollIntoView())
    await expect(result.getByRole('button', { name: /^Chart of sent/ })).toBeVisible()
    expect(await page.evaluate(() => window.shift)).toBe(0)
  })
})

declare global {
  interface Window {
    /** Sum of all layout shifts. */
    shift: number
  }
}
